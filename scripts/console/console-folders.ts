import { join } from 'node:path';

/** Where the console's sources are. */
export const consoleSource = 'src/console';

/** Where its pages and assets go; the server serves them at `/console`. */
export const consoleOutput = join('dist', 'console');
