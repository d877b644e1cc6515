/** Actions under way: of each owner, the last one that was begun under each name. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** What actions wait for each other about. */
export interface MutexKey {
  /** Whose thing is changed: a store, say. It is not looked into. */
  readonly owner: object;
  /** Which thing of the owner. */
  readonly name: string;
}

/** Runs actions on one thing one after the other, in the order in which they come; a failed one does not stop the next. */
export async function runExclusive<Result>({ owner, name }: MutexKey, action: () => Promise<Result>): Promise<Result> {
  const ofOwner = underWay.get(owner) ?? new Map<string, Promise<unknown>>();
  underWay.set(owner, ofOwner);
  const mine = (ofOwner.get(name) ?? Promise.resolve()).then(action);
  const settled = mine.catch(() => undefined);
  ofOwner.set(name, settled);
  try {
    return await mine;
  } finally {
    if (ofOwner.get(name) === settled) ofOwner.delete(name);
  }
}
