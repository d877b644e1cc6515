import { objectOf, type Json } from '../shared/json.ts';
import type { AnswerParts } from './dialect.ts';

/** What a whole JSON answer offers to whoever reads its usage. */
export function answerParts(answer: Json): AnswerParts {
  const members = objectOf(answer);
  const { data } = members;
  return { members, dataLength: Array.isArray(data) ? data.length : 0 };
}
