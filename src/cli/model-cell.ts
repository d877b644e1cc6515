import { noModel } from '../catalog/no-model.ts';

/** The model of a call as a person reads it. */
export const modelCell = (model: string): string => (model === noModel ? '(no model)' : model);
