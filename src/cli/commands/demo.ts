import { randomBytes } from 'node:crypto';
import { inventCalls, makeDice, seedHabits, type SeedKey } from '../../demo/seed.ts';
import { findConfigFile, findDataFolder } from '../../config/environment.ts';
import { loadConfig } from '../../config/load-config.ts';
import { unlimited, unrestricted } from '../../identity/caller.ts';
import { hashKey, keyPrefix } from '../../identity/key-format.ts';
import { newId } from '../../shared/ids.ts';
import { silentLog } from '../../shared/log.ts';
import { formatCredits, nanoPerCredit, type NanoCredits } from '../../shared/money.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { addFolderOptions, findServer } from '../find-server.ts';
import { CliFailure, type CliContext, type DefineCommand } from '../context.ts';
import { prepareConfig, prepareDataFolder } from '../prepare-start.ts';

interface SeedOptions {
  readonly data?: string;
  readonly config?: string;
  readonly workspace: string;
  readonly days: string;
  readonly calls: string;
}

/** Calls that are handed to the ledger at once. */
const atOnce = 1_000;

function wholeNumber(text: string, name: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new CliFailure(`--${name} must be a whole number from 1 to ${most}; you wrote ${JSON.stringify(text)}.`);
}

/** Adds a key without a usable secret for each invented program, as of the first day. */
async function addKeys({ keys }: Store, workspaceId: string, createdAt: number): Promise<readonly SeedKey[]> {
  const made: SeedKey[] = [];
  for (const habits of seedHabits) {
    const id = newId('key');
    const secret = randomBytes(32).toString('hex');
    await keys.addKey({
      id,
      workspaceId,
      name: habits.name,
      hash: hashKey(secret),
      prefix: keyPrefix,
      lastFour: secret.slice(-4),
      ...{
        previousHash: null,
        previousGrace: null,
        owner: null,
        previousExpiresAt: null,
        expiresAt: null,
        revokedAt: null,
      },
      scope: unrestricted,
      limits: unlimited,
      createdAt,
      version: 1,
    });
    made.push({ id, habits });
  }
  return made;
}

interface Top {
  readonly workspaceId: string;
  readonly from: number;
  readonly to: number;
  /** What all calls were charged. */
  readonly charged: NanoCredits;
}

/** Credits every 30 days, together half as much again as was charged, in whole credits. */
async function addCredits({ ledger }: Store, { workspaceId, from, to, charged }: Top): Promise<void> {
  const months = Math.ceil((to - from) / (30 * oneDay));
  const each = ((charged * 3n) / 2n / BigInt(months) / nanoPerCredit + 1n) * nanoPerCredit;
  for (let month = 0; month < months; month += 1) {
    const id = newId('entry');
    const facts = { id, workspaceId, externalId: id, callId: null, amount: each, actor: 'demo' } as const;
    await ledger.post({ ...facts, kind: 'topup', reason: 'Invented top-up', createdAt: from + month * 30 * oneDay });
  }
}

interface Seeded {
  readonly calls: number;
  readonly charged: NanoCredits;
}

/** Writes all calls, a thousand at a time. */
async function addCalls({ ledger }: Store, calls: ReturnType<typeof inventCalls>): Promise<Seeded> {
  let [written, charged] = [0, 0n];
  let waiting: Promise<NanoCredits>[] = [];
  const settle = async (): Promise<void> => {
    for (const charge of await Promise.all(waiting)) charged += charge;
    written += waiting.length;
    waiting = [];
  };
  for (const call of calls) {
    waiting.push(ledger.settle(call));
    if (waiting.length === atOnce) await settle();
  }
  await settle();
  return { calls: written, charged };
}

/** @throws {CliFailure} for an id that no workspace can have */
function refuseBadId(workspaceId: string): void {
  if (/^[a-z0-9][a-z0-9_-]{0,62}$/.test(workspaceId)) return;
  throw new CliFailure(
    `--workspace must be 1 to 63 small letters, digits, dashes and underscores, beginning with a letter or digit, such as acme; you wrote ${JSON.stringify(workspaceId)}.`,
  );
}

async function seed(options: SeedOptions, context: CliContext): Promise<void> {
  const { environment, clock } = context;
  refuseBadId(options.workspace);
  const [days, calls] = [wholeNumber(options.days, 'days', 3_650), wholeNumber(options.calls, 'calls', 5_000_000)];
  const dataFolder = findDataFolder(options.data, environment);
  if ((await findServer({ url: undefined, dataFolder }, context)) !== null) {
    throw new CliFailure(`A gateway runs on ${dataFolder}. Stop it first: the database has one writer.`);
  }
  prepareDataFolder(dataFolder);
  const loaded = await loadConfig({ file: findConfigFile(options.config, environment), environment, dataFolder });
  const { config } = await prepareConfig(loaded.config, dataFolder);
  const store = await openStore({ database: config.storage.database, clock, log: silentLog });
  try {
    const to = clock.now();
    const from = to - days * oneDay;
    const { workspace: workspaceId } = options;
    await refuseUsed(store, workspaceId);
    const named = config.bootstrap.workspaces.find(({ id }) => id === workspaceId);
    if (!store.keys.workspace(workspaceId)) {
      const facts = { id: workspaceId, name: named?.name ?? workspaceId, planId: named?.plan ?? null };
      const rest = { timeZone: named?.timeZone ?? 'UTC', createdAt: from, suspendedAt: null, version: 1 };
      await store.keys.addWorkspace({ ...facts, ...rest });
    }
    const keys = await addKeys(store, workspaceId, from);
    const plan = { workspaceId, keys, catalog: config.catalog, from, to, calls, dice: makeDice(8_585) };
    const done = await addCalls(store, inventCalls(plan));
    await addCredits(store, { workspaceId, from, to, charged: done.charged });
    context.out(
      `Workspace ${workspaceId} has ${done.calls} invented calls of ${days} days, charged ${formatCredits(done.charged)} credits.\n`,
    );
  } finally {
    await store.close();
  }
}

/** Invented calls cannot be separated from real ones later, and the ledger is append-only. */
async function refuseUsed({ ledger }: Store, workspaceId: string): Promise<void> {
  const { items } = await ledger.calls({ workspaceId, limit: 1 });
  if (items.length === 0) return;
  throw new CliFailure(
    `Workspace ${workspaceId} has calls already. Name another one with --workspace, or another folder with --data.`,
  );
}

/** `diglot demo seed` */
export const defineDemo: DefineCommand = (command, context, run) => {
  const named = command
    .command('seed')
    .description('generate months of sample calls in a workspace without calls; the gateway must not be running')
    .option('-w, --workspace <id>', 'workspace; created if it does not exist', 'demo')
    .option('--days <number>', 'days up to now', '90')
    .option('--calls <number>', 'calls in all', '20000');
  addFolderOptions(named).action(run((options: SeedOptions) => seed(options, context)));
};
