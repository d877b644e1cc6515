import type { RawObject } from '../../shared/json/raw-json.ts';
import type { TurnEvent } from '../turn.ts';
import { AnswerReader } from './read-events.ts';

/** The events of a whole answer. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const reader = new AnswerReader();
  return [...reader.push(body), ...reader.finish()];
}
