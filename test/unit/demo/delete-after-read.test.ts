import { pbkdf2 } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo, type Demo } from '../../../src/demo/start-demo.ts';

let demo: Demo;
/** One connection for all calls. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(async () => {
  agent.destroy();
  await demo.close();
});

const call = (method: string, path: string, body?: Buffer | string, type?: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const headers = { 'anthropic-version': '2023-06-01', ...(type !== undefined && { 'content-type': type }) };
    const sent = request(demo.url + path, { method, agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });

/** Keeps the threads that read files busy, as on a loaded machine. Returns what ends it. */
function keepThreadsBusy(): () => Promise<void> {
  let isOver = false;
  const job = (): Promise<void> =>
    new Promise((resolve) => {
      pbkdf2('a', 'b', 20_000, 64, 'sha512', () => resolve(isOver ? undefined : job()));
    });
  const jobs = Promise.all(Array.from({ length: 12 }, job));
  return async () => {
    isOver = true;
    await jobs;
  };
}

it('deletes a file right after its content was read, on the same connection', async () => {
  const form = [
    '--x',
    'content-disposition: form-data; name="file"; filename="a.txt"',
    'content-type: text/plain',
    '',
    'Hello.',
    '--x--',
    '',
  ].join('\r\n');
  const { text } = await call('POST', '/v1/files', form, 'multipart/form-data; boundary=x');
  const { id } = JSON.parse(text) as { readonly id: string };
  const rest = keepThreadsBusy();
  try {
    expect(await call('GET', `/v1/files/${id}/content`)).toEqual({ status: 200, text: 'Hello.' });
    expect((await call('DELETE', `/v1/files/${id}`)).status).toBe(200);
  } finally {
    await rest();
  }
});
