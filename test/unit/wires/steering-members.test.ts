import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alternativesOf, schemasFor, type Document } from '../../../src/contract/document.ts';
import { isObject, objectOf, stringOf, type JsonObject } from '../../../src/shared/json/json.ts';
import { answeringModels, dearerOptions, helpingModels, refuseSteering } from '../../../src/wires/steering-members.ts';
import { problemsAfter } from '../config/load-text.ts';

describe('the models that a request names beside its own', () => {
  const referencedModels = (body: JsonObject) => [...answeringModels(body), ...helpingModels(body)];

  it.each([
    [{ model: 'own' }, []],
    [{ fallbacks: 'default' }, ['default']],
    [{ fallbacks: [{ model: 'one' }, { model: 'two', max_tokens: 5 }] }, ['one', 'two']],
    [
      { tools: [{ type: 'function' }, { type: 'image_generation', model: 'one', svg: { model: 'two' } }] },
      ['one', 'two'],
    ],
    [
      {
        input: [
          { type: 'additional_tools', tools: [{ model: 'one' }] },
          { role: 'user', content: 'x' },
        ],
      },
      ['one'],
    ],
    [{ svg: { model: 'one' } }, ['one']],
    [{ input: [{ type: 'message', svg_usage: { model: 'of an answer' } }], moderation: { model: 'free' } }, []],
    [{ fallbacks: [null, 'one', 5, { model: null }], tools: 'auto', input: 'Hi', svg: true }, ['one']],
    [{ models: ['one', 'two'], route: 'fallback', provider: { order: ['x'] } }, ['one', 'two']],
    [{ fallbacks: [{ own: ['one'] }] }, ['one']],
    [{ preset: '@preset/one', draft_model: 'two', safety_model: null }, ['@preset/one', 'two']],
    [{ compound_custom: { models: { answering_model: 'one' }, tools: { enabled: ['x'] } } }, ['one']],
    [{ plugins: [{ id: 'web' }, { id: 'critic', models: ['one'], model: 'two' }] }, ['one', 'two']],
    [{ plugins: [{ id: 'fusion', analysis_models: ['one'], judge_model: 'two', max_models: 3 }] }, ['one', 'two']],
    [{ tools: [{ type: 'x:advisor', parameters: { model: 'one', analysis_models: ['two'] } }] }, ['one', 'two']],
    [{ tools: ['function', 'custom', null].map((type) => ({ type, parameters: { model: 'a word' } })) }, []],
    [{ plugins: [{ id: 'auto-router', allowed_models: ['vendor/*'] }] }, []],
    [{ plugins: [{ id: 'x', ignorant_model: 'one', preferred_models: ['two'] }] }, ['one', 'two']],
    [
      {
        tools: [
          { type: 'x:advisor', parameters: { advisors: [{ name: 'a', model: 'one' }, { tools: [{ model: 'two' }] }] } },
        ],
      },
      ['one', 'two'],
    ],
    [
      {
        tools: [
          { type: 'x:advisor', parameters: { tools: [{ type: 'x:advisor', parameters: { model: 'one' } }, 'web'] } },
        ],
      },
      ['one'],
    ],
    [{ tools: [{ type: 'function', parameters: { advisors: [{ model: 'a word' }], tools: [{ model: 'x' }] } }] }, []],
    [
      { plugins: [{ id: 'fusion', advisors: [{ model: 'one' }], tools: [{ type: 'x', model: 'two' }] }] },
      ['one', 'two'],
    ],
    [{ input: [{ tools: [{ type: 'x:advisor', parameters: { model: 'one' } }] }] }, ['one']],
    [{ extra_body: { models: ['one'], extra_body: { models: ['two'] } } }, ['one', 'two']],
    [{ providerOptions: { gateway: { models: ['one'], order: ['x'] } } }, ['one']],
    [{ fallbacks: null, tools: [[{ model: 'one' }]], svg: 'text' }, []],
  ])('are found in %j', (body, names) => {
    expect(referencedModels(body)).toEqual(names);
  });

  it.each(['allow', 'disallowed', 'block', 'blocked', 'exclude', 'excluded', 'ignore', 'ignored', 'deny', 'denied'])(
    'are not those that settings only limit a choice by: %s_models',
    (kind) => {
      expect(helpingModels({ plugins: [{ id: 'auto-router', [`${kind}_models`]: ['vendor/*'] }] })).toEqual([]);
    },
  );

  it('are told apart: those that may answer, and those that work besides', () => {
    const body = { models: ['one'], tools: [{ model: 'two' }], plugins: [{ models: ['three'] }] };
    const nested = { ...body, extra_body: { preset: 'four', compound_custom: { models: ['five'] } } };
    expect([answeringModels(nested), helpingModels(nested)]).toEqual([
      ['one', 'four'],
      ['two', 'three', 'five'],
    ]);
  });

  it('however many they are', () => {
    const models = Array.from({ length: 300_000 }, () => 'one');
    expect(referencedModels({ models })).toHaveLength(models.length);
    expect(referencedModels({ tools: models.map((model) => ({ model })) })).toHaveLength(models.length);
  });
});

