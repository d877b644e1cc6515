import { createClient } from '@hey-api/openapi-ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { objectOf, type JsonObject } from '../../src/shared/json/json.ts';
import { firstExample, sampleRequest } from './sample-request.ts';
import { sdkDocuments } from './sdk-documents.ts';
import { startPrism } from './start-prism.ts';

/** What a generated function gives back. */
interface Outcome {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}

/** All functions of a generated client by operationId, called alike: each checks its own options only at compile time. */
type Functions = Readonly<Record<string, (options: object) => Promise<Outcome>>>;

/** A client as a generator makes it of a document, from files that are gone once it is loaded. */
async function generateClient(document: JsonObject) {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-prism-'));
  try {
    await createClient({
      input: structuredClone(document), // the generator writes into what it is given
      output: { path: folder, module: { extension: '.ts' } },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    });
    const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
    const runtime = (await load('client/index.ts')) as { readonly createClient: (config: object) => object };
    return { functions: (await load('sdk.gen.ts')) as Functions, create: runtime.createClient };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Documented {
  readonly status: string;
  readonly response: JsonObject;
}

/** The answers that an operation documents, resolved. */
function answersOf(document: JsonObject, { path, method }: OperationFacts): readonly Documented[] {
  const operation = objectOf(objectOf(objectOf(document['paths'])[path])[method]);
  return Object.entries(objectOf(operation['responses'])).map(([status, response]) => ({
    status,
    response: resolve(document, response),
  }));
}

const mediaOf = (response: JsonObject, type: string): JsonObject => objectOf(objectOf(response['content'])[type]);

/** Every example of a media type. */
const examplesOf = (document: JsonObject, media: JsonObject): readonly unknown[] => [
  ...('example' in media ? [media['example']] : []),
  ...Object.values(objectOf(media['examples'])).map((example) => resolve(document, example)['value']),
];

describe.each(sdkDocuments)('the generated client of $name against a mock of the document', (sdk) => {
  const { name, operations, document } = sdk;
  type Call = (facts: OperationFacts, headers: object) => Promise<Outcome>;
  let call: Call;
  let mock: Call;
  const closing: (() => Promise<void>)[] = [];

  const start = async (
    { functions, create }: Awaited<ReturnType<typeof generateClient>>,
    refuses: boolean,
  ): Promise<Call> => {
    const prism = await startPrism(`generated/${name}/openapi.json`, refuses);
    const client = create({ baseUrl: prism.url, auth: () => 'sk-dg-sample' });
    closing.push(prism.close);
    return (facts, headers) => {
      const operation = functions[facts.id];
      if (operation === undefined) throw new Error(`The client has no ${facts.id}.`);
      return operation({ client, ...sampleRequest(document, facts), headers });
    };
  };

  beforeAll(async () => {
    const generated = await generateClient(document);
    call = await start(generated, true);
    mock = await start(generated, false);
  });
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
  });

  // The mock cannot answer 101; test/journey/realtime.test.ts opens these.
  const overHttp = operations.filter((facts) => !answersOf(document, facts).some(({ status }) => status === '101'));

  it.each(overHttp)('$id is answered as documented', async (facts) => {
    const success = answersOf(document, facts).find(({ status }) => status.startsWith('2'));
    const json = mediaOf(success?.response ?? {}, 'application/json');
    const { data, error, response } = await call(facts, {});
    expect(error).toBeUndefined();
    expect(String(response?.status)).toBe(success?.status);
    const examples = examplesOf(document, json);
    if (examples.length > 0) expect(examples).toContainEqual(data);
  });

  it.each(operations.filter(({ streams }) => streams))('$id streams as documented', async (facts) => {
    const success = answersOf(document, facts).find(({ status }) => status === '200');
    const media = mediaOf(success?.response ?? {}, 'text/event-stream');
    const { data } = await mock(facts, { accept: 'text/event-stream' });
    expect(typeof data === 'string' ? data : await new Response(data as ReadableStream).text()).toBe(
      firstExample(document, media),
    );
  });

  const failures = operations.flatMap((facts) =>
    answersOf(document, facts)
      .filter(({ status }) => /^[45]/.test(status))
      .map(({ status, response }) => ({ id: facts.id, status, facts, response })),
  );

  it.each(failures)('$id can fail with $status, typed', async ({ facts, status, response }) => {
    const asked = status.replace('XX', '99');
    const { error, response: answer } = await mock(facts, { prefer: `code=${asked}` });
    expect(String(answer?.status)).toBe(asked);
    expect(examplesOf(document, mediaOf(response, 'application/json'))).toContainEqual(error);
  });
});
