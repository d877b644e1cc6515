import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { testKey, type ConfigDraft, makeWorkspaceRow } from '../fakes/make-config.ts';
import { formType, testBoundary } from '../fakes/make-form.ts';
import { rawClient, type RawClient, type RawResponse } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, stall } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const mebibyte = 1_048_576;
const otherKey = 'sk-test-of-another';

const bootstrap: ConfigDraft['bootstrap'] = {
  workspaces: [makeWorkspaceRow('acme')],
  keys: [
    { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
    { workspace: 'acme', name: 'other', secret: new Secret(otherKey) },
  ],
};

const clients: RawClient[] = [];
let gateway: TestGateway;
const start = async (limits: ConfigDraft['limits'] = {}): Promise<void> => {
  gateway = await startGateway({ bootstrap, limits });
  gateway.upstream.always(json({ created: 1, data: [] }));
};
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await gateway.close();
});

/** Sends the head of a form; by default of an edit of an image, which is read as a whole before its call begins. */
async function begin({ key = testKey, bytes = 64 * mebibyte, path = '/v1/images/edits' } = {}): Promise<RawClient> {
  const client = await rawClient(gateway.url);
  clients.push(client);
  const lines = [`POST ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${key}`];
  client.send(`${[...lines, `content-type: ${formType}`, `content-length: ${bytes}`].join('\r\n')}\r\n\r\n`);
  return client;
}

const partOf = (name: string, value: string, more = ''): string =>
  `--${testBoundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const codeIn = ({ body }: RawResponse): unknown => (JSON.parse(body) as { error: { code: unknown } }).error.code;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const bytesOutside = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers;
};

/** Sends bytes, and resolves when the gateway has taken them from the connection, apart from what systems buffer. */
const pour = ({ socket }: RawClient, text: string): Promise<void> =>
  new Promise((resolve) => {
    socket.write(text, () => resolve());
  });

describe('a form that waits for its end', () => {
  it('keeps the heads of its parts, and not the chunks in which they came', async () => {
    await start();
    const client = await begin();
    const before = bytesOutside();
    const content = 'x'.repeat(65_536);
    for (let part = 0; part < 500; part += 1) await pour(client, partOf(`unknown-${part}`, content));
    await expect.poll(bytesOutside).toBeLessThan(before + 6 * mebibyte);
  });

  it('counts what it keeps in the memory of its key', async () => {
    await start({ bodyMemoryBytes: 1_048_576, keyBodyMemoryBytes: 65_536 });
    const first = await begin();
    const parts = Array.from({ length: 300 }, (_, part) => partOf(`unknown-${part}`, 'x'));
    await pour(first, parts.join(''));
    const refused = async (): Promise<readonly unknown[]> => {
      const second = await begin();
      await pour(second, parts.join(''));
      const response = await Promise.race([second.response(), first.response()]);
      return [response.status, codeIn(response), response.headers['retry-after']];
    };
    expect(await refused()).toEqual([503, 'overloaded', '2']);
    // The calls of another key are not affected.
    const other = await begin({ key: otherKey, bytes: parts.join('').length });
    await pour(other, parts.join(''));
    expect((await other.response()).status).toBe(400);
  });
});

describe('the disk that waiting forms take', () => {
  const open = partOf('image', 'x'.repeat(65_536), '; filename="a.png"').slice(0, -2);
  const fileOf = (bytes: number): string => open + 'x'.repeat(Math.floor(bytes));

  /** The refusal of one of two forms: which of them was written first is not seen from outside. */
  const refusalOf = async (...both: readonly RawClient[]) => {
    const refused = await Promise.race(both.map((client) => client.response()));
    const { message } = (JSON.parse(refused.body) as { error: { message: string } }).error;
    return [refused.status, codeIn(refused), refused.headers['retry-after'], message];
  };

  /** The status of a whole form of so many bytes. */
  const statusOf = async (bytes: number, key = testKey): Promise<number> => {
    const whole = `${fileOf(bytes)}\r\n${partOf('prompt', 'x')}${partOf('model', 'test-model')}--${testBoundary}--\r\n`;
    const client = await begin({ key, bytes: whole.length });
    client.send(whole);
    return (await client.response()).status;
  };

  it('is bounded for one key, whose other forms get 503 with Retry-After, and not those of another key', async () => {
    await start({ spoolBytes: 8 * mebibyte, keySpoolBytes: mebibyte });
    const [first, second] = [await begin(), await begin()];
    await Promise.all([pour(first, fileOf(0.7 * mebibyte)), pour(second, fileOf(0.7 * mebibyte))]);
    const message = expect.stringContaining('The calls of this key hold the most bytes of forms on the disk');
    expect(await refusalOf(first, second)).toEqual([503, 'overloaded', '10', message]);
    expect(await statusOf(0.7 * mebibyte, otherKey)).toBe(200);
    for (const { socket } of [first, second]) socket.destroy();
    await expect.poll(() => statusOf(0.7 * mebibyte)).toBe(200);
  });

  it('may be exceeded by a single form of a key, up to what the process has', async () => {
    await start({ spoolBytes: 4 * mebibyte, keySpoolBytes: mebibyte });
    expect(await statusOf(3 * mebibyte)).toBe(200);
    const [first, second] = [await begin(), await begin({ key: otherKey })];
    await Promise.all([pour(first, fileOf(2.5 * mebibyte)), pour(second, fileOf(2.5 * mebibyte))]);
    const message = expect.stringContaining('All calls together hold');
    expect(await refusalOf(first, second)).toEqual([503, 'overloaded', '10', message]);
  });
});

describe('a file of requests that is uploaded', () => {
  const statusOf = async (): Promise<number> => {
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    await response.arrayBuffer();
    return response.status;
  };

  it.each([
    ['counts the line that is held as memory of its key', 'batch', 503],
    ['holds nothing for another purpose', 'user_data', 200],
  ])('%s', async (_, purpose, status) => {
    await start({ bodyMemoryBytes: 1_048_576, keyBodyMemoryBytes: 524_288 });
    gateway.upstream.always([stall]);
    const line = `{"body":{"model":"${'x'.repeat(524_000)}`;
    const file = partOf('file', line, '; filename="in.jsonl"');
    const whole = `${partOf('purpose', purpose)}${file}--${testBoundary}--\r\n`;
    const client = await begin({ path: '/v1/files', bytes: whole.length });
    client.send(whole);
    // The provider has all of it. The line may still go on for all that is known: it has no end.
    await gateway.upstream.request(1);
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
    expect(await statusOf()).toBe(status);
  });
});
