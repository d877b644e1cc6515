import { drawPng } from '../../src/demo/spec-a/images.ts';

/** A real picture for requests that carry one. */
export const tinyPng = drawPng('tiny');
