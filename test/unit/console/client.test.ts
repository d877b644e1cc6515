import createClient from 'openapi-fetch';
import { describe, expect, it } from 'vitest';
import type { paths } from '../../../generated/console/types.ts';
import { dataOf, failureOf, type RequestFailure } from '../../../src/console/api/client.ts';

/** The session, as a gateway that gives this answer is asked for it; and how ending it goes. */
const ask = (answer: () => Promise<Response>) => {
  const client = createClient<paths>({ baseUrl: 'http://gateway.test/console/api', fetch: answer });
  return { session: () => dataOf(client.GET('/session')), signOut: () => dataOf(client.DELETE('/session')) };
};

const failing = async (answer: () => Promise<Response>): Promise<RequestFailure> =>
  ask(answer)
    .session()
    .then(
      () => Promise.reject(new Error('It was answered.')),
      (thrown: unknown) => failureOf(thrown),
    );

const problem = { type: '/errors/forbidden', title: 'Forbidden', status: 403, detail: 'Not yours.', code: 'forbidden' };

describe('an answer of the control API, in the console', () => {
  it('gives its data, and nothing where it has none', async () => {
    await expect(ask(async () => Response.json({ object: 'session' })).session()).resolves.toEqual({
      object: 'session',
    });
    await expect(ask(async () => new Response(null, { status: 204 })).signOut()).resolves.toBeUndefined();
  });

  it('fails with the problem that the gateway describes', async () => {
    const failure = await failing(async () => Response.json(problem, { status: 403 }));
    expect(failure).toMatchObject({ status: 403, problem, message: 'Not yours.', isUnreachable: false });
  });

  it.each([
    ['no answer', async () => Promise.reject(new TypeError('Failed to fetch')), 0, true],
    ['a proxy without a gateway', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), 502, true],
    ['a page of something else', async () => new Response('<h1>Welcome</h1>'), 200, false],
    ['an empty answer', async () => new Response(''), 200, false],
  ])('fails without one by %s', async (_, answer, status, isUnreachable) => {
    expect(await failing(answer)).toMatchObject({ status, problem: undefined, isUnreachable });
  });
});