describe('the options of a request that cost more', () => {
  it('may all stand in `dearer_options` of a model', async () => {
    const members = { service_tier: 'priority', speed: 'fast', inference_geo: 'us', quality: 'hd', size: '1792x1024' };
    const tools = [{ type: 'code_interpreter', container: { type: 'auto', memory_limit: '64g' } }];
    const options = dearerOptions({ ...members, tools }).map(({ option }) => option);
    expect(options).toHaveLength(6);
    const row = `    fallbacks: []\n    dearer_options: [${options.join(', ')}]`;
    expect(await problemsAfter('    fallbacks: []', row)).toEqual([]);
  });
});

describe('what would steer a call past the catalogue', () => {
  const refusal = (body: object, search = ''): string => {
    try {
      refuseSteering({ body: JSON.parse(JSON.stringify(body)) as never, search });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [{ api_base: 'http://x' }, 'api_base is not accepted. Only the operator decides where calls go. Omit it.'],
    [{ api_key: 'sk' }, 'api_key is not accepted. Calls use the credentials of the operator. Omit it.'],
    [{ extra_body: { base_url: 'x' } }, 'extra_body.base_url is not accepted'],
    [{ extra_body: { extra_body: { user_config: {} } } }, 'extra_body.extra_body.user_config is not accepted'],
    [{ fallbacks: ['x', { model: 'y', api_key: 'z' }] }, 'fallbacks[1].api_key is not accepted'],
    [{ providerOptions: { gateway: { byok: {} } } }, 'providerOptions.gateway.byok is not accepted'],
    [{ requests: [{ params: { api_base: 'x' } }] }, 'requests[0].params.api_base is not accepted'],
    [{ Model: 'x' }, 'Model is read as model by some programs and not by others. Send it as model.'],
    [{ '\u017ftream': true }, 'is read as stream'],
    [{ max_toKens: 1 }, 'is read as max_tokens'],
    [{ API_BASE: 'x' }, 'is read as api_base by some programs and not by others. Omit it.'],
    [{ 'model[]': 'x' }, 'is read as model'],
  ])('%j is refused', (body, message) => {
    expect(refusal(body)).toContain(message);
  });

  it.each(['model=x', 'a=b&api_base=x', 'Model=x', 'model[0]=x', 'stream=true'])('?%s is refused', (search) => {
    expect(refusal({}, search)).not.toBe('');
  });

  it.each([
    [{ model: 'x', provider: { order: ['a'] }, route: 'fallback', transforms: ['middle-out'] }],
    [{ api_base: null, api_key: null }],
    [{ extra_body: { google: { cached_content: 'x' } } }],
    [{ metadata: { api_key: 'a word', Model: 'x' }, tools: [{ function: { parameters: { api_base: {} } } }] }],
    [{ mcp_servers: [{ url: 'x', authorization_token: 'y', headers: {} }], topK: 4, unknown: { api_key: 'x' } }],
    [{ chunking_strategy: 'auto', 'chunking_strategy[type]': 'x', 'include[]': 'logprobs' }],
  ])('%j passes', (body) => {
    expect(refusal(body, 'api-version=2026-01-01&beta=true')).toBe('');
  });

  it('is nothing that a document asks for', () => {
    let found = 0;
    for (const name of ['spec-a', 'spec-b']) {
      const spec = JSON.parse(readFileSync(`generated/${name}/openapi.json`, 'utf8')) as Document;
      for (const [path, methods] of Object.entries(spec.paths))
        for (const node of Object.values(methods ?? {})) {
          const { operationId, requestBody } = objectOf(node);
          const { schema } = objectOf(objectOf(objectOf(requestBody)['content'])['application/json']);
          const schemas = isObject(schema) ? alternativesOf(spec, schema) : [];
          const members = schemas.flatMap((each) => schemasFor(spec, each, {}));
          const names = members.flatMap(({ properties }) => Object.keys(objectOf(properties)));
          found += names.length;
          const body = Object.fromEntries(names.map((member) => [member, {}]));
          const sent = { body, search: '', operation: stringOf(operationId) ?? '' };
          expect(() => refuseSteering(sent), path).not.toThrow();
        }
    }
    expect(found).toBeGreaterThan(200);
    const body = { client_secret: {} };
    expect(() => refuseSteering({ body, search: '', operation: 'createChatCompletion' })).toThrow('not accepted');
  });

  it('is not looked for in the depths', () => {
    const deep = '{"extra_body":'.repeat(50_000) + '1' + '}'.repeat(50_000);
    expect(answeringModels(JSON.parse(deep) as never)).toEqual([]);
    const nested = '{"type":"x","parameters":{"tools":['.repeat(50_000) + '1' + ']}}'.repeat(50_000);
    expect(helpingModels({ tools: [JSON.parse(nested) as never] })).toEqual([]);
    expect(() => refuseSteering({ body: JSON.parse(deep) as never, search: '' })).not.toThrow();
  });
});
