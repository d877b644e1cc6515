import type { JsonObject } from '../shared/json/json.ts';
import { json, rfc3339, seconds, type Call, type DemoRoute } from './call.ts';
import { absentModel, demoModels, plainBehaviour } from './behaviour.ts';
import { pageOf } from './stored-objects.ts';

const released = Date.UTC(2026, 0, 1);

const shapes = {
  a: (id: string): JsonObject => ({ id, object: 'model', created: seconds(released), owned_by: 'demo' }),
  b: (id: string): JsonObject => ({
    type: 'model',
    id,
    display_name: `Demo (${id})`,
    created_at: rfc3339(released),
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: null,
  }),
} as const;

const lists = {
  a: (): JsonObject => ({ object: 'list', data: demoModels.map(shapes.a) }),
  b: ({ query }: Call): JsonObject => ({ ...pageOf(demoModels.map(shapes.b), query) }),
} as const;

/** Everything under `/v1/models`, in both specs. */
export const models: readonly DemoRoute[] = [
  { method: 'GET', path: '/v1/models', answer: (call) => json(lists[call.spec](call), plainBehaviour) },
  {
    method: 'GET',
    path: '/v1/models/{}',
    answer: ({ id, spec }) => {
      if (!id.startsWith('demo')) throw absentModel(id, spec);
      return json(shapes[spec](id), plainBehaviour);
    },
  },
];
