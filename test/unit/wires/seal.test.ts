import { describe, expect, it } from 'vitest';
import { isSeal } from '../../../src/shared/secret.ts';
import { makeSeals, openProofs, sealProofs } from '../../../src/wires/translation/proofs.ts';
import type { TurnEvent } from '../../../src/wires/turn.ts';
import { raw, turnWires } from './translation/turn-wires.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const binding = { workspace: 'acme', vendor: 'anthropic', family: 'claude' };
const thinking = '{"type":"thinking","thinking":"Hm","signature":"Eq=="}';

describe('a seal', () => {
  it('gives back what is in it, byte for byte, and another one each time', () => {
    const seals = makeSeals([first]);
    const [one, other] = [seals.seal(thinking, binding), seals.seal(thinking, binding)];
    expect(one).not.toBe(other);
    expect([isSeal(one), seals.open(one, binding), seals.open(other, binding)]).toEqual([true, thinking, thinking]);
    expect(one).not.toContain('thinking');
  });

  it.each([
    ['another workspace', { ...binding, workspace: 'other' }],
    ['another vendor', { ...binding, vendor: 'openai' }],
    ['another family of models', { ...binding, family: 'gpt' }],
    ['names that only together are the same', { workspace: 'acme', vendor: 'anthropicc', family: 'laude' }],
  ])('does not open for %s', (_, other) => {
    const seals = makeSeals([first]);
    expect(seals.open(seals.seal(thinking, binding), other)).toBeNull();
  });

  it('does not open where one character of it has changed', () => {
    const seals = makeSeals([first]);
    const seal = seals.seal('abc', binding);
    for (let at = 0; at < seal.length - 1; at += 1) {
      const changed = `${seal.slice(0, at)}${seal[at] === 'A' ? 'B' : 'A'}${seal.slice(at + 1)}`;
      expect(seals.open(changed, binding), `at ${at}`).toBeNull();
    }
    for (const broken of ['', 'dg1.', 'dg1.x', 'dg1.00000000.', seal.slice(0, 20)])
      expect(seals.open(broken, binding)).toBeNull();
  });

  it('opens under a key that no longer seals, and not without it', () => {
    const old = makeSeals([first]).seal(thinking, binding);
    expect(makeSeals([second, first]).open(old, binding)).toBe(thinking);
    expect(makeSeals([second]).open(old, binding)).toBeNull();
  });

  it('needs a key of 32 bytes', () => {
    expect(() => makeSeals([])).toThrow(TypeError);
    expect(() => makeSeals([Buffer.alloc(31)])).toThrow(TypeError);
  });
});

describe('a thought', () => {
  const seals = makeSeals([first]);
  const proof: TurnEvent = {
    type: 'mark',
    part: 0,
    mark: { type: 'proof', proof: { wire: 'messages', raw: thinking } },
  };
  const sealed = sealProofs(seals, binding)(proof);
  const seal = sealed.type === 'mark' && sealed.mark.type === 'seal' ? sealed.mark.seal : '';
  const user = { role: 'user', content: 'Hi' };
  const turn = turnWires.responses.readRequest(
    raw({
      model: 'm',
      input: [
        user,
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal },
        { ...user, role: 'assistant' },
      ],
    }),
  );

  it('goes back to the model that had it as the block that it was', () => {
    const opened = openProofs(turn, seals, binding);
    expect(opened.losses).toEqual([]);
    expect(opened.turn.messages[1]?.parts[0]).toMatchObject({ proof: { wire: 'messages', raw: thinking }, seal: null });
  });

  it('is left out, and reported, for any other model', () => {
    const opened = openProofs(turn, seals, { ...binding, family: 'gpt' });
    expect(opened.losses).toMatchObject([{ key: 'thought-sealed', path: 'input[1]', kind: 'advisory' }]);
    expect(opened.turn.messages[1]?.parts.map(({ type }) => type)).toEqual(['text']);
  });
});
