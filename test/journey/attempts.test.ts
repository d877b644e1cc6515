import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/console/types.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, reset } from '../fakes/script.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';

type Detail = components['schemas']['CallDetail'];

/** A gateway whose first model has two fallbacks. */
describe('the attempts of a call', () => {
  const clock = makeShiftedClock();
  let gateway: ConsoleGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.always(json(chatCall.answer));
    gateway = await startConsole({
      clock,
      providers: [makeProvider('near', 'a', upstream.url), makeProvider('far', 'a', upstream.url)],
      models: [
        makeModel('first', ['near'], { fallbacks: ['second', 'third'] }),
        makeModel('second', ['far']),
        makeModel('third', ['near']),
      ],
    });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const details = async (requestId: string): Promise<readonly Detail[]> => {
    const page = await (await gateway.ask(`/calls?request_id=${requestId}`)).json();
    const { data } = page as components['schemas']['CallPage'];
    return Promise.all(data.map(async ({ id }) => (await (await gateway.ask(`/calls/${id}`)).json()) as Detail));
  };
  const chat = (model: string, requestId: string): Promise<Response> =>
    gateway.call('/v1/chat/completions', {
      body: { ...chatCall.request, model },
      headers: { 'x-request-id': requestId },
    });

  it('are all shown with each of them, in order, with the reason why the next one was tried', async () => {
    upstream.next(json({ error: { message: 'Busy.' } }, { status: 429 }));
    upstream.next([reset]);
    await (await chat('first', 'req-attempts')).arrayBuffer();
    const found = await details('req-attempts');
    expect(found).toHaveLength(3);
    const [{ attempts } = { attempts: [] }] = found;
    for (const detail of found) expect(detail.attempts).toEqual(attempts);
    expect(attempts).toMatchObject([
      { model: 'first', provider: 'near', status: 429, outcome: 'failed', error: 'rate_limit_exceeded' },
      { model: 'second', provider: 'far', status: 502, outcome: 'failed', error: 'upstream_invalid' },
      { model: 'third', provider: 'near', status: 200, outcome: 'completed', error: null },
    ]);
    expect(attempts.map(({ started_at: at }) => at)).toEqual([
      found[0]?.call.started_at,
      ...attempts.slice(0, -1).map(({ ended_at: at }) => at),
    ]);
  });

  it('do not mix two requests with one request id that the caller has chosen', async () => {
    for (let call = 0; call < 2; call += 1) {
      await (await chat('second', 'req-twice')).arrayBuffer();
      clock.shift(1_000);
    }
    const found = await details('req-twice');
    expect(found.map(({ attempts, call }) => attempts.map(({ call_id: id }) => id === call.id))).toEqual([
      [true],
      [true],
    ]);
  });

  it('are named in the flags of a call that failed', async () => {
    upstream.next(json({ error: { message: 'No.' } }, { status: 400 }));
    await (await chat('second', 'req-refused')).arrayBuffer();
    const [detail] = await details('req-refused');
    expect(detail?.call.flags).toEqual([`error:${detail?.attempts[0]?.error}`]);
  });
});
