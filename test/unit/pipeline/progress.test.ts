import { describe, expect, it } from 'vitest';
import { boundOf } from '../../../src/pipeline/hold-estimate.ts';
import { makeTally } from '../../../src/pipeline/tally.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import { makeResponseSlot } from '../../../src/realtime/response-slot.ts';
import type { Route } from '../../../src/routing/route.ts';
import type { WireId } from '../../../src/wires/meter.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeModel } from '../../fakes/make-config.ts';
import { recordHold } from './record-hold.ts';

/** One token in the vocabularies in use, and sixteen by its letters. */
const rule = '-'.repeat(64);

const unlimited = makeModel('m', ['up'], { maxInputTokens: null, maxOutputTokens: null });

function tallyOf(asks: object = {}, model = unlimited, wire: WireId = 'chat-completions') {
  const hold = recordHold();
  const facts = readRequestFacts(Buffer.from(JSON.stringify(asks)), asks, wire);
  const bound = boundOf(facts, model);
  return { hold, tally: makeTally({ hold, clock: makeHandClock(), startedMonotonic: 0, facts, bound, rates: {} }) };
}

describe('what is noted of a call on the way, for the case that the gateway dies', () => {
  it('is what was reported, and a token for four letters', () => {
    const { hold, tally } = tallyOf();
    tally.accepted();
    tally.add({ images: 1 });
    tally.report({ input_tokens: 3 });
    tally.output('four'.repeat(512));
    expect(hold.noted).toEqual([
      [{ images: 1 }, 'estimate'],
      [{ images: 1, input_tokens: 3 }, 'partial'],
      [{ images: 1, input_tokens: 3, output_tokens: 512 }, 'partial'],
    ]);
  });

  it.each([
    ['the request asks for', { max_tokens: 100 }, unlimited, 100],
    ['the request asks for, of all answers together', { max_tokens: 100, n: 2 }, unlimited, 200],
    ['the model can put out', {}, { ...unlimited, maxOutputTokens: 150 }, 150],
    ['is held for a call without a limit', {}, unlimited, 32_768],
  ])('is never more output than %s', (_, asks, model, most) => {
    const { hold, tally } = tallyOf(asks, model);
    tally.accepted();
    for (let tokens = 0; tokens <= most; tokens += 1) tally.output(rule);
    expect(hold.noted.at(-1)).toEqual([{ output_tokens: most }, 'estimate']);
  });

  it('is what came, as is the charge, if a host ignores a limit of 0', async () => {
    const { hold, tally } = tallyOf({ max_tokens: 0 }, unlimited, 'messages');
    tally.accepted();
    tally.output('four'.repeat(512));
    tally.guess({ output_tokens: 40 });
    expect(hold.noted.at(-1)).toEqual([{ output_tokens: 512 }, 'estimate']);
    await tally.close({ outcome: 'client_left', status: 200 });
    const { output_tokens: output = 0 } = hold.ends[0]?.usage ?? {};
    expect(output).toBeGreaterThan(500);
  });

  it('is never more than a response of a session is held for', async () => {
    const hold = recordHold();
    const route = { price: { from: 0, rates: {} } } as unknown as Route;
    const bound = { input: 1_000, output: 100, answers: 1 };
    const slot = makeResponseSlot({ hold, route, bound, routeOf: () => null, clock: makeHandClock() });
    slot.begin({ text: 900, audio: 300 }, null);
    slot.accepted();
    for (let delta = 0; delta < 64; delta += 1) slot.output(rule, 1);
    const most = { input_tokens: 700, input_audio_tokens: 300, output_tokens: 36, output_audio_tokens: 64 };
    expect(hold.noted.at(-1)).toEqual([most, 'estimate']);
    await slot.settle({ outcome: 'client_left', status: 200 });
    expect(hold.ends[0]).toMatchObject({ usage: most, usageSource: 'estimate' });
  });
});
