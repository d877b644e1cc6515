/** The fields of a log line: flat and few. They contain no secrets and no content of calls. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A structured log. `message` is constant; variable parts are fields. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields, cause?: unknown) => void;
}

const nothing = (): void => undefined;

/** For tests and for commands that print their own output. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A log whose lines have these fields besides their own. */
export const withFields = ({ debug, info, warn, error }: Log, own: LogFields): Log => ({
  debug: (message, fields) => debug(message, { ...own, ...fields }),
  info: (message, fields) => info(message, { ...own, ...fields }),
  warn: (message, fields) => warn(message, { ...own, ...fields }),
  error: (message, fields, cause) => error(message, { ...own, ...fields }, cause),
});
