import { describe, expect, it } from 'vitest';
import { pathsMatching, type SourceFile, sourceFiles, withoutComments } from './source-files.ts';

const source = sourceFiles('src');

/** A test for a file of one of these folders of `src/`. A folder that is not there is an error: its rule would pass unread. */
function isIn(...folders: readonly string[]): (file: SourceFile) => boolean {
  const roots = folders.map((folder) => `src/${folder}/`);
  for (const root of roots) {
    if (!source.some(({ path }) => path.startsWith(root))) throw new Error(`A rule names ${root}, which is not there.`);
  }
  return ({ path }) => roots.some((root) => path.startsWith(root));
}

const inside = (...folders: readonly string[]) => source.filter(isIn(...folders));
const outside = (...folders: readonly string[]) => {
  const isInside = isIn(...folders);
  return source.filter((file) => !isInside(file));
};

/** A string that begins as a statement does, in lower case; or a statement's words in capitals. A sentence is neither. */
const sql =
  /['"`]\s*(select\s[^'"`]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|create\s+table\s|pragma\s)|\b(SELECT\s|INSERT INTO|DELETE FROM|CREATE TABLE|PRAGMA\s)/;

const providers = 'openai|anthropic|azure|groq|mistral|google|gemini|vertex|bedrock|deepseek|ollama|demo-a|demo-b';
const comparison = new RegExp(`([!=]==?\\s*['"\`](${providers})['"\`])|(case\\s+['"\`](${providers})['"\`])`);

/** A measured time that has to be short: on a busy machine it is not. That it is long enough may be expected. */
const expectsHaste = /expect\([^;]*\bperformance\.now\(\) - [^;]*\)\s*\.toBeLess/;

describe('words that have one place', () => {
  it('parses what comes from outside in src/shared/json/json.ts alone, where its structure is counted', () => {
    // Commands and the console read what a gateway wrote, the store its own rows, the demo what a gateway let through.
    const strangers = outside('cli', 'console', 'store', 'demo', 'catalog/import');
    // Our own documents, and the key of a member: one string.
    const known = ['src/http/app.ts', 'src/shared/json/json-members.ts', 'src/shared/json/json.ts'];
    expect(pathsMatching(strangers, /\bJSON\.parse\b/)).toEqual(known);
    // A body, its outline, and the body that is put together again: counted as it came.
    const counted = [
      'src/http/read-body.ts',
      'src/pipeline/call.ts',
      'src/shared/json/json.ts',
      'src/shared/json/skim.ts',
    ];
    expect(pathsMatching(source, /\bparseCounted\b/)).toEqual(counted);
  });

  it('sends to providers in one place, under a hold; only what goes on without credit gets one that sets nothing aside, and its own requests one that is not recorded', () => {
    expect(pathsMatching(source, /\bsend\(hold\b/)).toEqual([
      'src/pipeline/relay.ts',
      'src/realtime/session-end.ts',
      'src/realtime/session.ts',
    ]);
    expect(pathsMatching(source, /\bconnect\(hold\b/)).toEqual(['src/realtime/session.ts']);
    expect(pathsMatching(source, /\bmetering\.holdNothing\(/)).toEqual(['src/realtime/response-slot.ts']);
    expect(pathsMatching(source, /\bpermission\(newCallId\b/)).toEqual(['src/pipeline/internal-request.ts']);
    expect(pathsMatching(source, /\bexchange\(hold\b/)).toEqual([
      'src/pipeline/internal-request.ts',
      'src/pipeline/relay.ts',
    ]);
  });

  it('speaks SQL in src/store alone', () => {
    expect(pathsMatching(outside('store'), sql)).toEqual([]);
  });

  it('compares with no provider by name', () => {
    expect(pathsMatching(source, comparison)).toEqual([]);
  });

  it('never answers 429 or 402 of its own accord; an upstream may', () => {
    expect(pathsMatching(outside('demo'), /([(:?]|\breturn|[^=!<>]=)\s*4(29|02)(?![\w.])/)).toEqual([]);
  });

  it('silences the linter only with a reason', () => {
    const all = [...source, ...sourceFiles('scripts'), ...sourceFiles('test')];
    const silencing = new RegExp(['(ox|es)lint-', 'disable(?![^\\n]* -- \\w)'].join(''));
    const found = all.filter(({ text }) => silencing.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('expects no haste in a test: scripts/bench measures speed, and what waits in vain is ended by the limit of vitest', () => {
    expect(pathsMatching(sourceFiles('test'), expectsHaste)).toEqual([]);
  });

  it('has no drawer for what has no name', () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|manager|types)(\/|\.ts$)/;
    expect(source.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
  });
});

describe('messages', () => {
  it('name pages of the web console from their table alone', () => {
    const table = 'src/errors/next-steps.ts';
    expect(pathsMatching(outside('console'), /API Keys|Plans and Credits|from the console/)).toEqual([table]);
  });

  it('name ways of doing things from their table alone', () => {
    const table = 'src/errors/next-steps.ts';
    expect(
      pathsMatching(
        inside('identity', 'metering', 'routing', 'control-api'),
        /[`' ](GET|POST|PATCH|DELETE) \/(?!v1\b)\w|diglot (keys|credits|workspaces|plans) /,
      ),
    ).toEqual([]);
    expect(source.some(({ path }) => path === table)).toBe(true);
  });
});

describe('the rules themselves', () => {
  it.each([
    [sql, `db.prepare('select id from key where hash = ?')`, true],
    [sql, '`\n  INSERT INTO call (id) VALUES (?)`', true],
    [sql, `throw new Error('Select a model from the list.')`, false],
    [comparison, `if (provider.id === 'openai') return;`, true],
    [comparison, `case 'anthropic': return;`, true],
    [comparison, `if (wire === 'chat-completions') return;`, false],
    [expectsHaste, ['expect(performance.now()', '- from).toBeLessThan(1_000);'].join(' '), true],
    [
      expectsHaste,
      ['expect(Math.max(...times.map((from) => performance.now()', '- from)))\n  .toBeLessThan(9);'].join(' '),
      true,
    ],
    [expectsHaste, 'expect(performance.now() - from).toBeGreaterThan(9_000); expect(size).toBeLessThan(5);', false],
  ])('%s on %j is %j', (pattern, code, found) => {
    expect(pattern.test(withoutComments(code))).toBe(found);
  });
});
