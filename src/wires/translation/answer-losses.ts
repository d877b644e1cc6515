import type { TurnEvent } from '../turn.ts';
import type { LossList } from './loss-list.ts';

/** Reports what no other wire has: blocks and items of one vendor's own, and reasons to stop that nobody else gives. */
export function noteLosses(event: TurnEvent, losses: LossList): void {
  if (event.type === 'open' && event.head.kind === 'other')
    losses.add(
      'meaning',
      `answer[${event.part}]`,
      `The upstream's ${JSON.stringify(event.head.name)} has no counterpart.`,
    );
  if (event.type === 'stop' && (event.reason === 'pause' || event.reason === 'compaction'))
    losses.add('approximated', 'stop_reason', `${event.reason} → the end of the answer`);
  if (event.type === 'mark' && event.mark.type === 'citation' && event.mark.url === null)
    losses.add('advisory', `answer[${event.part}].citations`, 'A place in a document has no counterpart.');
}
