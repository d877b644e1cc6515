/**
 * Runs the snippets of the connect pages with the clients that are installed here, against a gateway with the offline demo, and
 * lists those that it left out. Loopback only: if `unshare` may create a network namespace, nothing else can be reached. Exits
 * with 1 if a client did not get its answer.
 *
 * Clients are looked up on the PATH, and in the first `python3` on it:
 * `pip install openai anthropic langchain-openai openai-agents llama-index-llms-openai-like aider-chat`,
 * `npm install -g @anthropic-ai/claude-code @openai/codex`. Arguments: ids of clients; default all.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { moreClients, quickStart, type SnippetValues } from '../src/console/snippets/snippets.ts';
import { enterNamespace, isInside } from './loopback/enter-namespace.ts';

const repository = join(import.meta.dirname, '..');
const secondsEach = 180;

const execute = promisify(execFile);

/** How a client is found, and how its snippet runs without a person. */
interface Trial {
  readonly client: string;
  /** Prints the version if it is installed. */
  readonly version: readonly string[];
  /** The program and file name that run each piece of its snippet; by its place among them. */
  readonly run: (code: string, folder: string, piece: number) => readonly string[] | null;
}

interface PythonPackage {
  readonly module: string;
  readonly distribution: string;
}

const python = (client: string, { module, distribution }: PythonPackage, piece = 0): Trial => ({
  client,
  version: [
    'python3',
    '-c',
    `import importlib.metadata as m, ${module}; print("${distribution}", m.version("${distribution}"))`,
  ],
  run: (code, folder, place) => (place === piece ? ['python3', write(folder, 'snippet.py', code)] : null),
});

const node = (client: string, module: string, piece: number): Trial => ({
  client,
  version: [
    process.execPath,
    '-p',
    `"${module} " + require("${repository}/node_modules/${module}/package.json").version`,
  ],
  // Below the repository, so that the SDKs are found as in a project that has installed them.
  run: (code, _, place) => {
    if (place !== piece) return null;
    return [process.execPath, write(join(repository, 'node_modules', '.snippets'), `${client}-${piece}.mjs`, code)];
  },
});

/** @param interactive the line that starts the client for a person. @param alone what it becomes for one question */
const command = (client: string, interactive: RegExp, alone: string): Trial => ({
  client,
  version: [/^[(^]*(\w+)/.exec(interactive.source)?.[1] ?? '', '--version'],
  run: (code, folder) => {
    if (!interactive.test(code)) return null;
    return ['sh', write(folder, 'snippet.sh', code.replace(interactive, alone))];
  },
});

const codex: Trial = {
  client: 'codex',
  version: ['codex', '--version'],
  run: (code, folder, piece) => {
    if (piece === 0) write(join(folder, '.codex'), 'config.toml', code);
    if (piece === 0) return null;
    const alone = 'codex exec --skip-git-repo-check Hello < /dev/null';
    return ['sh', write(folder, 'snippet.sh', code.replace(/^codex$/m, alone))];
  },
};

const aiderAlone =
  '--message Hello --yes-always --no-git --no-check-update --no-analytics --no-show-model-warnings --exit < /dev/null';

const trials: readonly Trial[] = [
  python('python', { module: 'openai', distribution: 'openai' }),
  python('python', { module: 'anthropic', distribution: 'anthropic' }, 1),
  node('typescript', 'openai', 0),
  node('typescript', '@anthropic-ai/sdk', 1),
  { client: 'curl', version: ['curl', '--version'], run: (code, folder) => ['sh', write(folder, 'snippet.sh', code)] },
  command('claude-code', /^claude$/m, 'claude -p Hello < /dev/null'),
  codex,
  node('vercel', 'ai', 0),
  python('langchain', { module: 'langchain_openai', distribution: 'langchain-openai' }),
  python('openai-agents', { module: 'agents', distribution: 'openai-agents' }),
  python('llamaindex', { module: 'llama_index.llms.openai_like', distribution: 'llama-index-llms-openai-like' }),
  command('aider', /^(aider .+)$/m, `$1 ${aiderAlone}`),
];

function write(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

/** The environment of a client: its own home, and nothing from this environment except the PATH. */
const environmentOf = (home: string): NodeJS.ProcessEnv => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: home,
  LANG: 'C.UTF-8',
});

