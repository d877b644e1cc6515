import { beforeAll, describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/shared/json/json.ts';
import { corpusNote, hasCorpus, recordedBodies } from '../fakes/corpus.ts';
import { checkBodies, type CheckBody } from './check-bodies.ts';
import { checkRecordings } from './check-recordings.ts';
import { refusedBySpecB } from './refused-bodies.ts';

const operations = { messages: 'createMessage', count_tokens: 'countMessageTokens' };

describe.skipIf(!hasCorpus)(`Spec B and what clients send${corpusNote}`, () => {
  let checkBody: CheckBody;
  beforeAll(async () => {
    checkBody = checkBodies('spec-b');
  });

  it('lets every recorded body through, but for those that are listed with a reason', async () => {
    const bodies = recordedBodies(Object.keys(operations));
    expect(bodies.length).toBeGreaterThan(480);
    const findings = await checkRecordings(bodies, { checkBody, operations, refused: refusedBySpecB });
    expect(findings).toEqual({ unexpected: [], idle: [] });
  });

  it('refuses the same bodies with one known member of the wrong type', async () => {
    for (const { body } of recordedBodies(['messages']).slice(0, 20)) {
      expect(await checkBody('createMessage', { ...body, max_tokens: 'many' })).toBe(
        'max_tokens must be an integer of at least 0; you sent "many".',
      );
    }
  });

  it('lets the same bodies through with unknown members, roles, blocks and tools', async () => {
    for (const { body } of recordedBodies(['messages']).slice(0, 20)) {
      expect(await checkBody('createMessage', addNews(body))).toBeNull();
    }
  });
});

/** The body as a client of next year might send it. */
function addNews(body: JsonObject): JsonObject {
  const messages = Array.isArray(body['messages']) ? body['messages'] : [];
  const tools = Array.isArray(body['tools']) ? body['tools'] : [];
  const news = { role: 'narrator', content: [{ type: 'hologram', depth: 3 }], mood: 'calm' };
  return {
    ...body,
    messages: [...messages.filter(isObject), news],
    tools: [...tools, { type: 'time_travel_20310101', destination: 'yesterday' }],
    thinking: { type: 'dreaming' },
    service_tier: 'whenever',
    patience: true,
  };
}
