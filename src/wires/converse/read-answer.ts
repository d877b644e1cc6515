import { arrayOf, objectOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import { faultOf } from '../translation/read-fault.ts';
import type { TurnEvent } from '../turn.ts';
import { BlockReader } from './block-reader.ts';
import { readStop, readTier, readUsage, start } from './read-events.ts';

/** The events of a whole answer. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { output, usage, stopReason } = body.value;
  if (stopReason === undefined) return [faultOf(body.value)];
  const blocks = new BlockReader();
  const parts = arrayOf(objectOf(objectOf(output)['message'])['content']).flatMap((block, index) =>
    blocks.whole(index, objectOf(block), body.slice(['output', 'message', 'content', index, 'toolUse', 'input'])),
  );
  return [start, ...parts, ...readUsage(usage), ...readTier(body.value), ...readStop(body.value, blocks.hasCalls)];
}
