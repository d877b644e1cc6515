import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { withFile } from './load-text.ts';

const text = 'server:\n  port: 9000\nproducts: [{ sku: a, name: "café", free: true }]\n';

describe('a configuration file', () => {
  it.each([
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'it is UTF-16 or no text at all; save it as UTF-8, and'],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'it is UTF-16 or no text at all'],
    ['Latin-1', Buffer.from(text, 'latin1'), 'line 3 has bytes that are not UTF-8; save it as UTF-8'],
    ['a last line that is cut', Buffer.from('a: é').subarray(0, -1), 'line 1 has bytes that are not UTF-8'],
  ])('in %s is refused for that', (_, bytes, problem) =>
    withFile('', async (file) => {
      writeFileSync(file, bytes);
      await expect(loadConfig({ file, environment: {} })).rejects.toThrow(`the file cannot be read (${problem}`);
    }),
  );

  it('may begin with the byte order mark of UTF-8', () =>
    withFile(`\ufeff${text}`, async (file) => {
      const { config } = await loadConfig({ file, environment: {} });
      expect(config.server.port).toBe(9000);
      expect(config.catalog.products.get('a')?.name).toBe('café');
    }));
});

describe('a file with a secret', () => {
  it('in another encoding is refused for that, without its content', () =>
    withFile('', async (file) => {
      writeFileSync(file, Buffer.from('CANARY-é', 'latin1'));
      const environment = { DIGLOT_ADMIN_KEY_FILE: file };
      await expect(loadConfig({ file: null, environment })).rejects.toThrow(
        `names a file that cannot be read: ${file} (line 1 has bytes that are not UTF-8; save it as UTF-8)`,
      );
    }));
});
