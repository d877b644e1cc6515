import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectOf, parseJson, type Json } from '../../src/shared/json/json.ts';
import { answerSchemas } from './answer-schemas.ts';
import { callOperation, idIn, type Changes } from './call-operation.ts';
import { casesA, casesB, type Make, type OperationCase } from './operation-cases.ts';
import { parametersOf } from './sample-request.ts';
import { sdkDocuments } from './sdk-documents.ts';
import { startContractGateway, type ContractGateway } from './start-contract-gateway.ts';

let gateway: ContractGateway;
beforeAll(async () => {
  gateway = await startContractGateway();
});
afterAll(() => gateway.close());

const cases: Readonly<Record<'spec-a' | 'spec-b', Readonly<Record<string, OperationCase>>>> = {
  'spec-a': casesA,
  'spec-b': casesB,
};

describe.each(sdkDocuments)('the gateway in front of a mock of $name', ({ name, operations, document }) => {
  const schemas = answerSchemas(document);
  const caseOf = (id: string): OperationCase => cases[name][id] ?? { upstream: false };

  const make: Make = async (facts, changes = {}) =>
    idIn(await callOperation(gateway, { name, document }, { facts, changes }));

  it.each(operations)('$id is answered as documented', async (facts) => {
    const { upstream, status, changes } = caseOf(facts.id);
    const wanted: Changes = (await changes?.(make)) ?? {};
    const before = gateway.reached.length;
    const response = await callOperation(gateway, { name, document }, { facts, changes: wanted });
    const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
    const text = await response.text();
    const documented = schemas.documented(facts, response.status);
    expect(response.status, text).toBe(status ?? 200);
    expect(Object.keys(documented?.media ?? {})).toContain(type);
    expect(documented?.headers).toEqual(expect.arrayContaining(ownHeaders(response)));
    if (type === 'application/json') expect(schemas.checkBody(facts, response.status, parseJson(text))).toBe('');
    else expect(text.length).toBeGreaterThan(0);
    expect(gateway.reached.length > before).toBe(upstream);
  });

  it.each(operations.filter(({ streams }) => streams))('$id streams as documented', async (facts) => {
    const { changes } = caseOf(facts.id);
    const wanted: Changes = (await changes?.(make)) ?? {};
    const asked = facts.id === 'createSpeech' ? { stream_format: 'sse' } : { stream: true };
    const body = { ...wanted.body, ...asked };
    const response = await callOperation(gateway, { name, document }, { facts, changes: { ...wanted, body } });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/event-stream/),
    ]);
    const events = dataOf(await response.text());
    expect(events.length).toBeGreaterThan(1);
    for (const event of events) expect(schemas.checkEvent(facts, event), JSON.stringify(event)).toBe('');
  });

  const storing = operations.filter((facts) =>
    parametersOf(document, facts).some((parameter) => parameter['name'] === 'X-Drive-Store'),
  );

  it('keeps what it produces wherever it says so', async () => {
    for (const facts of storing) {
      const changes = (await caseOf(facts.id).changes?.(make)) ?? {};
      const headers = { ...changes.headers, 'x-drive-store': 'true' };
      const response = await callOperation(gateway, { name, document }, { facts, changes: { ...changes, headers } });
      // The mock names an image at a host that nothing is fetched from.
      if (/"url":"https/.test(await response.text())) continue;
      expect([facts.id, response.headers.get('x-diglot-drive-file')]).toEqual([
        facts.id,
        expect.stringMatching(/^drive_/),
      ]);
    }
  });

  const prepared = new Map<string, Promise<Changes>>();
  const prepareOnce = (id: string): Promise<Changes> => {
    const changes = prepared.get(id) ?? Promise.resolve(caseOf(id).changes?.(make) ?? {});
    prepared.set(id, changes);
    return changes;
  };
  const relayed = operations.filter(({ id }) => caseOf(id).upstream && caseOf(id).relays !== false);
  const isForgiven = (id: string, status: string): boolean => status === '404' && caseOf(id).forgives404 === true;
  const failures = relayed.flatMap((facts) =>
    schemas
      .failures(facts)
      .filter((status) => !isForgiven(facts.id, status))
      .map((status) => ({ id: facts.id, status: Number(status.replace('XX', '99')), facts })),
  );

  it.each(failures)('$id hands on the $status of its upstream', async ({ facts, status }) => {
    const changes = await prepareOnce(facts.id);
    const response = await gateway.failing({ method: facts.method, status }, () =>
      callOperation(gateway, { name, document }, { facts, changes }),
    );
    const text = await response.text();
    expect([response.status, response.headers.get('x-diglot-error-source')], text).toEqual([status, 'upstream']);
    expect(schemas.checkBody(facts, status, parseJson(text))).toBe('');
    expect(messageIn(text)).toBe(messageIn(gateway.lastAnswer()));
    const own = ownHeaders(response);
    expect(own).toContain('x-diglot-provider');
    expect(schemas.documented(facts, status)?.headers).toEqual(expect.arrayContaining(own));
    expect(response.headers.get('x-request-id')).toBe(response.headers.get('request-id'));
  });

  it.each(operations.filter(({ id }) => caseOf(id).forgives404))(
    '$id succeeds where its upstream has lost it',
    async (facts) => {
      const changes = (await caseOf(facts.id).changes?.(make)) ?? {};
      const response = await gateway.failing({ method: facts.method, status: 404 }, () =>
        callOperation(gateway, { name, document }, { facts, changes }),
      );
      expect([response.status, schemas.checkBody(facts, 200, await response.json())]).toEqual([200, '']);
    },
  );
});

/** The headers of an answer that only this gateway has. */
const ownHeaders = ({ headers }: Response): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('x-diglot-'));

const messageIn = (text: string): unknown => objectOf(objectOf(parseJson(text))['error'])['message'];

/** The data of every event but the marker at the end of a stream. */
const dataOf = (text: string): readonly Json[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => objectOf(parseJson(line.slice('data: '.length))));
