import { beforeAll, describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/shared/json/json.ts';
import { corpusNote, hasCorpus, recordedBodies } from '../fakes/corpus.ts';
import { checkBodies, type CheckBody } from './check-bodies.ts';
import { checkRecordings } from './check-recordings.ts';
import { refusedBySpecA } from './refused-bodies.ts';

const operations = {
  chat: 'createChatCompletion',
  responses: 'createResponse',
  responses_compact: 'compactResponse',
  responses_input_tokens: 'countResponseInputTokens',
};

describe.skipIf(!hasCorpus)(`Spec A and what clients send${corpusNote}`, () => {
  let checkBody: CheckBody;
  beforeAll(async () => {
    checkBody = checkBodies('spec-a');
  });

  it('lets every recorded body through, but for those that are listed with a reason', async () => {
    const bodies = recordedBodies(Object.keys(operations));
    expect(bodies.length).toBeGreaterThan(2600);
    const findings = await checkRecordings(bodies, { checkBody, operations, refused: refusedBySpecA });
    expect(findings).toEqual({ unexpected: [], idle: [] });
  });

  it('refuses the same bodies with one known member of the wrong type', async () => {
    for (const { body } of recordedBodies(['chat']).slice(0, 20)) {
      expect(await checkBody('createChatCompletion', { ...body, stream: 'yes' })).toMatch(/^stream must be/);
    }
  });

  it('lets the same bodies through with unknown members, roles, parts and tools', async () => {
    for (const { body } of recordedBodies(['chat']).slice(0, 20)) {
      expect(await checkBody('createChatCompletion', addNews(body))).toBeNull();
    }
  });
});

/** The body as a client of next year might send it. */
function addNews(body: JsonObject): JsonObject {
  const messages = Array.isArray(body['messages']) ? body['messages'] : [];
  const tools = Array.isArray(body['tools']) ? body['tools'] : [];
  const news = { role: 'narrator', content: [{ type: 'hologram', depth: 3 }], mood: 'calm' };
  const parts = { role: 'user', content: [{ type: 'hologram', depth: 3 }] };
  return {
    ...body,
    messages: [...messages.filter(isObject), news, parts],
    tools: [...tools, { type: 'time_travel', destination: 'yesterday' }],
    service_tier: 'whenever',
    reasoning_effort: 'heroic',
    patience: true,
  };
}
