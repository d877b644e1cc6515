import type { RawObject } from '../../shared/json/raw-json.ts';
import type { TurnEvent } from '../turn.ts';
import { openReader } from './read-events.ts';

/** The last event by status. An answer of any other status, such as one that is still queued, has not ended. */
const endings: Readonly<Record<string, string>> = {
  '': 'response.completed',
  completed: 'response.completed',
  incomplete: 'response.incomplete',
  failed: 'response.failed',
  cancelled: 'response.failed',
};

/** The events of a whole response: those of a stream that says nothing before its last event. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { value } = body;
  const status = typeof value['status'] === 'string' ? value['status'] : '';
  const type = Object.hasOwn(endings, status) ? endings[status] : 'response.in_progress';
  const reader = openReader();
  const data = value['error'] && !value['id'] ? value : { type: type ?? '', response: value };
  return [...reader.push({ name: null, text: '', data }), ...reader.finish()];
}
