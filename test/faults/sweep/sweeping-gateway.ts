/** Run as a process that can be killed: a whole gateway that sweeps as often as it is asked to, on a folder that stays. */
import { join } from 'node:path';
import { startApp } from '../../../src/app.ts';
import { systemClock, type Clock } from '../../../src/shared/time/clock.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeConfig, makeProvider } from '../../fakes/make-config.ts';

const [folder = '', upstream = '', retention = '', sweepMilliseconds = ''] = process.argv.slice(2);

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
const { url } = await startApp({ config, dataFolder: folder, clock, log: silentLog });
process.stdout.write(`${url}\n`);
