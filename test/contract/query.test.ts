import { describe, expect, it } from 'vitest';
import { anthropicMajors, openaiMajors } from '../sdk/sdk-clients.ts';
import { loadSpec } from './load-spec.ts';

const specA = loadSpec('spec-a');
const specB = loadSpec('spec-b');
const console = loadSpec('console');

type Sent = readonly [search: string, query: object];

const read = (contract: typeof specA, id: string, search: string): Promise<object> =>
  contract.check({ id, params: { response_id: 'resp_1' } }, { headers: {}, search, body: undefined });

/** Stands in for the network: keeps the query that an SDK sends and answers an empty page. */
function recorder(): { readonly fetch: typeof globalThis.fetch; readonly search: () => string } {
  let search = '';
  return {
    fetch: async (input) => {
      search = new URL(input instanceof Request ? input.url : input).search.slice(1);
      return Response.json({ object: 'list', data: [], has_more: false });
    },
    search: () => search,
  };
}

describe('a list in a query', () => {
  it.each(openaiMajors)('arrives as %s sends it', async (_name, OpenAI) => {
    const { fetch, search } = recorder();
    const include = ['file_search_call.results', 'message.output_text.logprobs'] as const;
    await new OpenAI({ apiKey: 'x', fetch }).responses.inputItems.list('resp_1', { include: [...include], limit: 2 });
    expect(search()).toMatch(/^include(?:\[\]|%5B%5D)=.*&include/);
    const query = await read(specA, 'listResponseInputItems', search());
    expect(query).toEqual({ 'include[]': include, limit: 2 });
  });

  it.each(anthropicMajors)('arrives as %s sends it', async (_name, Anthropic) => {
    const { fetch, search } = recorder();
    const wanted = { ids: ['file_1', 'file_2'] };
    await new Anthropic({ apiKey: 'x', fetch }).get('/v1/files', { query: wanted });
    expect(search()).toMatch(/^ids(?:\[\]|%5B%5D)=file_1&ids/);
    expect(await read(specB, 'listFiles', search())).toEqual({ 'ids[]': ['file_1', 'file_2'] });
  });

  it.each(anthropicMajors)('is not there where %s sends null', async (_name, Anthropic) => {
    const { fetch, search } = recorder();
    await new Anthropic({ apiKey: 'x', fetch }).get('/v1/files', { query: { ids: null, page: null, limit: 5 } });
    expect(search()).toBe('ids=&page=&limit=5');
    expect(await read(specB, 'listFiles', search())).toEqual({ limit: 5 });
  });

  it.each([
    ['include[]=a&include[]=b', { 'include[]': ['a', 'b'] }],
    ['include%5B%5D=a&include%5B%5D=b', { 'include[]': ['a', 'b'] }],
    ['include[0]=a&include[1]=b', { 'include[]': ['a', 'b'] }],
    ['include=a', { 'include[]': ['a'] }],
    ['include[]=&include[]=a&include=', { 'include[]': ['a'] }],
    ['include[]=', {}],
    ['include[]=a,b', { 'include[]': ['a,b'] }],
    ['include[]=a%26include[]%3Db', { 'include[]': ['a&include[]=b'] }],
  ] satisfies Sent[])('%s', async (search, query) => {
    expect(await read(specA, 'listResponseInputItems', search)).toEqual(query);
  });
});

describe('members in a query', () => {
  it.each([
    ['metadata[team]=search&metadata[stage]=test', { metadata: { team: 'search', stage: 'test' } }],
    ['metadata%5Bteam%5D=a%3Db', { metadata: { team: 'a=b' } }],
  ] satisfies Sent[])('%s', async (search, query) => {
    expect(await read(specA, 'listChatCompletions', search)).toEqual(query);
  });
});

describe('a single value in a query', () => {
  it.each([
    ['limit=5&order=desc&after=x', { limit: 5, order: 'desc', after: 'x' }],
    ['limit=100&unknown=1&other[]=2', { limit: 100 }],
    ['after=a+b%2Fc%3D%3D', { after: 'a b/c==' }],
    ['after=%zz', { after: '%zz' }],
    ['', {}],
  ] satisfies Sent[])('%j is read by its type', async (search, query) => {
    expect(await read(specA, 'listChatCompletions', search)).toEqual(query);
  });

  it.each([
    ['limit=0', 'limit', 'limit must be an integer from 1 to 100; you sent 0.'],
    ['limit=101', 'limit', 'limit must be an integer from 1 to 100; you sent 101.'],
    ['limit=1.5', 'limit', 'limit must be an integer from 1 to 100; you sent "1.5".'],
    ['limit=0x10', 'limit', 'limit must be an integer from 1 to 100; you sent "0x10".'],
    ['limit=1e1', 'limit', 'limit must be an integer from 1 to 100; you sent "1e1".'],
    ['limit=%205', 'limit', 'limit must be an integer from 1 to 100; you sent " 5".'],
    ['limit=', 'limit', 'limit must be an integer from 1 to 100; you sent "".'],
    ['limit=1&limit=2', 'limit', 'limit was sent 2 times. Send it once.'],
    ['order=up', 'order', 'order must be one of asc, desc; you sent "up".'],
  ])('%s is refused', async (search, param, message) => {
    await expect(read(specA, 'listChatCompletions', search)).rejects.toMatchObject({ param, message });
  });

  it('that is unknown is refused where the document says so, and nowhere else', async () => {
    await expect(read(console, 'listKeys', 'x=5')).rejects.toThrow(
      'x is not a parameter of this operation. It has: workspace_id, state, used, expires_before, search, after, limit.',
    );
    expect(await read(specB, 'listModels', 'limitt=5')).toEqual({});
    expect(await read(specA, 'listModels', 'limitt=5')).toEqual({});
  });

  it.each([
    ['queryUsage', 'form=2026-11-01T00:00:00Z', 'form', 'from'],
    ['queryUsage', 'groupby=model', 'groupby', 'group_by'],
    ['exportCalls', 'zone=UTC', 'zone', null],
    ['listKeys', 'workspace-id=acme', 'workspace-id', 'workspace_id'],
  ])('%s?%s: the parameter that was most likely meant is named', async (id, search, param, meant) => {
    const hint = meant === null ? 'It has: ' : `Did you mean ${meant}?`;
    const message = expect.stringContaining(`${param} is not a parameter of this operation. ${hint}`) as string;
    await expect(read(console, id, search)).rejects.toMatchObject({ code: 'invalid_value', param, message });
  });
});
