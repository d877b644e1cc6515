/** Run as a process that can be killed: a whole gateway that sweeps as often as it is asked to, on a folder that stays. */
import { writeSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { systemClock, type Clock } from '../../../src/shared/time/clock.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeConfig, makeProvider } from '../../fakes/make-config.ts';

const [folder = '', upstream = '', retention = '', sweepMilliseconds = '', most = 'Infinity'] = process.argv.slice(2);

/** After the bytes of `most` files are deleted, it says so, and stands still in the middle of its sweep until it is killed. */
let deleted = 0;
const { unlink } = files;
files.unlink = async (path) => {
  await unlink(path);
  deleted += 1;
  if (deleted !== Number(most)) return;
  writeSync(1, 'stopped\n');
  process.kill(process.pid, 'SIGSTOP');
};
syncBuiltinESMExports();

/** Timers of minutes are the sweeper's and the orphan collector's: nothing else here waits so long. */
const minutes = 300_000;
const clock: Clock = {
  ...systemClock,
  after: (milliseconds, action) =>
    systemClock.after(milliseconds >= minutes ? Number(sweepMilliseconds) : milliseconds, action),
};
const config = makeConfig({
  providers: [makeProvider('up-a', 'a', upstream), makeProvider('up-b', 'b', upstream)],
  storage: { database: `sqlite:${join(folder, 'diglot.db')}`, drive: `file:${join(folder, 'drive')}` },
  limits: { driveRetentionSeconds: Number(retention) },
});
const { startApp } = await import('../../../src/app.ts');
const { url } = await startApp({ config, dataFolder: folder, clock, log: silentLog });
process.stdout.write(`${url}\n`);
