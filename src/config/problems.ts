import type { DocumentPath } from '../catalog/finding.ts';

/** One thing that is to be said of a configuration. */
export interface Remark {
  /** `file:line:column`, or the variable or flag that the value came from; null: `message` says it, and is whole sentences. */
  readonly place: string | null;
  /** The setting, for example `models[0].product`; empty for the whole document. */
  readonly path: string;
  /** A clause: what is wrong and what to do. Never a secret. */
  readonly message: string;
  /** The name that was probably meant. */
  readonly suggestion: string | null;
}

/** One thing that keeps a configuration from being used. */
export interface Problem extends Remark {
  readonly place: string;
}

/** What has no place of its own, as whole sentences. */
export const sayPlainly = (message: string): Remark => ({ place: null, path: '', message, suggestion: null });

/** A path as people write it: `models[0].targets[1].region`. */
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

/** A configuration that cannot be used, with everything that is wrong with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** What keeps an action from being done; nothing where it can be. */
export function problemsOf(action: () => unknown): readonly Problem[] {
  try {
    action();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
