import { drawPng } from '../../src/demo/draw-png.ts';

/** A real picture for requests that carry one. */
export const tinyPng = drawPng('tiny');
