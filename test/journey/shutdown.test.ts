import { describe, expect, it } from 'vitest';
import { json } from '../fakes/script.ts';
import { startGateway } from './start-gateway.ts';

const prompt = { model: 'test-model', messages: [{ role: 'user', content: 'hi' }] };
const answer = { id: 'c', object: 'chat.completion', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } };

describe('a gateway that is asked to stop', () => {
  it('says so while it still takes calls, then takes none', async () => {
    const gateway = await startGateway({ shutdownDelay: 1_500 });
    gateway.upstream.always(() => json(answer));
    const ready = await fetch(`${gateway.url}/readyz`);
    const closed = gateway.close();
    const refused = await fetch(`${gateway.url}/readyz`);
    const call = await gateway.call('/v1/chat/completions', { method: 'POST', body: prompt });
    expect([ready.status, refused.status, call.status]).toEqual([200, 503, 200]);
    await closed;
    await expect(fetch(`${gateway.url}/readyz`)).rejects.toThrow('fetch failed');
  });
});
