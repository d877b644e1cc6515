import { describe, expect, it } from 'vitest';
import { makeSlots, type Slots } from '../../../src/shared/slots.ts';

const all = (slots: Slots<string>): string[] => {
  const seen: string[] = [];
  slots.each((thing) => seen.push(thing));
  return seen;
};

describe('slots', () => {
  it('hold what came in and has not gone out', () => {
    const slots = makeSlots<string>();
    const removeOne = slots.add('one');
    slots.add('two');
    removeOne();
    expect(all(slots)).toEqual(['two']);
    slots.add('three');
    expect(all(slots)).toEqual(['three', 'two']);
  });

  it('take nothing out a second time, when the slot is somebody else’s', () => {
    const slots = makeSlots<string>();
    const remove = slots.add('one');
    remove();
    slots.add('two');
    remove();
    expect(all(slots)).toEqual(['two']);
  });

  it('may lose a thing while they are gone through', () => {
    const slots = makeSlots<string>();
    const removes = ['one', 'two', 'three'].map((name) => slots.add(name));
    const seen: string[] = [];
    slots.each((thing) => {
      seen.push(thing);
      for (const remove of removes) remove();
    });
    expect([seen, all(slots)]).toEqual([['one'], []]);
  });
});
