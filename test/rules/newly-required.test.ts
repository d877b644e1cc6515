import { expect, it } from 'vitest';
import { newlyRequired } from '../../scripts/breaking/newly-required.ts';

const text = { type: 'string' };
const documentOf = (schemas: object) => ({
  paths: {
    '/calls': {
      get: {
        requestBody: { content: { json: { schema: { $ref: '#/components/schemas/Asked' } } } },
        responses: { '200': { content: { json: { schema: { $ref: '#/components/schemas/Page' } } } } },
      },
    },
  },
  components: { schemas },
});
const page = { type: 'object', properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Call' } } } };

it('finds members that answers did not have to have, unless they may be null', () => {
  const before = documentOf({
    Asked: { required: [] },
    Page: page,
    Call: { required: ['id'], properties: { id: text } },
  });
  const properties = {
    ...{ id: text, model: text, key_name: { type: ['string', 'null'] }, end: { $ref: '#/components/schemas/End' } },
    ...{ ended: { oneOf: [text, { type: 'null' }] } },
  };
  const after = documentOf({
    Asked: { required: ['id'], properties: { id: text } },
    Page: page,
    Call: { required: ['id', 'model', 'key_name', 'end', 'ended'], properties },
    End: { required: ['at'], properties: { at: text } },
  });
  expect(newlyRequired(before, after)).toEqual(['Call.model', 'Call.end']);
  expect(newlyRequired(after, after)).toEqual([]);
});
