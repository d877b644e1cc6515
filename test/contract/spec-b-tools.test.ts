import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { checkBodies, type CheckBody } from './check-bodies.ts';

const schema = { type: 'object' };

/** A tool as a caller might send it, and what the contract says of it. */
const tools: readonly (readonly [JsonObject, string | null])[] = [
  [{ name: 'weather', input_schema: schema }, null],
  [{ type: 'custom', name: 'weather', input_schema: schema }, null],
  [{ type: null, name: 'weather', input_schema: schema }, null],
  [{ type: 'bash_20250124', name: 'bash' }, null],
  [{ type: 'time_travel_20310101', destination: 'yesterday' }, null],
  [{ name: 'weather' }, 'tools[0].input_schema is required.'],
  [{ type: 'custom', input_schema: schema }, 'tools[0].name is required.'],
  [{ name: 'two words', input_schema: schema }, 'tools[0].name must be 1 to 128 letters'],
  [{ type: 'web_search_20250305', name: 'web_search', max_uses: 'x' }, 'tools[0].max_uses must be an integer'],
  [{ type: 'computer_20251124', name: 'computer' }, 'tools[0].display_width_px is required.'],
  [{ type: 3, name: 'weather', input_schema: schema }, 'tools[0].type must be a string; you sent 3.'],
];

describe('a tool of Spec B without a type', () => {
  let checkBody: CheckBody;
  beforeAll(async () => {
    checkBody = checkBodies('spec-b');
  });

  it.each(tools)('is taken or refused: %j', async (tool, says) => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const refusal = await checkBody('createMessage', { model: 'demo', max_tokens: 16, messages, tools: [tool] });
    expect(refusal).toEqual(says === null ? null : expect.stringContaining(says));
  });
});
