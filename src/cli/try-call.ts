import type { Spec } from '../catalog/catalog.ts';
import type { Json, JsonObject } from '../shared/json.ts';

/** An answer that has been read to its end. */
export interface TryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The whole answer, or all events of a stream; empty for what is no JSON. */
  readonly documents: readonly Json[];
}

/** What an answer amounts to. */
export interface Seen {
  /** For people. */
  readonly text: string;
  /** Tokens in and out as the answer states them; null where it states none. */
  readonly usage: { readonly input: number; readonly output: number } | null;
  /** What later calls take, by name. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Why this is not what was asked for, although its status says that it is. */
  readonly fault?: string;
}

/** What a call before this one kept. @throws {NotKept} when none did */
export type Take = (name: string) => string;

/** Nothing was kept under this name. */
export class NotKept extends Error {}

/** A row of the table: a call, and what is expected of its answer. */
export interface TryRow {
  /** Method and path; a name in braces stands for what an earlier call kept under it. */
  readonly operation: string;
  /** What is special about this call of the operation. */
  readonly note?: string;
  readonly headers?: (take: Take) => Readonly<Record<string, string>>;
  readonly body?: (take: Take) => JsonObject | FormData;
  /** Looks at an answer of status 2xx. */
  readonly read: (answer: TryAnswer, take: Take) => Seen;
  /** Whether the model converses in it: one such answer shows that the model works. */
  readonly converses?: boolean;
  /** The call is left out where the gateway's list does not name this model. */
  readonly model?: string;
  /** The call is left out, without a word, where nothing was kept under this name. */
  readonly onlyWith?: string;
  /** The call is repeated for some seconds until this is true of its answer. */
  readonly until?: (answer: TryAnswer) => boolean;
}

/** A call that `diglot try` makes. */
export interface TryCall extends TryRow {
  readonly spec: Spec;
}

/** The name under which the list of models keeps one. */
export const modelName = (id: string): string => `model ${id}`;
