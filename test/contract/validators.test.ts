import { readFileSync } from 'node:fs';
import type { RequestHandler } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadContract } from '../../src/contract/contract.ts';
import { parametersOf, resolve, visit, type Document } from '../../src/contract/document.ts';
import { findProbes } from '../../src/contract/validator.ts';
import { startGateway } from '../journey/start-gateway.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';

const specs = ['spec-a', 'spec-b', 'console'] as const;
const read = (spec: (typeof specs)[number]): Document =>
  JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')) as Document;

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const operationsOf = (document: Document): readonly Operation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      typeof operation['operationId'] === 'string' ? [{ id: operation['operationId'], method, path }] : [],
    ),
  );

describe.each(specs)('the validators of %s', (spec) => {
  const document = read(spec);

  it('each refuse what their document refuses, before they are given a request', { timeout: 120_000 }, async () => {
    const contract = loadContract(document);
    for (const { id } of operationsOf(document)) await contract(id).warm();
  });

  it('are probed wherever something can be wrong: a path parameter alone cannot, nor nothing at all', () => {
    const without = operationsOf(document).filter((place) => findProbes(document, place).length === 0);
    const wrong = without.filter((place) =>
      parametersOf(document, place).some((parameter) => parameter['in'] !== 'path'),
    );
    expect(wrong).toEqual([]);
  });

  it('know no rule about members that other rules have left, because they do not note which those are', () => {
    const found: string[] = [];
    visit(document, (node) => found.push(...Object.keys(node).filter((keyword) => keyword.startsWith('unevaluated'))));
    expect(found).toEqual([]);
  });

  it('need not look into other files: every reference points into the document', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target]) => target);
    expect(references.filter((target) => !target?.startsWith('#/components/'))).toEqual([]);
  });

  it('change no header: they coerce types, and every header is a string', () => {
    const parameters = operationsOf(document).flatMap((place) => parametersOf(document, place));
    const headers = parameters.filter((parameter) => parameter['in'] === 'header');
    const types = headers.map(({ schema }) => resolve(document, schema as Record<string, unknown>)['type']);
    expect(types.filter((type) => type !== 'string')).toEqual([]);
  });
});

describe('a validator that stopped validating', () => {
  afterEach(() => {
    vi.doUnmock('express-openapi-validator');
    vi.resetModules();
  });

  /** The library, with these middleware instead of its own. */
  const plant = (...chain: readonly RequestHandler[]): void => {
    vi.resetModules();
    vi.doMock('express-openapi-validator', () => ({ middleware: () => chain, error: { BadRequest: Error } }));
  };
  const through: RequestHandler = (_request, _response, next) => next();

  it.each([
    ['does nothing', [through, through]],
    ['has no middleware left', []],
  ] as const)('is noticed at the start: it %s', async (_name, chain) => {
    plant(...chain);
    const { loadContract: load, makeWarming } = await import('../../src/contract/contract.ts');
    const contracts = { a: load(read('spec-a')), b: load(read('spec-b')) };
    const warming = makeWarming({ contracts, ready: () => true, openCalls: () => 0 });
    await expect(warming.warm()).rejects.toThrow(
      'The validator of POST /chat/completions accepts a request that breaks',
    );
    expect(warming.isWarm()).toBe(false);
  });

  it('serves no request', async () => {
    plant(through);
    const { startGateway: start } = await import('../journey/start-gateway.ts');
    const gateway = await start();
    const response = await gateway.call('/v1/chat/completions', { body: chatCall.request });
    expect([response.status, gateway.upstream.requests.length]).toEqual([500, 0]);
    await gateway.close();
  });
});

describe('what goes upstream', () => {
  it('is what was sent: the validator changed neither body nor headers', async () => {
    const gateway = await startGateway();
    gateway.upstream.always(json(chatCall.answer));
    const body = `{ "model":"test-model", "n":1.0, "user":"\\u00e9", "seed":12345678901234567890,"messages":[{"role":"user","content":"x"}] }`;
    const headers = {
      'content-type': 'application/json; charset=utf-8; p=1',
      'openai-beta': 'true',
      'x-drive-store': '0',
      accept: 'application/json',
    };
    const response = await gateway.call('/v1/chat/completions?unknown=1', { body, headers });
    expect(response.status).toBe(200);
    const [sent] = gateway.upstream.requests;
    expect(sent?.body.toString()).toBe(body);
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      'openai-beta': 'true',
      'content-length': String(Buffer.byteLength(body)),
    });
    await gateway.close();
  });

  it('was refused before, where it is asked for by HEAD', async () => {
    const gateway = await startGateway();
    const head = await gateway.call('/anthropic/v1/models?limit=0', { method: 'HEAD' });
    expect(head.status).toBe(400);
    await gateway.close();
  });
});
