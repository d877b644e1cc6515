import { describe, expect, it } from 'vitest';
import { german } from '../../../src/console/text/de/german.ts';
import { english } from '../../../src/console/text/en/english.ts';
import { unitKinds } from '../../../src/shared/usage.ts';
import type { Catalogue } from '../../../src/console/text/catalogue.ts';

const formsOf = (message: Catalogue[keyof Catalogue]): readonly string[] =>
  typeof message === 'string' ? [message] : [message.one, message.other];
const placesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
const keys = Object.keys(english) as (keyof Catalogue)[];

describe('the texts of the console', () => {
  it('put the same values in every language', () => {
    const differing = keys.filter((key) => {
      const wanted = formsOf(english[key]).map(placesIn).at(-1);
      return placesIn(formsOf(german[key]).at(-1) ?? '').join() !== wanted?.join();
    });
    expect(differing).toEqual([]);
  });

  it('have no text that was left in English, but for names', () => {
    const same = keys.filter((key) => {
      const [text = ''] = formsOf(english[key]);
      return text === formsOf(german[key])[0] && /[a-z]{4,} [a-z]{2,}/.test(text);
    });
    expect(same).toEqual([]);
  });

  it('name every kind of unit', () => {
    expect(unitKinds.filter((kind) => !Object.hasOwn(english, `unit.${kind}`))).toEqual([]);
  });

  it('name the pages as the documentation does', () => {
    const names = ['nav.overview', 'nav.keys', 'nav.usage', 'nav.credits', 'keys.create', 'keys.do.revoke'] as const;
    expect(names.map((name) => english[name])).toEqual([
      'Overview',
      'API Keys',
      'Usage',
      'Plans and Credits',
      'Create key',
      'Revoke',
    ]);
  });
});
