import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folders } from './folders.ts';
import { sourceFiles, withoutComments } from './source-files.ts';

interface Import {
  readonly from: string;
  readonly to: string;
  readonly onlyTypes: boolean;
}

const statement = /\b(import|export)\s+(type\s+)?([^'";]*?\bfrom\s*)?['"](\.[^'"]+)['"]/g;
const dynamic = /\bimport\(\s*['"](\.[^'"]+)['"]/g;

/** The imports of other files of this repository that stand in a file. `import { type A, type B }` counts as types alone. */
function writtenImportsOf(path: string, text: string): readonly Import[] {
  const code = withoutComments(text);
  const here = posix.dirname(path);
  return [...code.matchAll(statement)].map(([, , type, names = '', target = '']): Import => {
    const inside = /\{([^}]*)\}/.exec(names)?.[1];
    const each = inside?.split(',').filter((name) => name.trim() !== '') ?? [];
    const bare = inside !== undefined && !/\w/.test(names.replace(/\{[^}]*\}/, '').replace(/\bfrom\b/, ''));
    const onlyTypes = type !== undefined || (bare && each.length > 0 && each.every((name) => /^\s*type\s/.test(name)));
    return { from: path, to: posix.join(here, target), onlyTypes };
  });
}

/** Those, and the files that are loaded at run time. */
const importsOf = (path: string, text: string): readonly Import[] => [
  ...writtenImportsOf(path, text),
  ...loadsOf(path, text).map((to): Import => ({ from: path, to, onlyTypes: false })),
];

/** The files that are loaded at run time: `import('./x.ts')`. */
const loadsOf = (path: string, text: string): readonly string[] =>
  [...withoutComments(text).matchAll(dynamic)].map(([, target = '']) => posix.join(posix.dirname(path), target));

/** Every file whose code is loaded with a file. */
function loadedWith(
  path: string,
  values: ReadonlyMap<string, readonly string[]>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const next of values.get(path) ?? []) {
    if (found.has(next)) continue;
    found.add(next);
    loadedWith(next, values, found);
  }
  return found;
}

/** `src/http/unknown-url.ts` → `http`; `src/app.ts` → `src`; `generated/spec-a/types.ts` → `generated`. */
function folderOf(path: string): string {
  const [top = '', folder = '', ...rest] = path.split('/');
  return top === 'src' && rest.length > 0 ? folder : top;
}

function isAllowed({ from, to, onlyTypes }: Import): boolean {
  const [own, other] = [folderOf(from), folderOf(to)];
  if (own === other) return true;
  if (own === 'src') return !['test', 'scripts'].includes(other);
  const rule = folders[own];
  return rule !== undefined && (rule.uses.includes(other) || (onlyTypes && (rule.knows ?? []).includes(other)));
}

describe('who may import whom', () => {
  const files = sourceFiles('src');

  it('knows every folder of src/', () => {
    const found = new Set(files.map(({ path }) => folderOf(path)).filter((name) => name !== 'src'));
    expect([...found].filter((folder) => !(folder in folders))).toEqual([]);
  });

  it('holds for every import, of types too', () => {
    const refused = files
      .flatMap(({ path, text }) => importsOf(path, text))
      .filter((each) => !isAllowed(each))
      .map(({ from, to, onlyTypes }) => `${from} → ${to}${onlyTypes ? ' (type)' : ''}`);
    expect(refused).toEqual([]);
  });

  it('loads nothing with a file that it loads at run time, to have it later or never', () => {
    const values = new Map(
      files.map(({ path, text }) => {
        const eager = writtenImportsOf(path, text).filter(({ onlyTypes }) => !onlyTypes);
        return [path, eager.map(({ to }) => to)];
      }),
    );
    const useless = files.flatMap(({ path, text }) =>
      loadsOf(path, text)
        .filter((to) => loadedWith(path, values).has(to))
        .map((to) => `${path} → ${to}`),
    );
    expect(useless).toEqual([]);
  });

  it('lets no generated file import one that is written by hand', () => {
    const outside = sourceFiles('generated')
      .flatMap(({ path, text }) => importsOf(path, text))
      .filter(({ to }) => !to.startsWith('generated/'));
    expect(outside).toEqual([]);
  });

  it.each([
    ['a value of another folder', `import { send } from '../providers/egress.ts';`, false],
    ['a type of a folder that is not listed', `import type { Relay } from '../pipeline/relay.ts';`, false],
    ['a type of a folder that is listed', `import type { Caller } from '../identity/caller.ts';`, true],
    ['types in braces', `import { type Caller, type Key } from '../identity/caller.ts';`, true],
    ['a value beside a type', `import { type Caller, admit } from '../identity/caller.ts';`, false],
    ['a type that is passed on', `export type { Caller } from '../identity/caller.ts';`, true],
    ['a value that is passed on', `export { admit } from '../identity/caller.ts';`, false],
    ['a module for its effect', `import '../identity/caller.ts';`, false],
    ['a module at run time', `await import('../identity/caller.ts');`, false],
    ['the ground', `import { GatewayError } from '../errors/gateway-error.ts';`, true],
  ])('decides %s', (_, text, allowed) => {
    const [found] = importsOf('src/routing/router.ts', text);
    expect(found && isAllowed(found)).toBe(allowed);
  });
});
