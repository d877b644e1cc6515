import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagePage } from '../../scripts/build/write-package.ts';
import { objectOf } from '../../src/shared/json/json.ts';

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'deploy/README.md'],
  ...readdirSync('docs').map((name) => join('docs', name)),
];
const text = (page: string): string => readFileSync(page, 'utf8');

/** Headings as GitHub links to them. */
const headingsOf = (page: string): readonly string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('%s', (page) => {
  it('links to nothing that is not there', () => {
    const links = [...text(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  it('links to no heading that is not there', () => {
    const links = [...text(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)];
    const missing = links.filter(([, target = '', heading = '']) => {
      const file = target === '' ? page : join(dirname(page), target);
      return !headingsOf(text(file)).includes(heading);
    });
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  it('names only commands that exist', () => {
    const scripts = objectOf(objectOf(JSON.parse(text('package.json')))['scripts']);
    const named = [...text(page).matchAll(/\bnpm run ([a-z-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only files that exist', () => {
    const named = [
      ...text(page).matchAll(/`((?:src|test|scripts|specs|deploy)\/[\w./-]+\.(?:ts|js|yaml|md))`/g),
      ...text(page).matchAll(/\bnode (scripts\/[\w./-]+)/g),
    ];
    const files = named.map(([, path = '']) => path).filter((path) => !path.includes('…'));
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe.each(['README.md', 'SECURITY.md', 'CHANGELOG.md'])('%s of the published package', (page) => {
  const relative = /\]\((?!https?:|#)[^)]*\)/g;

  it('has no link to a file of the repository, whose address is not known', () => {
    const published = packagePage(text(page), {});
    expect(published.match(relative)).toBeNull();
    const words = (given: string): string => given.replaceAll(/\]\([^)]*\)|\[/g, '').replaceAll(/\]/g, '');
    expect(words(published)).toBe(words(text(page)));
  });

  it('keeps such links if the package names its repository, from which npm resolves them', () => {
    expect(packagePage(text(page), { repository: 'https://git.example/diglot' })).toBe(text(page));
  });
});

describe('specs/decisions', () => {
  const folder = 'specs/decisions';
  const decisions = readdirSync(folder);

  it('are numbered without a gap', () => {
    const numbers = decisions.map((name) => Number(name.slice(0, 4)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(decisions.map((_, index) => index + 1));
  });

  it('have at most 40 lines each', () => {
    const long = decisions.filter((name) => text(join(folder, name)).split('\n').length - 1 > 40);
    expect(long).toEqual([]);
  });

  it('name only files that exist', () => {
    const named = decisions.flatMap((name) =>
      [...text(join(folder, name)).matchAll(/`((?:src|test|scripts|specs)\/[\w./-]+\.\w+)`/g)].map(
        ([, path = '']) => path,
      ),
    );
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("README's configuration", () => {
  it('passes the check that it describes', () => {
    const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(text('README.md')) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'diglot-readme-'));
    const file = join(folder, 'diglot.yaml');
    writeFileSync(file, yaml);
    const env = { ...process.env, OPENAI_API_KEY: 'sk-sample-sample-sample' };
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/bin.js', 'check', file], {
      env,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('No problems.')]);
  });
});
