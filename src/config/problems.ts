import type { DocumentPath } from '../catalog/finding.ts';

/** A message about a configuration. */
export interface Remark {
  /** `file:line:column`, a variable, or a flag; null if `message` is complete without it. */
  readonly place: string | null;
  /** The setting, for example `models[0].product`; empty for the whole document. */
  readonly path: string;
  /** A clause: what is wrong and what to do. Contains no secret. */
  readonly message: string;
  /** The name that was probably intended. */
  readonly suggestion: string | null;
}

/** An error of a configuration. */
export interface Problem extends Remark {
  readonly place: string;
}

/** A remark without a place. `message` is whole sentences. */
export const plainRemark = (message: string): Remark => ({ place: null, path: '', message, suggestion: null });

/** Formats a path: `models[0].targets[1].region`. */
export const writePath = (path: DocumentPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** `file:line:column  path — what is wrong. Did you mean …?` */
export function formatProblem({ place, path, message, suggestion }: Remark): string {
  if (place === null) return message;
  const subject = path === '' ? '' : `${path} — `;
  return `${place}  ${subject}${message}.${suggestion === null ? '' : ` Did you mean ${suggestion}?`}`;
}

/** A configuration that cannot be used, with all its problems. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** Runs an action and returns the problems of its `ConfigError`, if it throws one. */
export function problemsOf(action: () => unknown): readonly Problem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
