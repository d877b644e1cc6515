import { describe, expect, it } from 'vitest';
import { upgradeOf } from '../../../src/http/upgrade.ts';

/** What parses the messages of a key's WebSocket. */
const parserOf = (holder: string) =>
  upgradeOf({} as never, () => Promise.reject(new Error('not asked for')), { call: { memory: { holder } } } as never)
    .parse;

const parse = parserOf('key');

describe('a message of a WebSocket', () => {
  it('waits for its turn if it is long, and others go on meanwhile', async () => {
    const ended: string[] = [];
    const long = Buffer.from(JSON.stringify({ type: 'long', text: 'x'.repeat(2_000_000) }));
    const short = Buffer.from(JSON.stringify({ type: 'short' }));
    const note = async (message: Buffer): Promise<void> => {
      ended.push(JSON.stringify((await parse(message))['type']));
    };
    await Promise.all([note(long), note(short), note(long), note(short)]);
    expect(ended).toEqual(['"short"', '"short"', '"long"', '"long"']);
  });

  it('waits for no more than one message of a key that sends them without a pause', async () => {
    const ended: string[] = [];
    const send = async (holder: string, length: number): Promise<void> => {
      await parserOf(holder)(Buffer.from(JSON.stringify({ text: 'x'.repeat(length) })));
      ended.push(holder);
    };
    await Promise.all([...Array.from({ length: 5 }, () => send('busy', 1_100_000)), send('other', 3_000_000)]);
    expect(ended).toEqual(['busy', 'other', 'busy', 'busy', 'busy', 'busy']);
  });

  it('is held to the rules of a body', async () => {
    await expect(parse(Buffer.from('{"a":1,"a":2}'))).rejects.toMatchObject({ code: 'invalid_json' });
    await expect(parse(Buffer.from(`{"a":${'['.repeat(99)}`))).rejects.toMatchObject({ code: 'invalid_json' });
  });
});
