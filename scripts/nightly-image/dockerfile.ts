import { posix } from 'node:path';

/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In upper case. */
  readonly name: string;
  /** `--from=build` and the like, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
  /** The rest, with continued lines joined. */
  readonly value: string;
}

/** Instructions from one `FROM` to the next. */
export interface Stage {
  readonly image: string;
  /** From `AS name`; null: it has none. */
  readonly name: string | null;
  readonly steps: readonly Instruction[];
}

/** What a stage says about the processes that start in it. */
export interface ImageSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** A name or a number. */
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly stopSignal: string;
  readonly health: Health | null;
}

/** A health check; times are in seconds. */
export interface Health {
  readonly command: readonly string[];
  readonly interval: number;
  readonly timeout: number;
  readonly startPeriod: number;
}

/** Supported flags. Any other is refused, because a step that is only half understood proves nothing. */
const knownFlags: Readonly<Record<string, readonly string[]>> = {
  COPY: ['from', 'chown'],
  HEALTHCHECK: ['interval', 'timeout', 'start-period'],
};

function readInstruction(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
  const upper = name.toUpperCase();
  const flags: Record<string, string> = {};
  let value = rest;
  for (let flag; (flag = /^--([\w-]+)=(\S+)\s+/.exec(value)) !== null; value = value.slice(flag[0].length)) {
    const [, key = '', setting = ''] = flag;
    if (!knownFlags[upper]?.includes(key)) throw new Error(`${upper} --${key} is not carried out here.`);
    flags[key] = setting;
  }
  if (value.startsWith('--') || value.includes('<<')) throw new Error(`${line} is not carried out here.`);
  if (upper !== 'RUN' && upper !== 'LABEL' && value.includes('$')) throw new Error(`Variables: ${line}`);
  return { name: upper, flags, value };
}

/**
 * Reads a Dockerfile without variables and here-documents.
 *
 * @throws if it contains either, or does not begin with `FROM`
 */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const instructions = lines
    .join('\n')
    .replaceAll(/\\[ \t]*\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readInstruction);
  const stages: { image: string; name: string | null; steps: Instruction[] }[] = [];
  for (const step of instructions) {
    if (step.name === 'FROM') {
      const [, image = '', name = null] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(step.value) ?? [];
      if (image === '') throw new Error(`FROM ${step.value} is not understood.`);
      stages.push({ image, name, steps: [] });
    } else if (stages.length === 0) throw new Error(`${step.name} stands before FROM.`);
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** `["a", "b"]` as it is, and anything else as a line for the shell, as Docker does. */
export function commandOf(value: string): readonly string[] {
  if (!value.startsWith('[')) return ['/bin/sh', '-c', value];
  const words: unknown = JSON.parse(value);
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new Error(`${value} is not a list of words.`);
}

/** `A=1 B="2 3"`. */
function variablesOf(value: string): Readonly<Record<string, string>> {
  const pairs = [...value.matchAll(/([A-Za-z_]\w*)=("[^"]*"|\S*)(?:\s+|$)/g)];
  if (pairs.map(([whole]) => whole).join('') !== value) throw new Error(`ENV ${value} is not understood.`);
  return Object.fromEntries(pairs.map(([, key = '', setting = '']) => [key, setting.replaceAll('"', '')]));
}

function secondsOf(flag: string | undefined, usual: number): number {
  if (flag === undefined) return usual;
  const [, number, unit] = /^(\d+)(s|m)$/.exec(flag) ?? [];
  if (number === undefined) throw new Error(`${flag} is not a number of seconds or minutes.`);
  return Number(number) * (unit === 'm' ? 60 : 1);
}

function healthOf({ flags, value }: Instruction): Health | null {
  if (value === 'NONE') return null;
  if (!value.startsWith('CMD ')) throw new Error(`HEALTHCHECK ${value} is not understood.`);
  return {
    command: commandOf(value.slice('CMD '.length).trim()),
    interval: secondsOf(flags['interval'], 30),
    timeout: secondsOf(flags['timeout'], 30),
    startPeriod: secondsOf(flags['start-period'], 0),
  };
}

/** What each instruction changes for the processes of an image. */
const changes: Readonly<Record<string, (step: Instruction, before: ImageSettings) => Partial<ImageSettings>>> = {
  ENV: ({ value }, { environment }) => ({ environment: { ...environment, ...variablesOf(value) } }),
  WORKDIR: ({ value }, { folder }) => ({ folder: posix.resolve(folder, value) }),
  USER: ({ value }) => ({ user: value }),
  // The command of the image below, if there was one, is dropped with a new entry point.
  ENTRYPOINT: ({ value }) => ({ entrypoint: commandOf(value), command: [] }),
  CMD: ({ value }) => ({ command: commandOf(value) }),
  VOLUME: ({ value }, { volumes }) => ({
    volumes: [...volumes, ...(value.startsWith('[') ? commandOf(value) : value.split(/\s+/))],
  }),
  EXPOSE: ({ value }, { ports }) => ({ ports: [...ports, ...value.split(/\s+/).map(Number)] }),
  STOPSIGNAL: ({ value }) => ({ stopSignal: value }),
  HEALTHCHECK: (step) => ({ health: healthOf(step) }),
  LABEL: () => ({}),
  COPY: () => ({}),
  RUN: () => ({}),
};

/** The settings after a step. */
export function applyStep(before: ImageSettings, step: Instruction): ImageSettings {
  const change = changes[step.name];
  if (!change) throw new Error(`${step.name} is not carried out here.`);
  return { ...before, ...change(step, before) };
}

/** The settings of an image of Node, before the first step. */
export const baseSettings: ImageSettings = {
  environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  folder: '/',
  user: 'root',
  entrypoint: ['docker-entrypoint.sh'],
  command: ['node'],
  volumes: [],
  ports: [],
  stopSignal: 'SIGTERM',
  health: null,
};
