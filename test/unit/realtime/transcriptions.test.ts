import { describe, expect, it } from 'vitest';
import { Transcriptions, type TranscriptionEvent } from '../../../src/realtime/usage.ts';

type Given = Partial<TranscriptionEvent> & Pick<TranscriptionEvent, 'step'>;

/** The transcriptions of a session. A token of sound is a tenth of a second. */
function makeSession() {
  const session = new Transcriptions({
    transcriber: { model: () => 'scribe' },
    ratesOf: () => ({ input_audio_tokens: 1n, output_tokens: 1n }),
  });
  const heard = (event: Given) =>
    session.read({ itemId: 'item_1', part: 0, text: '', at: null, usage: null, isUnbelieved: false, ...event });
  const charged = (itemId = 'item_1') => heard({ step: 'completed', itemId })?.usage.input_audio_tokens;
  const { sent, clearing } = session;
  return { sent, clearing, heard, charged, isBusy: () => session.isBusy(), end: () => session.end() };
}

describe('an item whose text was delivered', () => {
  it('is charged when too many others begin, and once', () => {
    const { sent, heard, end } = makeSession();
    sent(100);
    const charges = Array.from({ length: 1_026 }, (_, index) =>
      heard({ step: 'delta', itemId: `item_${index}`, text: 'letters!' }),
    );
    const flag = 'usage_missing';
    expect(charges.filter((charge) => charge !== null)).toEqual([
      { model: 'scribe', usage: { input_audio_tokens: 100, output_tokens: 2 }, flag },
      { model: 'scribe', usage: { input_audio_tokens: 0, output_tokens: 2 }, flag },
    ]);
    expect(heard({ step: 'completed', itemId: 'item_0', text: 'letters!' })).toBeNull();
    expect(end()).toHaveLength(1_024);
  });

  it('is forgotten when too many others begin, if it has none', () => {
    const { heard, end } = makeSession();
    for (let index = 0; index < 1_030; index += 1)
      expect(heard({ step: 'committed', itemId: `item_${index}` })).toBeNull();
    expect(end()).toEqual([]);
  });
});

describe('an item among hundreds that are not completed', () => {
  it('is charged by its report, with text and without', () => {
    const { sent, heard, charged } = makeSession();
    sent(100);
    for (const step of ['committed', 'delta'] as const)
      for (let index = 0; index < 500; index += 1)
        expect(heard({ step, itemId: `${step}_${index}`, text: 'letters!' })).toBeNull();
    expect(charged('committed_0')).toBe(100);
    const usage = { input_audio_tokens: 7 };
    expect(heard({ step: 'completed', itemId: 'delta_0', usage })?.usage).toEqual(usage);
  });
});

describe('the sound of an item', () => {
  it('is what was sent since the item before', () => {
    const { sent, heard, charged } = makeSession();
    sent(100);
    heard({ step: 'committed' });
    sent(40);
    heard({ step: 'committed', itemId: 'item_2' });
    expect([charged(), charged('item_2')]).toEqual([100, 40]);
  });

  it('is the stretch that the upstream heard, whatever was sent before and behind it', () => {
    const { sent, heard, charged } = makeSession();
    sent(600);
    heard({ step: 'started', at: 1_000 });
    heard({ step: 'stopped', at: 41_000 });
    sent(50);
    heard({ step: 'committed' });
    heard({ step: 'committed', itemId: 'item_2' });
    expect([charged(), charged('item_2')]).toEqual([400, 240]);
  });

  it('is as long as the upstream heard where its bytes are fewer than those of the usual rate', () => {
    const { sent, heard, charged } = makeSession();
    sent(10);
    heard({ step: 'started', at: 30_000 });
    heard({ step: 'stopped', at: 60_000 });
    heard({ step: 'committed' });
    expect(charged()).toBe(300);
  });

  it('begins where speech began, up to the last that was sent', () => {
    const { sent, heard, charged } = makeSession();
    sent(600);
    heard({ step: 'started', at: 20_000 });
    heard({ step: 'committed' });
    expect(charged()).toBe(400);
  });

  it('begins with the event where that does not say when speech began', () => {
    const { sent, heard, charged } = makeSession();
    sent(600);
    heard({ step: 'started' });
    sent(30);
    heard({ step: 'committed' });
    expect(charged()).toBe(30);
  });

  it('is not what was sent before the client asked for it to be discarded, and nothing else is discarded', () => {
    const { sent, clearing, heard, charged } = makeSession();
    sent(100);
    clearing();
    sent(60);
    heard({ step: 'cleared' });
    heard({ step: 'cleared' });
    heard({ step: 'committed' });
    expect(charged()).toBe(60);
  });

  it('is not discarded once it is an item', () => {
    const { sent, clearing, heard, charged } = makeSession();
    sent(100);
    clearing();
    heard({ step: 'committed' });
    heard({ step: 'cleared' });
    expect(charged()).toBe(100);
  });
});

describe('the text of an item', () => {
  it('is counted once where it comes in pieces and in segments', () => {
    const { heard, isBusy, end } = makeSession();
    heard({ step: 'segment', text: 'x'.repeat(40) });
    expect(isBusy()).toBe(true);
    heard({ step: 'delta', text: 'x'.repeat(80) });
    expect(end()).toMatchObject([{ usage: { output_tokens: 20 }, flag: 'usage_missing' }]);
    expect(isBusy()).toBe(false);
  });
});

describe('a transcription that is completed twice', () => {
  const usage = { input_audio_tokens: 7 };

  it('is charged once, and what is repeated of it is nothing unfinished', () => {
    const { heard, isBusy, end } = makeSession();
    expect(heard({ step: 'completed', usage })?.usage).toEqual(usage);
    expect(heard({ step: 'completed', usage })).toBeNull();
    heard({ step: 'delta', text: 'again' });
    heard({ step: 'segment', text: 'again' });
    expect([isBusy(), end()]).toEqual([false, []]);
  });

  it('is another one in another part of the same item, or without an id', () => {
    const { heard } = makeSession();
    for (const part of [0, 1]) expect(heard({ step: 'completed', part, usage })).not.toBeNull();
    for (const text of ['one', 'two']) expect(heard({ step: 'completed', itemId: '', text, usage })).not.toBeNull();
  });
});
