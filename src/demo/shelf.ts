import type { JsonObject } from '../shared/json.ts';
import type { KeptBytes } from './kept-bytes.ts';

/** An object that a caller can come back for. */
export interface Kept {
  /** Epoch milliseconds; places it in lists and tells how far a batch has come. */
  readonly createdAt: number;
  readonly body: JsonObject;
  readonly bytes: KeptBytes | null;
}

/** The kinds of object that the demo keeps; the names are the ids' prefixes as well. */
export type Kind = 'file' | 'batch' | 'msgbatch' | 'voice' | 'consent';

/** Everything that the demo keeps while it runs, in the order it came. */
export type Shelf = ReadonlyMap<Kind, Map<string, Kept>>;

const kinds: readonly Kind[] = ['file', 'batch', 'msgbatch', 'voice', 'consent'];

export const emptyShelf = (): Shelf => new Map(kinds.map((kind) => [kind, new Map<string, Kept>()]));

/** The objects of a kind. */
export function shelfOf(shelf: Shelf, kind: Kind): Map<string, Kept> {
  const found = shelf.get(kind);
  if (!found) throw new Error(`The demo keeps no ${kind}.`);
  return found;
}

/** Lets go of all kept bytes. */
export async function clearShelf(shelf: Shelf): Promise<void> {
  const all = [...shelf.values()].flatMap((objects) => [...objects.values()]);
  await Promise.all(all.flatMap(({ bytes }) => (bytes ? [bytes.close()] : [])));
}
