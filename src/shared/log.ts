/** A log line's fields: flat, few, without content of calls and without secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log. `message` is a constant sentence; what varies goes into the fields. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields, cause?: unknown) => void;
}

const nothing = (): void => undefined;

/** For tests and for commands that print their own output. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
