/** The gateway with everything on (or, with `money-off`, without admission and settling), in front of the bench upstream. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeConfig, makeModel, makeProvider } from '../../test/fakes/make-config.ts';
import { freeMetering } from './free-metering.ts';
import { usualLevels } from '../../src/shared/log.ts';
import { tellHeldBytes } from './held-bytes.ts';
import { backgroundOutput, jsonLog } from '../../src/telemetry/log.ts';

const [origin = '', mode = ''] = process.argv.slice(2);
const dataFolder = mkdtempSync(join(tmpdir(), 'diglot-bench-'));
const limits = { eventLoopDelayMilliseconds: 100 };
const plain = makeConfig({
  limits,
  // The only format that the bench upstream speaks: calls of other formats are translated.
  providers: [{ ...makeProvider('up', 'a', origin), wires: ['chat-completions'] }],
  models: [makeModel('bench', ['up'])],
});
const config = {
  ...plain,
  storage: {
    ...plain.storage,
    database: `sqlite:${join(dataFolder, 'bench.db')}`,
    drive: `file:${join(dataFolder, 'drive')}`,
  },
};
const log = jsonLog(() => usualLevels, backgroundOutput(join(dataFolder, 'log')));
const app = await startApp({
  config,
  dataFolder,
  clock: systemClock,
  log,
  ...(mode === 'money-off' && { metering: freeMetering }),
});
await app.warming.warm();
tellHeldBytes();
process.send?.({ ready: Number(new URL(app.url).port) });
process.once('disconnect', () => {
  rmSync(dataFolder, { recursive: true, force: true });
  process.exit();
});
