import { arrayOf, objectOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { TurnEvent } from '../turn.ts';
import { faultOf } from '../translation/read-fault.ts';
import { BlockReader } from './block-reader.ts';
import { readStart, readStop } from './read-events.ts';

/** The events of a whole message. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { value } = body;
  if (value['type'] === 'error') return [faultOf(value)];
  const blocks = new BlockReader();
  const events = arrayOf(value['content']).flatMap((block, index) => [
    ...blocks.start(index, objectOf(block), body.slice(['content', index, 'input'])),
    ...blocks.stop(index),
  ]);
  return [...readStart(value), ...events, ...blocks.closeAll(), ...readStop(value), { type: 'end' }];
}
