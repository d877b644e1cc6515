/**
 * Builds the web console into `dist/console/`. The server serves it at `/console`.
 *
 *     npm run console                builds it
 *     npm run console -- --if-stale  builds it if its sources have changed. `npm ci` runs it so, also with `--omit=dev`: what
 *                                    builds it are optional dependencies. Without them, it does nothing, silently.
 *     npm run console -- --dev       serves the sources on port 5173 and passes requests on to a gateway on port 8585
 */
import { buildConsole, canBuildConsole } from './console/build-console.ts';

const ifStale = process.argv.includes('--if-stale');

if (ifStale && !canBuildConsole()) process.exit(0);

if (process.argv.includes('--dev')) {
  const [{ createServer }, { developmentSettings }] = await Promise.all([
    import('vite'),
    import('./console/console-settings.ts'),
  ]);
  const server = await createServer(developmentSettings(process.env['DIGLOT_URL'] ?? 'http://127.0.0.1:8585'));
  await server.listen();
  server.printUrls();
} else {
  const built = await buildConsole(ifStale);
  if (built || !ifStale) console.log(`dist/console${built ? '' : ' is up to date'}`);
}
