import { describe, expect, it } from 'vitest';
import { makeRegistry, type Registry } from '../../../src/shared/collections.ts';

const all = (registry: Registry<string>): string[] => {
  const seen: string[] = [];
  registry.each((thing) => seen.push(thing));
  return seen;
};

describe('a registry', () => {
  it('holds what came in and has not gone out', () => {
    const registry = makeRegistry<string>();
    const removeOne = registry.add('one');
    registry.add('two');
    removeOne();
    expect(all(registry)).toEqual(['two']);
    registry.add('three');
    expect(all(registry)).toEqual(['three', 'two']);
  });

  it('remove nothing the second time, when the slot has another member', () => {
    const registry = makeRegistry<string>();
    const remove = registry.add('one');
    remove();
    registry.add('two');
    remove();
    expect(all(registry)).toEqual(['two']);
  });

  it('may lose a thing while they are gone through', () => {
    const registry = makeRegistry<string>();
    const removes = ['one', 'two', 'three'].map((name) => registry.add(name));
    const seen: string[] = [];
    registry.each((thing) => {
      seen.push(thing);
      for (const remove of removes) remove();
    });
    expect([seen, all(registry)]).toEqual([['one'], []]);
  });
});
