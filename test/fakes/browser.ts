import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * The builds of Chromium that the tests can use, as Debian places them. The one without windows opens pages in half the time. It is
 * named without its script in /usr/bin, which would leave it running when it is killed.
 */
const builds = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

export const browserPath = builds.find((path) => existsSync(path)) ?? 'chromium';

/** Whether this machine has Chromium. CI always does. */
export const browserIsHere = process.env['CI'] === 'true' || spawnSync(browserPath, ['--version']).status === 0;
