import type { TurnWire } from '../turn.ts';
import { readAnswer } from './read-answer.ts';
import { openReader } from './read-events.ts';
import { readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { writeRequest } from './write-request.ts';

/** How responses goes into the neutral form and comes out of it. */
export const responsesTurn: TurnWire = { readRequest, writeRequest, readAnswer, openReader, openWriter };
