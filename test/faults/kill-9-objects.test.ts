import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startGateway, testKey, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

/** A turn whose answer a client has seen to its end. */
interface MutexKey {
  readonly id: string;
  readonly text: string;
}

const rounds = 4;
const clients = 6;
const manyItems = 700;

/** What the upstream says to the question that a request ends with, streamed where it is asked to. */
function answerTo(body: string): ReturnType<typeof json> {
  const request = JSON.parse(body) as { readonly stream?: boolean; readonly input: readonly { content: string }[] };
  const text = `answer to ${request.input.at(-1)?.content}`;
  const item = { id: `msg_${text}`, type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const response = { id: 'resp_theirs', object: 'response', status: 'completed', output: [item], usage };
  if (request.stream !== true) return json(response);
  return sse([
    `event: response.completed\ndata: ${JSON.stringify({ type: 'response.completed', sequence_number: 0, response })}\n\n`,
  ]);
}

describe('kill -9 while responses are stored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-objects-'));
  const seen: MutexKey[] = [];
  const conversations: string[] = [];
  let upstream: ScriptedUpstream;
  let last: Gateway;

  const call = (url: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  /** Turns one after another until the gateway is gone. */
  const talk = async ({ url }: Gateway, conversation: string, name: string): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      const content = `${name} ${turn}`;
      // Every third turn has more items than one transaction takes.
      const input = Array.from({ length: turn % 3 === 2 ? manyItems : 1 }, () => ({ role: 'user', content }));
      const ask = { model: 'crash', max_output_tokens: 16, input, conversation, stream: turn % 2 === 1 };
      try {
        const response = await call(url, '/v1/responses', ask);
        const text = await response.text();
        const [id] = /resp_[0-9A-Za-z]{24}/.exec(text) ?? [];
        if (response.ok && id) seen.push({ id, text: `answer to ${content}` });
      } catch {
        return;
      }
    }
  };

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.always(({ body }) => answerTo(body.toString()));
    for (let round = 0; round < rounds; round += 1) {
      const gateway = await startGateway(folder, upstream.url);
      const made = (await (await call(gateway.url, '/v1/conversations', {})).json()) as { readonly id: string };
      conversations.push(made.id);
      const before = seen.length;
      const talking = Array.from({ length: clients }, (_, index) => talk(gateway, made.id, `${round}-${index}`));
      // At first the gateway compiles its validators.
      await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before), 60_000);
      await wait(300 + round * 150);
      await gateway.kill();
      await Promise.all(talking);
    }
    last = await startGateway(folder, upstream.url);
  }, 120_000);
  afterAll(async () => {
    await last.stop();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  it('every response that a client saw whole can be read', async () => {
    expect(seen.length).toBeGreaterThan(rounds);
    for (const { id, text } of seen) {
      const response = await call(last.url, `/v1/responses/${id}`);
      expect([id, response.status]).toEqual([id, 200]);
      expect(await response.text()).toContain(text);
    }
  });

  it('every turn stands in its conversation whole or not at all', async () => {
    for (const conversation of conversations) {
      const texts: string[] = [];
      for (let after = ''; ;) {
        const query = `order=asc&limit=100${after && `&after=${encodeURIComponent(after)}`}`;
        const page = await (await call(last.url, `/v1/conversations/${conversation}/items?${query}`)).json();
        const { data, has_more, last_id } = page as {
          readonly data: readonly { readonly content: readonly { readonly text: string }[] }[];
          readonly has_more: boolean;
          readonly last_id: string;
        };
        texts.push(...data.map(({ content }) => content[0]?.text ?? ''));
        if (!has_more) break;
        after = last_id;
      }
      const questions = texts.filter((text) => !text.startsWith('answer to '));
      for (const text of new Set(questions)) {
        const expected = Number(text.split(' ')[1]) % 3 === 2 ? manyItems : 1;
        expect([text, questions.filter((other) => other === text).length]).toEqual([text, expected]);
        expect(texts.filter((other) => other === `answer to ${text}`)).toHaveLength(1);
      }
      const turns = new Set(texts);
      const mine = seen.filter(({ text }) => text.startsWith(`answer to ${conversations.indexOf(conversation)}-`));
      expect(mine.filter(({ text }) => !turns.has(text))).toEqual([]);
    }
  });

  it('no half of anything is left in the tables', async () => {
    await last.stop();
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
    const halves = `select object.id, count(object_item.seq) as items from object left join object_item on object_id = object.id
      where kind = 'response' and deleted_at is null group by object.id having items not in (2, ${manyItems + 1})`;
    expect(database.prepare(halves).all()).toEqual([]);
    database.close();
    last = await startGateway(folder, upstream.url);
  });
});
