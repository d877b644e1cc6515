/** From the most to the least. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What a line may be about: the field `area` of each that has one. */
export const logAreas = {
  alerts: 'messages of alerts',
  batches: 'charging of batches',
  calls: 'one line for each request, and requests that are refused for load',
  config: 'changes of diglot.yaml',
  control: 'the control API and the console',
  drive: 'stored files',
  keys: 'first uses and last clients of keys',
  ledger: 'charges, leases and checks of the books',
  process: 'starts, stops and workers',
  store: 'the database and the other instances',
  traces: 'export of traces',
  upstream: 'attempts at providers and their model lists',
} as const;
export type LogArea = keyof typeof logAreas;

/** The lowest levels that are written. */
export interface LogLevels {
  readonly level: LogLevel;
  /** Levels of the areas that have one of their own. */
  readonly levels: Readonly<{ [Area in LogArea]?: LogLevel | undefined }>;
}

export const usualLevels: LogLevels = { level: 'info', levels: {} };

/** The fields of a log line: flat and few. They contain no secrets and no content of calls. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A structured log. `message` is constant; variable parts are fields. */
export interface Log {
  readonly debug: (message: string, fields?: LogFields) => void;
  readonly info: (message: string, fields?: LogFields) => void;
  readonly warn: (message: string, fields?: LogFields) => void;
  readonly error: (message: string, fields?: LogFields, cause?: unknown) => void;
  /** Whether debug lines with these fields are written, for lines whose other fields take work. Absent: they are. */
  readonly writesDebug?: (fields: LogFields) => boolean;
}

const nothing = (): void => undefined;

/** For tests and for commands that print their own output. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A log whose lines have these fields besides their own. */
export const withFields = ({ debug, info, warn, error, writesDebug }: Log, own: LogFields): Log => ({
  debug: (message, fields) => debug(message, { ...own, ...fields }),
  info: (message, fields) => info(message, { ...own, ...fields }),
  warn: (message, fields) => warn(message, { ...own, ...fields }),
  error: (message, fields, cause) => error(message, { ...own, ...fields }, cause),
  writesDebug: (fields) => writesDebug?.({ ...own, ...fields }) ?? true,
});

/** The message of anything that was thrown. */
export const causeMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** A log for one area. */
export const inArea = (log: Log, area: LogArea): Log => withFields(log, { area });

/** A log for each area. */
export const logsOf = (log: Log): Readonly<Record<LogArea, Log>> =>
  Object.fromEntries(Object.keys(logAreas).map((area) => [area, inArea(log, area as LogArea)])) as Record<LogArea, Log>;

/** Whether a line is written, by its area. */
export function isWritten({ level, levels }: LogLevels, own: LogLevel, { area }: LogFields): boolean {
  const least = levels[area as LogArea] ?? level;
  return logLevels.indexOf(own) >= logLevels.indexOf(least);
}
