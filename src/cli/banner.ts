import { basename } from 'node:path';
import type { Provider } from '../catalog/catalog.ts';
import { demoAddress } from '../catalog/demo-address.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import { usualDataFolder, usualFile } from '../config/find-config-file.ts';
import type { Secret } from '../shared/secret.ts';

/** What a start has to say. */
export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly dataFolder: string;
  readonly configFile: string | null;
  readonly config: Config;
  readonly demoKey: Secret | null;
  /** Signs the operator in once; null when somebody has signed in before. */
  readonly loginUrl: string | null;
  /** The administration key, at its first start only. */
  readonly newAdminKey: Secret | null;
  readonly notices: readonly string[];
  /** True when a person reads along: then secrets of this machine are shown whole, else by their last four characters. */
  readonly terminal: boolean;
  /** What to type before a command here. */
  readonly program: string;
  /** Ids of the workspaces that there are. */
  readonly workspaces: readonly string[];
}

const longestBanner = 15;
const shownUpstreams = 6;

const upstreamText = ({ id, baseUrl, credential }: Provider): string => {
  if (baseUrl === demoAddress) return `${id} (built in, offline)`;
  if (!credential) return `${id} (no credential)`;
  const last = credential.value.lastFour();
  return last === '' ? id : `${id} (…${last})`;
};

function upstreamsText(config: Config): string {
  const all = [...config.catalog.providers.values()].map(upstreamText);
  const more = all.length - shownUpstreams;
  return [...all.slice(0, shownUpstreams), ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'none';
}

const secretText = (secret: Secret, terminal: boolean): string =>
  terminal ? secret.reveal() : `…${secret.lastFour()}`;

/** The way into the console: a link that works once, as long as nobody has ever signed in and a person reads along. */
function consoleText({ url, loginUrl, terminal, program }: BannerFacts): string {
  const link = terminal ? loginUrl : null;
  return link === null ? `${url}/console/   sign in once: ${program} login-link` : `${link}   (once, for 15 minutes)`;
}

const checkCommand = ({ program, configFile }: BannerFacts): string =>
  configFile === null || configFile === usualFile ? `${program} check` : `${program} check ${quoted(configFile)}`;

/** The command to type next, which finds this gateway by its data folder, whatever its address. */
function nextCommand({ program, dataFolder, demoKey, workspaces }: BannerFacts): string {
  const folder = dataFolder === usualDataFolder ? '' : ` --data ${quoted(dataFolder)}`;
  if (demoKey) return `${program} try${folder}`;
  const [first, ...others] = workspaces;
  if (first === undefined) return `${program} workspaces create main${folder}`;
  return `${program} keys create first${others.length > 0 ? ` --workspace ${first}` : ''}${folder}`;
}

/** What is printed before the log begins: where things are, who answers, and what to type next. At most 15 lines. */
export function bannerLines(facts: BannerFacts): readonly string[] {
  const { config, dataFolder, demoKey, newAdminKey, metricsUrl, terminal } = facts;
  const rows: readonly (readonly [string, string] | null)[] = [
    ['Address', `${facts.url}   Spec A base: ${facts.url}/v1   Spec B base: ${facts.url}`],
    ['Data', dataFolder],
    ['Config', facts.configFile ?? 'none: built-in defaults'],
    ['Upstreams', upstreamsText(config)],
    demoKey && ['Demo key', `${secretText(demoKey, terminal)}   kept in ${dataFolder}/demo-key`],
    newAdminKey && ['Admin key', `${secretText(newAdminKey, terminal)}   kept in ${dataFolder}/admin-key`],
    metricsUrl === null ? null : ['Metrics', metricsUrl],
    ['Reference', `${facts.url}/docs`],
    ['Console', consoleText(facts)],
  ];
  const head = [`Diglot ${facts.version}`, ...rows.flatMap((row) => (row ? [`  ${row[0].padEnd(10)} ${row[1]}`] : []))];
  const room = longestBanner - head.length - 1;
  const fits = facts.notices.length <= room;
  const shown = fits ? facts.notices : facts.notices.slice(0, room - 1);
  const hidden = facts.notices.length - shown.length;
  return [
    ...head,
    ...shown.map((notice) => `  ! ${notice}`),
    ...(fits ? [] : [`  ! ${hidden} more notices: ${checkCommand(facts)}`]),
    `  Next: in another terminal, ${nextCommand(facts)}`,
  ];
}

/** How this process was started. */
interface Started {
  readonly environment: Environment;
  /** The script's path as it was called: through a link of the shell's PATH, or the file itself. */
  readonly script: string;
  /** Folder of the package. */
  readonly home: string;
  readonly workingFolder: string;
}

/** A word that every POSIX shell reads back as it is. */
export const quoted = (text: string): string =>
  /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** What to type before a command so that a shell in this folder runs this program: `npx diglot`, `diglot`, or its file. */
export function programName({ environment, script, home, workingFolder }: Started): string {
  // npm says so in the environment of `npm start` and of `npx`, wherever npx found the program.
  if (environment['npm_command'] !== undefined || workingFolder === home) return 'npx diglot';
  return basename(script) === 'diglot' ? 'diglot' : `node ${quoted(script)}`;
}
