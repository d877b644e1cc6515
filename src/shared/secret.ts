import { inspect } from 'node:util';

/** A value that must not be printed: it shows as `[secret]` in JSON, templates, logs and `console.log`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it only where it leaves for its owner (an upstream) or is hashed. */
  reveal(): string {
    return this.#value;
  }

  /** The last four characters, for people who compare; nothing of a value shorter than twelve. */
  lastFour(): string {
    return this.#value.length < 12 ? '' : this.#value.slice(-4);
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
