import { english } from '../en/english.ts';
export const german = english;
