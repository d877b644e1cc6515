import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWith } from '../journey/start-gateway.ts';
import { makeConfig, makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { startPrism } from './start-prism.ts';

/** The Product that voice routes are called with. */
export const voiceProduct = 'test';

/** A gateway whose upstreams are its own documents, played by Prism. */
export interface ContractGateway {
  readonly call: Awaited<ReturnType<typeof startWith>>['call'];
  /** Requests that reached an upstream, `POST /chat/completions`. */
  readonly reached: readonly string[];
  /** The body of the last answer that a mock gave. */
  readonly lastAnswer: () => string;
  /** Has the mocks answer requests of one method with a status, until the end of what is done. */
  readonly failing: <Result>(failure: Failure, act: () => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Which requests fail, and how. Requests of another method are steps on the way, and succeed. */
interface Failure {
  readonly method: string;
  readonly status: number;
}

/** Starts both mocks, the gateway in front of them, and in between what only a test can do: ask the mock for a failure. */
export async function startContractGateway(): Promise<ContractGateway> {
  const reached: string[] = [];
  let failure: Failure | null = null;
  let lastAnswer = '';
  const closing: (() => Promise<void>)[] = [];

  const startMock = async (document: string): Promise<string> => {
    const prism = await startPrism(document, false);
    const server = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      const fails = failure?.method.toUpperCase() === request.method;
      ask(prism.url, request, fails ? `code=${failure?.status}` : '').then(
        (answer) => {
          lastAnswer = answer.body.toString();
          response.writeHead(answer.status, answer.headers).end(answer.body);
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(async () => {
      server.closeAllConnections();
      server.close();
      await prism.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const [urlA, urlB] = [
    await startMock('generated/spec-a/openapi.json'),
    await startMock('generated/spec-b/openapi.json'),
  ];
  const providers = [{ ...makeProvider('up-a', 'a', urlA), baseUrl: urlA }, makeProvider('up-b', 'b', urlB)];
  const names = providers.map(({ id }) => id);
  const models = [makeModel('test-model', names), makeModel('*', names)];
  const gateway = await startWith(makeConfig({ providers, models, products: [makeProduct(voiceProduct)] }));
  return {
    call: gateway.call,
    reached,
    lastAnswer: () => lastAnswer,
    failing: async (wanted, act) => {
      failure = wanted;
      try {
        return await act();
      } finally {
        failure = null;
      }
    },
    close: async () => {
      await gateway.close();
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Passes a request on to Prism, which leaves the base path of the documents away. */
async function ask(url: string, request: IncomingMessage, preference: string) {
  const chunks = await Array.fromAsync(request, (chunk) => chunk as Buffer);
  const kept = ['authorization', 'x-api-key', 'content-type', 'accept', 'anthropic-version', 'anthropic-beta'];
  const headers = kept.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const body = Buffer.concat(chunks);
  const answer = await fetch(url + (request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: [...headers, ...(preference === '' ? [] : [['prefer', preference] as [string, string]])],
    ...(body.length > 0 && { body }),
  });
  const content = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
    body: request.method === 'POST' ? withNewId(content) : content,
  };
}

let made = 0;

/** A mock gives one example's id to everything that is made; no provider does. */
const withNewId = (content: Buffer): Buffer =>
  Buffer.from(
    content.toString('latin1').replace(/^\{"id":"\w+/, (start) => `${start}${(made += 1)}`),
    'latin1',
  );
