import type { Surface } from '../errors/shapes.ts';

/** What tells the two specs apart where a path does not. */
export interface RequestMarks {
  /** Without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly search: string;
  readonly hasHeader: (name: string) => boolean;
}

/** Query parameters of the model list that only Spec B has. */
const specBParameter = /(?:^|&)(?:after_id|before_id|limit)=/;

/** Names that only Spec B's paths have, apart from those of Spec A that hold messages of their own. */
const specBPath = /\/(?:messages|complete)(?:\/|$)/;
const specAOwner = /\/(?:chat|threads|conversations|responses)\//;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The spec that a request speaks where both have its path: by the headers and parameters that only Spec B has. */
export function speaksSpecB({ path, search, hasHeader }: RequestMarks): boolean {
  if (hasHeader('anthropic-version') || hasHeader('anthropic-beta')) return true;
  return startsWith(path, '/v1/models') && specBParameter.test(search);
}

/** Whose error shape a request gets, whether or not its path exists. */
export function surfaceOf(marks: RequestMarks): Surface {
  const { path } = marks;
  if (startsWith(path, '/console')) return 'console';
  if (startsWith(path, '/anthropic') || speaksSpecB(marks)) return 'b';
  if (startsWith(path, '/openai')) return 'a';
  return specBPath.test(path) && !specAOwner.test(path) ? 'b' : 'a';
}
