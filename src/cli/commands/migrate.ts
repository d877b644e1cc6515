import { findConfigFile, findDataFolder } from '../../config/environment.ts';
import { loadConfig } from '../../config/load-config.ts';
import { copyToPostgres, type CopyProgress, type CopyReport } from '../../store/move/copy-to-postgres.ts';
import { openEmbeddedSource } from '../../store/move/embedded-source.ts';
import { addFolderOptions } from '../find-server.ts';
import { type CliContext, CliFailure, type DefineCommand, exitCodes } from '../context.ts';
import { formatTable } from '../with-control.ts';
import { findDatabaseFile, withoutPassword } from '../prepare-start.ts';

interface MigrateOptions {
  readonly to: string;
  readonly config?: string;
  readonly data?: string;
  readonly json?: boolean;
}

const columns = ['TABLE', '>ROWS', 'SHA-256 OF ALL ROWS'] as const;

/** How often progress is printed. */
const reportMilliseconds = 2_000;

/** Prints progress to standard error, so that standard output has the result alone. */
function makeReporter({ err, clock }: CliContext): (progress: CopyProgress) => void {
  const verbs = { copy: 'copied', compare: 'compared' } as const;
  let reportedAt = clock.monotonic();
  return ({ step, table, rows, of }) => {
    if (clock.monotonic() - reportedAt < reportMilliseconds) return;
    reportedAt = clock.monotonic();
    err(`${table}: ${verbs[step]} ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows\n`);
  };
}

function summaryOf({ copied, tables }: CopyReport, path: string, target: string): string {
  const first = copied
    ? `Copied ${path} to ${target}. Every row was read back and compared.`
    : `${target} held every row of ${path} already. All were compared; nothing was written.`;
  const rows = tables.map(({ name, rows: count, digest }) => [name, count.toLocaleString('en'), digest]);
  return [
    first,
    '',
    formatTable(columns, rows),
    'Nothing was switched: the embedded database is as it was. To switch, set storage.database (or DIGLOT_DATABASE) to the',
    'new address and start with the same data folder. Calls that are made on the embedded database from now on are not in the copy.',
    '',
  ].join('\n');
}

async function migrate({ to, json, ...options }: MigrateOptions, context: CliContext): Promise<void> {
  const { environment, clock, stop } = context;
  if (!/^postgres(?:ql)?:\/\//.test(to)) {
    throw new CliFailure(
      `--to must be postgres://user@host/name; you wrote ${JSON.stringify(withoutPassword(to))}.`,
      exitCodes.configuration,
    );
  }
  const dataFolder = findDataFolder(options.data, environment);
  const file = findConfigFile(options.config, environment);
  const { config } = await loadConfig({ file, environment, dataFolder });
  const path = findDatabaseFile(config);
  if (path === null) {
    throw new CliFailure(
      'storage.database names no embedded database. Name the one to copy with DIGLOT_DATABASE=sqlite:<file>.',
      exitCodes.configuration,
    );
  }
  const source = openEmbeddedSource(path);
  try {
    const onProgress = makeReporter(context);
    const report = await copyToPostgres({ source, target: to, now: clock.now(), onProgress, stop });
    const shown = summaryOf(report, path, withoutPassword(to));
    context.out(json ? `${JSON.stringify({ source: path, target: withoutPassword(to), ...report })}\n` : shown);
  } finally {
    source.close();
  }
}

/** `diglot migrate` */
export const defineMigrate: DefineCommand = (command, context, run) => {
  addFolderOptions(
    command.requiredOption(
      '--to <address>',
      'an empty database: postgres://user@host/name; PGPASSWORD may hold its password',
    ),
  )
    .option('--json', 'print the result as JSON')
    .action(run((options: MigrateOptions) => migrate(options, context)));
};
