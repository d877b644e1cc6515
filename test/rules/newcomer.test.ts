import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const [, section = ''] = /\n## Find your way\n([\s\S]*?)\n## /.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
const files = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path = '']) => path);
const lines = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;

describe('the path of a newcomer in CONTRIBUTING', () => {
  it('names eight files that exist', () => {
    expect(files.length).toBe(8);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('says within 15 % how many lines they have', () => {
    const [, total = ''] = /about ([\d,]+) lines/.exec(section) ?? [];
    const stated = Number(total.replace(',', ''));
    const real = files.reduce((sum, path) => sum + lines(path), 0);
    expect(Math.abs(stated - real) / real, `stated ${stated}, real ${real}`).toBeLessThanOrEqual(0.15);
  });
});