function versionOf({ version: [program = '', ...args] }: Trial, home: string): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', env: environmentOf(home), timeout: 60_000 });
  return status === 0 ? (stdout.split('\n')[0]?.trim() ?? '') : null;
}

interface Result {
  readonly state: 'ran' | 'failed' | 'left out';
  readonly detail: string;
}

/** Operations of the calls that the gateway has answered well, newest first. */
async function answered({ values, adminKey }: Gateway): Promise<readonly string[]> {
  const url = `${values.origin}/console/api/calls?workspace_id=demo&status=200&outcome=completed&limit=1000`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${adminKey}` } });
  const { data } = (await response.json()) as { readonly data: readonly { readonly operation: string }[] };
  return data.map(({ operation }) => operation);
}

/** Runs the snippet of a client, and reads the result from the gateway: some clients always repeat the request. */
async function attempt(trial: Trial, gateway: Gateway): Promise<Result> {
  const home = mkdtempSync(join(tmpdir(), 'diglot-client-'));
  try {
    const version = versionOf(trial, home);
    if (version === null) return { state: 'left out', detail: 'not installed' };
    const before = (await answered(gateway)).length;
    const client = [...quickStart, ...moreClients].find(({ id }) => id === trial.client);
    const pieces = client?.pieces(gateway.values) ?? [];
    const ready = pieces.map(({ code }, index) => trial.run(code, home, index)).filter((each) => each !== null);
    for (const [program = '', ...args] of ready) {
      const options = { cwd: home, encoding: 'utf8', env: environmentOf(home), timeout: secondsEach * 1000 } as const;
      const failure = await execute(program, args, options).then(() => null, String);
      if (failure !== null) return { state: 'failed', detail: `${version}\n${failure}` };
    }
    const after = await answered(gateway);
    const operations = [...new Set(after.slice(0, after.length - before))].join(', ');
    return operations === ''
      ? { state: 'failed', detail: `${version}: the gateway has answered no call` }
      : { state: 'ran', detail: `${version}: ${operations}` };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

interface Gateway {
  readonly process: ChildProcess;
  readonly values: SnippetValues;
  readonly adminKey: string;
}

/** A gateway as a newcomer starts it: without a file, in an empty folder. */
async function startGateway(folder: string): Promise<Gateway> {
  const child = spawn(process.execPath, [join(repository, 'src/bin.js'), 'serve', '--data', folder, '--port', '0'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.resume();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}.`);
    try {
      const { url } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { readonly url: string };
      if (!(await fetch(`${url}/readyz`)).ok) continue;
      const [secret, adminKey] = ['demo-key', 'admin-key'].map((name) =>
        readFileSync(join(folder, name), 'utf8').trim(),
      );
      return { process: child, values: { origin: url, secret: secret ?? '', model: 'demo' }, adminKey: adminKey ?? '' };
    } catch {
      // Not there yet.
    }
  }
}

async function tryClients(wanted: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-clients-'));
  const gateway = await startGateway(folder);
  try {
    for (const trial of trials.filter(({ client }) => wanted.length === 0 || wanted.includes(client))) {
      const { state, detail } = await attempt(trial, gateway);
      process.stdout.write(`${state.padEnd(9)} ${trial.client.padEnd(14)} ${detail}\n`);
      if (state === 'failed') process.exitCode = 1;
    }
  } finally {
    const ended = once(gateway.process, 'exit');
    gateway.process.kill();
    await ended;
    rmSync(join(repository, 'node_modules', '.snippets'), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
if (isInside || !enterNamespace(import.meta.filename, wanted)) await tryClients(wanted);
