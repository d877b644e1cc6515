import { describe, expect, it } from 'vitest';
import { upgradeOf } from '../../../src/http/socket-call.ts';

const { parse } = upgradeOf({} as never, () => Promise.reject(new Error('not asked for')), {} as never);

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

  it('is held to the rules of a body', async () => {
    await expect(parse(Buffer.from('{"a":1,"a":2}'))).rejects.toMatchObject({ code: 'invalid_json' });
    await expect(parse(Buffer.from(`{"a":${'['.repeat(99)}`))).rejects.toMatchObject({ code: 'invalid_json' });
  });
});
