import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `new URL('./worker.ts', import.meta.url)`, and dynamic imports whose path the compiler cannot read. */
const address = /(['"`])(\.{1,2}\/[\w./-]+)\.ts\1/g;

/**
 * The compiler turns `.ts` into `.js` in imports only. URLs of our own modules (such as a worker's file) are rewritten here.
 *
 * @param output the folder of emitted JavaScript; files are rewritten in place
 */
export function repairAddresses(output: string): void {
  for (const entry of readdirSync(output, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const file = join(entry.parentPath, entry.name);
    const code = readFileSync(file, 'utf8');
    const repaired = code.replace(address, '$1$2.js$1');
    if (repaired !== code) writeFileSync(file, repaired);
  }
}
