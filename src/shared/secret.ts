import { inspect } from 'node:util';

/** A value that must not be printed. It appears as `[secret]` in JSON, templates, logs and `console.log`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value. Call it only to send the value to its owner (an upstream) or to hash it. */
  reveal(): string {
    return this.#value;
  }

  /** The last four characters, for people to compare; empty for values shorter than twelve characters. */
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

/** Secrets that no answer may contain. The same list stays the same object, so that what is worked out from it is kept. */
export type Secrets = readonly Secret[];

export const noSecrets: Secrets = [];
