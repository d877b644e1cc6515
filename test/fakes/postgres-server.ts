import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A database of a test. */
export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** A server of this test file alone, on the loopback address, in a folder that is gone with it. */
export interface PostgresServer {
  /** Makes an empty database, or a copy of one that is not in use. */
  readonly create: (copied?: TestDatabase) => Promise<TestDatabase>;
  /** Stops at once, as a crash would, and starts again. */
  readonly restart: () => Promise<void>;
  /** Stops at once, until `resume`. */
  readonly halt: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where Debian has each release, the newest first; then wherever the shell finds programs. */
function findPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const releases = isThere(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...releases.map((name) => join(debian, name, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((name) => isThere(join(folder, name)))) ?? null;
}

const programs = findPrograms();

/** False: there is no PostgreSQL here. In CI that is a failure, and nothing is left out. */
export const hasPostgres = programs !== null || process.env['CI'] === 'true';

/** PostgreSQL does not run as root. The capability lets its user reach its own files where folders above them are closed. */
const asItsUser = [
  'setpriv',
  ...['--reuid=postgres', '--regid=postgres', '--clear-groups', '--securebits=+no_setuid_fixup'],
  ...['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'],
];

async function start(program: string, args: readonly string[]): Promise<void> {
  if (programs === null) throw new Error('PostgreSQL is missing: install postgresql 15 or later.');
  const [command = '', ...rest] = [...(process.getuid?.() === 0 ? asItsUser : []), join(programs, program), ...args];
  // What the server inherits must not keep this process waiting.
  await run(command, rest, { cwd: tmpdir() });
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** Starts a server on a free port, and on another one if the port was taken meanwhile: five times at most. */
export async function onFreePort(begin: (port: number) => Promise<unknown>, tries = 5): Promise<number> {
  const port = await freePort();
  try {
    await begin(port);
    return port;
  } catch (error) {
    if (tries === 1) throw error;
    return onFreePort(begin, tries - 1);
  }
}

async function makeFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-postgres-'));
  if (process.getuid?.() !== 0) return folder;
  const [uid = '0', gid = '0'] = (await run('id', ['-u', 'postgres'])).stdout
    .trim()
    .split('\n')
    .concat((await run('id', ['-g', 'postgres'])).stdout.trim());
  await chown(folder, Number(uid), Number(gid));
  return folder;
}

/** @param settings of the server; by default it does not wait for the disk */
export async function startPostgres(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
  const folder = await makeFolder();
  const data = join(folder, 'data');
  await start('initdb', ['-D', data, '-U', 'diglot', '-A', 'trust', '--locale=C', '-E', 'UTF8', '--no-sync']);
  const upOn = (port: number): Promise<void> => {
    const options = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'max_connections=300',
    ];
    const flags = [...options, ...settings].map((setting) => `-c ${setting}`).join(' ');
    return start('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-o', flags, '-w', 'start']);
  };
  const port = await onFreePort(upOn);
  const up = (): Promise<void> => upOn(port);
  const down = (): Promise<void> => start('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);

  const administer = async (sql: string): Promise<void> => {
    const client = new pg.Client(`postgres://diglot@127.0.0.1:${port}/postgres`);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  let made = 0;
  return {
    create: async (copied) => {
      made += 1;
      const name = `diglot_${made}`;
      const template = copied === undefined ? 'template1' : new URL(copied.url).pathname.slice(1);
      await administer(`create database ${name} template ${template}`);
      return {
        url: `postgres://diglot@127.0.0.1:${port}/${name}`,
        drop: () => administer(`drop database ${name} with (force)`),
      };
    },
    restart: async () => {
      await down();
      await up();
    },
    halt: down,
    resume: up,
    stop: async () => {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
