/** The last action of each owner under each name. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Actions with the same key run one after another. */
interface MutexKey {
  /** For example a store. Compared by identity. */
  readonly owner: object;
  /** For example the id of a record. */
  readonly name: string;
}

/** Runs the actions of one key one after another, in order. A failed action does not stop the next one. */
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
