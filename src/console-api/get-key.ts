import { answerKey } from './answer-key.ts';
import type { ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';

/** `GET /keys/{key_id}` */
export const getKey: ConsoleHandler<'getKey'> = (rooms) => (call) =>
  answerKey(rooms, call, findKey(rooms.keys, call.params.key_id));
