import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { runInRoot, type Mount } from './container.ts';
import {
  applyStep,
  baseSettings,
  commandOf,
  readDockerfile,
  type ImageSettings,
  type Instruction,
  type Stage,
} from './dockerfile.ts';

/** A root folder that a Dockerfile has filled, and its settings for the processes in it. */
export interface Image {
  readonly root: string;
  readonly settings: ImageSettings;
}

export interface Build {
  readonly dockerfile: string;
  /** The folder that `COPY` takes from. */
  readonly context: string;
  /** An empty folder: each stage gets a root in it. */
  readonly folder: string;
  /** A root with Debian's minimal system; null: it is created in `folder`, with debootstrap. */
  readonly debian: string | null;
  readonly log: (line: string) => void;
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${(stdout + stderr).slice(-2_000)}`);
  return stdout;
}

/** Copies a root with its owners, links and modes. */
const copyRoot = (from: string, to: string): string => run('cp', ['-a', '--reflink=auto', from, to]);

/**
 * What stands in for `node:VERSION-SUITE-slim`: Debian's minimal system of that suite, the Node that runs this script, npm, and
 * the user `node`. Node's own image consists of the same parts.
 */
function makeBase(image: string, { folder, debian, log }: Build): string {
  const [, major, suite = ''] = /^node:(\d+)-([a-z]+)-slim$/.exec(image) ?? [];
  if (major === undefined) throw new Error(`Nothing stands in for the image ${image}.`);
  if (process.versions.node.split('.')[0] !== major)
    throw new Error(`${image} has Node ${major}, and this script runs on ${process.versions.node}.`);
  const root = join(folder, 'base');
  if (debian === null) run('debootstrap', ['--variant=minbase', '--include=libatomic1', suite, root]);
  else copyRoot(debian, root);
  copyFileSync(realpathSync(process.execPath), join(root, 'usr/local/bin/node'));
  // `npm` is a link to bin/npm-cli.js of its package.
  const npm = dirname(dirname(realpathSync(run('sh', ['-c', 'command -v npm']).trim())));
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const user = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node';
  runInRoot({ root, settings: baseSettings, command: commandOf(user) });
  log(`${image}: Debian ${suite}, Node ${process.versions.node} and npm in a root folder`);
  return root;
}

/** What must not be copied, by Docker's rule for the file's place. */
function ignoredIn({ dockerfile, context }: Build): ReadonlySet<string> {
  const file = [`${dockerfile}.dockerignore`, join(context, '.dockerignore')].find((path) => existsSync(path));
  const lines = file === undefined ? [] : readFileSync(file, 'utf8').split('\n');
  const names = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  for (const name of names)
    if (/[*?![]/.test(name)) throw new Error(`Patterns in .dockerignore are not carried out here: ${name}`);
  return new Set(names.map((name) => posix.normalize(name)));
}

interface Place {
  readonly root: string;
  readonly settings: ImageSettings;
  /** Roots of the previous stages, by name and number. */
  readonly stages: ReadonlyMap<string, string>;
}

function copy({ flags, value }: Instruction, { root, settings, stages }: Place, build: Build): void {
  const words = value.startsWith('[') ? commandOf(value) : value.split(/\s+/);
  const target = words.at(-1) ?? '';
  const { from: stage, chown = '0:0' } = flags;
  const source = stage === undefined ? build.context : stages.get(stage);
  if (source === undefined) throw new Error(`There is no stage ${stage}.`);
  const ignored = stage === undefined ? ignoredIn(build) : new Set<string>();
  const isTaken = (path: string): boolean => !ignored.has(relative(source, path));
  for (const word of words.slice(0, -1)) {
    const path = join(source, word);
    if (!existsSync(path) || !isTaken(path)) throw new Error(`COPY: there is no ${word}.`);
    const isFolder = statSync(path).isDirectory();
    const into = join(root, posix.resolve(settings.folder, target));
    const to = !isFolder && (target.endsWith('/') || words.length > 2) ? join(into, basename(word)) : into;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(path, to, { recursive: true, verbatimSymlinks: true, filter: isTaken });
    // Without a flag, everything that COPY brings belongs to root.
    runInRoot({ root, settings: baseSettings, command: ['chown', '-R', chown, relative(root, to).replace(/^/, '/')] });
  }
}

/** What a build needs from the machine: name resolution, certificates, and the packages that npm has cached. */
function buildMounts(): readonly Mount[] {
  const cache = run('npm', ['config', 'get', 'cache']).trim();
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  return [
    { from: '/etc/resolv.conf', to: '/etc/resolv.conf', readOnly: true },
    { from: '/etc/hosts', to: '/etc/hosts', readOnly: true },
    ...(existsSync(cache) ? [{ from: cache, to: '/root/.npm' }] : []),
    ...(certificates === undefined ? [] : [{ from: certificates, to: '/run/certificates.pem', readOnly: true }]),
  ];
}

function carryOut(step: Instruction, place: Place, build: Build): void {
  const { root, settings } = place;
  if (step.name === 'WORKDIR') mkdirSync(join(root, applyStep(settings, step).folder), { recursive: true });
  if (step.name === 'COPY') copy(step, place, build);
  if (step.name !== 'RUN') return;
  const mounts = buildMounts();
  const certificates = mounts.find(({ to }) => to.endsWith('.pem'));
  const environment = {
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates.to }),
    NPM_CONFIG_REGISTRY: run('npm', ['config', 'get', 'registry']).trim(),
    ...settings.environment,
  };
  runInRoot({ root, settings: { ...settings, environment }, command: commandOf(step.value), mounts });
}

function buildStage(stage: Stage, root: string, { stages, build }: { stages: Place['stages']; build: Build }): Image {
  let settings = baseSettings;
  for (const step of stage.steps) {
    const from = performance.now();
    carryOut(step, { root, settings, stages }, build);
    settings = applyStep(settings, step);
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    if (step.name === 'RUN' || step.name === 'COPY') build.log(`${seconds.padStart(6)} s  ${step.name} ${step.value}`);
  }
  return { root, settings };
}

/**
 * Runs every step of a Dockerfile in empty root folders, as root on this machine.
 *
 * @throws at the first step that fails, or that is not understood
 */
export function buildImage(build: Build): Image {
  const stages = new Map<string, string>();
  const bases = new Map<string, string>();
  let image: Image | null = null;
  for (const [index, stage] of readDockerfile(readFileSync(build.dockerfile, 'utf8')).entries()) {
    const base = bases.get(stage.image) ?? makeBase(stage.image, build);
    bases.set(stage.image, base);
    const root = join(build.folder, `stage-${index}`);
    copyRoot(base, root);
    image = buildStage(stage, root, { stages, build });
    stages.set(String(index), root);
    if (stage.name !== null) stages.set(stage.name, root);
  }
  if (image === null) throw new Error(`${build.dockerfile} has no stage.`);
  return image;
}
