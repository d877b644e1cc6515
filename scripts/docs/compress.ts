import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const compressions = { br: promisify(brotliCompress), gz: promisify(gzip) } as const;

/** Writes the compressed forms of a file next to it, as the server sends them. */
export async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  for (const [ending, shrink] of Object.entries(compressions))
    await writeFile(`${file}.${ending}`, await shrink(bytes));
}
