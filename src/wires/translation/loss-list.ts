import type { CacheMark, Extra, Loss, LossKind, TurnWireId } from './parts.ts';

/** What one translation could not carry, in the order in which it was found; each place and kind once. */
export class LossList {
  readonly #losses = new Map<string, Loss>();
  readonly #wire: TurnWireId;

  /** @param wire the wire that is written */
  constructor(wire: TurnWireId) {
    this.#wire = wire;
  }

  add(kind: LossKind, path: string, note: string): void {
    const key = `${kind} ${path}`;
    if (!this.#losses.has(key)) this.#losses.set(key, { path, kind, note });
  }

  /** Members that only some wires have: gives those of the wire that is written, and reports the others. */
  own(extras: readonly Extra[] | undefined): readonly Extra[] {
    const own = extras?.filter(({ wires }) => wires.includes(this.#wire)) ?? [];
    for (const { wires, path, loss } of extras ?? [])
      if (!wires.includes(this.#wire)) this.add(loss, path, 'The upstream has no such member.');
    return own;
  }

  cache(mark: CacheMark | undefined | null): void {
    if (mark) this.add('advisory', mark.path, 'The upstream cannot be told here what to cache.');
  }

  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}
