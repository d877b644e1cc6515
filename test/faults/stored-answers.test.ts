import { describe, expect, it, onTestFinished } from 'vitest';
import { makeMetering } from '../../src/metering/metering.ts';
import { json } from '../fakes/script.ts';
import { startGateway } from '../journey/start-gateway.ts';

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const response = { id: 'resp_theirs', object: 'response', status: 'completed', model: 'test-model', output: [], usage };
const completion = {
  id: 'chatcmpl_theirs',
  object: 'chat.completion',
  model: 'test-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

const input = { model: 'test-model', input: 'Hi' };
const chat = { model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] };

describe('while calls go on without the database', () => {
  /** A gateway whose books say that the database is away from `leave` on, for so many milliseconds already. */
  async function setUp() {
    let awayFor: number | null = null;
    const gateway = await startGateway({
      metering: (parts) => {
        const health = () =>
          awayFor === null ? parts.ledger.health() : ({ state: 'offline', message: 'away', awayFor } as const);
        return makeMetering({ ...parts, ledger: { ...parts.ledger, health } });
      },
    });
    onTestFinished(gateway.close);
    return { ...gateway, leave: (milliseconds: number): void => void (awayFor = milliseconds) };
  }

  it.each([
    ['a response', '/v1/responses', input, response],
    ['a chat completion', '/v1/chat/completions', { ...chat, store: true }, completion],
  ])(
    '%s that would be stored is refused before it is sent to a provider, but not for a single lost connection',
    async (_, path, body, answer) => {
      const { call, upstream, leave } = await setUp();
      upstream.next(json(answer));
      expect((await call(path, { body })).status).toBe(200);
      leave(1_001);
      upstream.forget();
      const refused = await call(path, { body });
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('could not be stored');
      expect(upstream.requests).toEqual([]);
      upstream.next(json(answer));
      expect((await call(path, { body: { ...body, store: false } })).status).toBe(200);
      leave(1_000);
      upstream.next(json(answer));
      expect((await call(path, { body })).status).toBe(200);
    },
  );
});
