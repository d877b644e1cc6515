import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Every test file, every database thread and every gateway that a test starts reads the same modules: without compiled code that is
// kept between them, that is half of the work of all tests.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** A proxy of the person who runs the tests reaches no server on loopback: Node and the SDKs would wait for it. */
const withoutProxy = {
  ...{ NODE_USE_ENV_PROXY: '', NO_PROXY: '*', no_proxy: '*' },
  ...{ HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '', http_proxy: '', https_proxy: '', all_proxy: '' },
};

/** All tests run offline, against servers on loopback ports that the system chooses. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Tests read files by paths from the root, and some start processes: both want one clean process per file.
    isolate: true,
    // Three at least, also where there are two processors: tests wait for sockets, disks and processes for much of their time.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // These end what hangs. No test has to be done in a given time: on a busy machine any call may take seconds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // A demo or a bootstrap must not find the credentials of the person who runs the tests.
    env: { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', NO_COLOR: '1', ...withoutProxy },
    unstubEnvs: true,
    restoreMocks: true,
  },
});
