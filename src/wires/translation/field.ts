import { arrayOf, isObject, type Json, memberOf } from '../../shared/json/json.ts';
import type { RawObject, Step } from '../../shared/json/raw-json.ts';
import type { CallerWireId, Extra, LossKind, UpstreamWireId } from './parts.ts';
import type { Given } from './settings.ts';

/** How to treat a member that has no place in the neutral form. */
export interface MemberRule {
  /** Other formats that have the same member. */
  readonly also?: readonly UpstreamWireId[];
  /** What its loss means. */
  readonly loss: LossKind;
  /** Values that are the default in every other format. An empty list and an empty object always are. */
  readonly unless?: readonly Json[];
  /** What the loss of any other value means, if that depends on the value; null: nothing. */
  readonly read?: (value: Json) => LossKind | null;
  /** For people: how `read` decides. */
  readonly note?: string;
}

/** What a reader knows about the members of an object: those that it reads, and how to treat the others. */
export interface MemberTable {
  readonly wire: CallerWireId;
  /** The path of the object: `tools[]`; empty: the body. */
  readonly at: string;
  readonly read: readonly string[];
  readonly rules: Readonly<Record<string, MemberRule>>;
  /** How to treat a member that the table does not name. */
  readonly unknown: LossKind;
}

/** Makes the tables for the objects of a format in which an unnamed member is advisory. */
export const advisoryMembers =
  (wire: CallerWireId) =>
  (at: string, read: readonly string[], rules: MemberTable['rules'] = {}): MemberTable => ({
    wire,
    at,
    read,
    rules,
    unknown: 'advisory',
  });

/** A place in the caller's body: its value, its path in errors, and its text. */
export class Field {
  readonly value: Json | undefined;
  readonly path: string;
  readonly #root: RawObject;
  readonly #steps: readonly Step[];

  constructor(root: RawObject, at: { value: Json | undefined; path: string; steps: readonly Step[] }) {
    this.value = at.value;
    this.path = at.path;
    this.#root = root;
    this.#steps = at.steps;
  }

  static of(root: RawObject): Field {
    return new Field(root, { value: root.value, path: '', steps: [] });
  }

  /** The member; one without a value if it is absent, or this is not an object. Null counts as absent. */
  at(name: string): Field {
    const value = isObject(this.value) ? memberOf(this.value, name) : undefined;
    const path = this.path === '' ? name : `${this.path}.${name}`;
    return new Field(this.#root, { value: value ?? undefined, path, steps: [...this.#steps, name] });
  }

  /** The elements; none if this is not a list. */
  items(): readonly Field[] {
    return arrayOf(this.value).map(
      (value, index) =>
        new Field(this.#root, { value, path: `${this.path}[${index}]`, steps: [...this.#steps, index] }),
    );
  }

  /** The texts among the elements; null if there are none. */
  texts(): readonly string[] | null {
    const found = this.items().flatMap(({ text }) => text ?? []);
    return found.length === 0 ? null : found;
  }

  get isThere(): boolean {
    return this.value !== undefined;
  }

  get text(): string | null {
    return typeof this.value === 'string' ? this.value : null;
  }

  get number(): number | null {
    return typeof this.value === 'number' ? this.value : null;
  }

  /** The `type` of a part, item or tool; empty if it has none. */
  get type(): string {
    return this.at('type').text ?? '';
  }

  /** The caller's own JSON text of the value. */
  get raw(): string {
    return this.#root.slice(this.#steps) ?? JSON.stringify(this.value ?? null);
  }

  /** What the reader makes of this place, with its path; null if it makes nothing. */
  givenBy<Value>(read: (field: Field) => Value | null): Given<Value> | null {
    const value = read(this);
    return value === null ? null : { value, path: this.path };
  }

  givenText(): Given<string> | null {
    return this.givenBy(({ text }) => text);
  }

  givenFlag(): Given<boolean> | null {
    return this.givenBy(({ value }) => (typeof value === 'boolean' ? value : null));
  }

  givenNumber(): Given<number> | null {
    return this.givenBy(({ number }) => number);
  }

  /** The members without a place in the neutral form, except those whose loss changes nothing. */
  extras({ wire, read, rules, unknown }: MemberTable): readonly Extra[] {
    if (!isObject(this.value)) return [];
    return Object.keys(this.value).flatMap((name) => {
      const field = this.at(name);
      if (read.includes(name) || field.value === undefined) return [];
      const rule = memberOf(rules, name);
      const loss = rule === undefined ? unknown : lossOf(rule, field.value);
      if (loss === null) return [];
      const wires = [wire, ...(rule?.also ?? [])];
      return [{ wires, name, path: field.path, raw: field.raw, loss }];
    });
  }
}

const emptyTexts = ['[]', '{}'];

/** What the loss of a value means; null if the value only states every other format's default. */
function lossOf({ loss, unless = [], read }: MemberRule, value: Json): LossKind | null {
  const text = JSON.stringify(value);
  if (emptyTexts.includes(text) || unless.some((each) => JSON.stringify(each) === text)) return null;
  return read ? read(value) : loss;
}
