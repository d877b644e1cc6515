import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImageSettings } from './dockerfile.ts';

/** A folder or file of the machine, as a process in a root sees it. */
export interface Mount {
  readonly from: string;
  readonly to: string;
  readonly readOnly?: boolean;
}

/** A process in a root folder. */
export interface ContainerProcess {
  readonly root: string;
  readonly settings: Pick<ImageSettings, 'environment' | 'folder' | 'user'>;
  readonly command: readonly string[];
  readonly mounts?: readonly Mount[];
}

/** How `compose.yaml` runs the image: nothing can be written but the volumes and these folders, no capability, no new one. */
export interface Confinement {
  readonly writable: readonly string[];
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const devices = ['null', 'zero', 'full', 'random', 'urandom'];

/** A shell's lines that make the mounts of a root; they end with the process they belong to. */
function mountLines({ root, mounts = [] }: ContainerProcess, confinement?: Confinement): readonly string[] {
  const at = (path: string): string => quote(join(root, path));
  return [
    'set -e',
    `mount --bind ${at('/')} ${at('/')}`,
    `mount -t proc proc ${at('/proc')}`,
    `mount -t tmpfs -o mode=755 dev ${at('/dev')}`,
    ...devices.map((name) => `touch ${at(`/dev/${name}`)} && mount --bind /dev/${name} ${at(`/dev/${name}`)}`),
    `ln -s /proc/self/fd ${at('/dev/fd')}`,
    ...mounts.flatMap(({ from, to, readOnly = false }) => [
      `[ -e ${at(to)} ] || ([ -d ${quote(from)} ] && mkdir -p ${at(to)} || { mkdir -p "$(dirname ${at(to)})"; touch ${at(to)}; })`,
      `mount --bind ${quote(from)} ${at(to)}`,
      ...(readOnly ? [`mount -o remount,bind,ro ${at(to)}`] : []),
    ]),
    ...(confinement ? [`mount -o remount,bind,ro ${at('/')}`] : []),
    ...(confinement?.writable.map((path) => `mount -t tmpfs -o mode=1777 tmpfs ${at(path)}`) ?? []),
  ];
}

/**
 * The command line that switches to the user, enters the folder and starts the command; each program replaces the previous one,
 * so no shell remains.
 */
function becomeWords({ settings, command }: ContainerProcess, isConfined: boolean): readonly string[] {
  const { user, environment, folder } = settings;
  const confined = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
  const variables = Object.entries({ HOME: user === 'root' ? '/root' : `/home/${user}`, ...environment });
  return [
    ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...(isConfined ? confined : [])],
    ...['env', '-i', '-C', folder, ...variables.map(([name, value]) => `${name}=${value}`)],
    ...command,
  ];
}

function unshareWords(process: ContainerProcess, confinement?: Confinement): readonly string[] {
  const become = becomeWords(process, confinement !== undefined)
    .map(quote)
    .join(' ');
  const script = [...mountLines(process, confinement), `exec chroot ${quote(process.root)} ${become}`].join('\n');
  return ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child', 'sh', '-c', script];
}

/**
 * Runs a command as process 1 of a root, and waits for its end.
 *
 * @throws if it ends with a status other than 0, with its output
 */
export function runInRoot(process: ContainerProcess): string {
  const { status, stdout, stderr } = spawnSync('unshare', unshareWords(process), {
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  });
  if (status === 0) return stdout;
  throw new Error(`${process.command.join(' ')} ended with ${status}:\n${(stdout + stderr).slice(-4_000)}`);
}

/** A container that runs. */
export interface Container {
  /** Of its process 1, as the machine counts. */
  readonly pid: number;
  readonly printed: () => string;
  /** The exit status of process 1, when it is gone; null: a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly signal: (name: string) => void;
  /** Runs a command next to process 1, as the same user in the same folder, like `docker exec`. */
  readonly execute: (command: readonly string[], timeoutSeconds: number) => SpawnSyncReturns<string>;
}

/** The first process that another one has started; waits until there is one. */
async function childOf(parent: ChildProcess): Promise<number> {
  const file = `/proc/${parent.pid}/task/${parent.pid}/children`;
  while (parent.exitCode === null) {
    const [pid = ''] = readFileSync(file, 'utf8').split(' ');
    if (pid !== '') return Number(pid);
    await wait(5);
  }
  throw new Error('The container did not start.');
}

/** Starts a command as process 1 of a root that it cannot write to. */
export async function startContainer(process_: ContainerProcess, confinement: Confinement): Promise<Container> {
  const child = spawn('unshare', unshareWords(process_, confinement), { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const read = (chunk: Buffer): void => void (said += chunk.toString());
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const pid = await childOf(child);
  return {
    pid,
    printed: () => said,
    ended,
    signal: (name) => void process.kill(pid, name),
    execute: (command, timeoutSeconds) => {
      const words = becomeWords({ ...process_, command }, true);
      const target = ['--target', String(pid), '--mount', '--pid', '--ipc', '--uts', '--root'];
      return spawnSync('nsenter', [...target, ...words], { encoding: 'utf8', timeout: timeoutSeconds * 1_000 });
    },
  };
}
