import type { Provider } from '../catalog/catalog.ts';
import { describeCredential } from '../catalog/credential.ts';
import { demoAddress } from '../catalog/provider-overrides.ts';
import type { Config } from '../config/config.ts';
import { usualDataFolder, usualFile } from '../config/environment.ts';
import type { Secret } from '../shared/secret.ts';
import { quoted } from './context.ts';

/** The content of the banner. */
export interface BannerFacts {
  readonly version: string;
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly dataFolder: string;
  readonly configFile: string | null;
  readonly config: Config;
  readonly demoKey: Secret | null;
  /** Signs the operator in once; null once a person has signed in. */
  readonly loginUrl: string | null;
  /** The administrator key if it was created at this start, else null. */
  readonly newAdminKey: Secret | null;
  readonly notices: readonly string[];
  /** True if output goes to a terminal, so that secrets are shown whole. Otherwise only their last four characters are. */
  readonly terminal: boolean;
  /** The program name as the user types it. */
  readonly program: string;
  /** All workspaces. */
  readonly workspaces: readonly { readonly id: string; readonly planId: string | null }[];
}

const longestBanner = 15;
const shownProviders = 6;

const providerText = ({ id, baseUrl, credential }: Provider): string => {
  if (baseUrl === demoAddress) return `${id} (built in, offline)`;
  if (!credential) return `${id} (no credential)`;
  const shown = describeCredential(credential);
  return shown === '…' ? id : `${id} (${shown})`;
};

function providersText(config: Config): string {
  const all = [...config.catalog.providers.values()].map(providerText);
  const more = all.length - shownProviders;
  return [...all.slice(0, shownProviders), ...(more > 0 ? [`${more} more`] : [])].join(', ') || 'none';
}

const secretText = (secret: Secret, terminal: boolean): string =>
  terminal ? secret.reveal() : `…${secret.lastFour()}`;

/** What a command needs to find this gateway: its data folder, if that is not the usual one. */
const folderOf = ({ dataFolder }: BannerFacts): string =>
  dataFolder === usualDataFolder ? '' : ` --data ${quoted(dataFolder)}`;

/** The way into the console: a link that works once, until the first person signs in, shown on a terminal only. */
function consoleText(facts: BannerFacts): string {
  const { url, loginUrl, terminal, program } = facts;
  if (terminal && loginUrl !== null) return `${loginUrl}   (once, for 15 minutes)`;
  return `${url}/console/   sign in once: ${program} login-link${folderOf(facts)}`;
}

const checkCommand = ({ program, configFile }: BannerFacts): string =>
  configFile === null || configFile === usualFile ? `${program} check` : `${program} check ${quoted(configFile)}`;

/** The command to run next. */
function nextCommand(facts: BannerFacts): string {
  const { program, demoKey, workspaces } = facts;
  const folder = folderOf(facts);
  if (demoKey) return `${program} try${folder}`;
  const { plans } = facts.config.catalog;
  const usable = workspaces.find(({ planId }) => planId === null || plans.has(planId));
  const [first] = workspaces;
  if (first === undefined) return `${program} workspaces create main${folder}`;
  // A key of a workspace whose plan is gone could call nothing.
  if (!usable) return `${program} workspaces update ${first.id} --plan <id or none>${folder}`;
  return `${program} keys create first${workspaces.length > 1 ? ` --workspace ${usable.id}` : ''}${folder}`;
}

/** The lines printed before the log: addresses, folders, providers, notices and the next command. At most 15 lines. */
export function bannerLines(facts: BannerFacts): readonly string[] {
  const { config, dataFolder, demoKey, newAdminKey, metricsUrl, terminal } = facts;
  const rows: readonly (readonly [string, string] | null)[] = [
    ['Address', `${facts.url}   Spec A base: ${facts.url}/v1   Spec B base: ${facts.url}`],
    ['Data', dataFolder],
    ['Config', facts.configFile ?? 'none: built-in defaults'],
    ['Providers', providersText(config)],
    demoKey && ['Demo key', `${secretText(demoKey, terminal)}   stored in ${dataFolder}/demo-key`],
    newAdminKey && ['Admin key', `${secretText(newAdminKey, terminal)}   stored in ${dataFolder}/admin-key`],
    metricsUrl === null ? null : ['Metrics', metricsUrl],
    ['Reference', `${facts.url}/docs`],
    ['Console', consoleText(facts)],
  ];
  const head = [`Diglot ${facts.version}`, ...rows.flatMap((row) => (row ? [`  ${row[0].padEnd(10)} ${row[1]}`] : []))];
  const available = longestBanner - head.length - 1;
  const fits = facts.notices.length <= available;
  const shown = fits ? facts.notices : facts.notices.slice(0, available - 1);
  const hidden = facts.notices.length - shown.length;
  return [
    ...head,
    ...shown.map((notice) => `  ! ${notice}`),
    ...(fits ? [] : [`  ! ${hidden} more notices: ${checkCommand(facts)}`]),
    `  Next: in another terminal, ${nextCommand(facts)}`,
  ];
}
