import type { IncomingMessage } from 'node:http';
import { objectOf, type JsonObject } from '../shared/json/json.ts';
import type { Answer, Call, DemoRoute } from './call.ts';
import { badRequest, notFound } from './fault.ts';
import { files } from './files.ts';
import { models } from './models.ts';
import { readForm, type Form } from './read-form.ts';
import { batches } from './spec-a/batches.ts';
import { chatCompletions } from './spec-a/chat-completions.ts';
import { completions } from './spec-a/completions.ts';
import { embeddings } from './spec-a/embeddings.ts';
import { images } from './spec-a/images.ts';
import { moderations } from './spec-a/moderations.ts';
import { responses } from './spec-a/responses.ts';
import { createSpeech } from './spec-a/speech.ts';
import { transcriptions } from './spec-a/transcriptions.ts';
import { voices } from './spec-a/voices.ts';
import { messageBatches } from './spec-b/batches.ts';
import { complete } from './spec-b/complete.ts';
import { messages } from './spec-b/messages.ts';

type CallContext = Pick<Call, 'spec' | 'objects' | 'origin' | 'now' | 'newId'>;

/**
 * Finds the route of a request, reads its body and answers it.
 *
 * @throws {DemoFault} 404 for an unknown path, 400 for an invalid body, and the faults of the route
 */
export async function answerCall(request: IncomingMessage, context: CallContext): Promise<Answer> {
  const { method = '', url: target = '/' } = request;
  const url = URL.parse(context.origin + target);
  const found = url && findRoute(method, url.pathname, context.spec);
  if (!found) throw notFound(`Not found: ${method} ${target}`);
  const form = isForm(request) ? await readForm(request, found.route.keep === true) : null;
  const body = form ? fieldsOf(form) : await readJson(request);
  return answerWith(found, { ...context, query: url.searchParams, form, body });
}

interface Found {
  readonly route: DemoRoute;
  readonly id: string;
}

function answerWith({ route, id }: Found, call: Omit<Call, 'id' | 'again'>): Answer | Promise<Answer> {
  const again = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const found = findRoute('POST', path, call.spec);
    if (!found) throw notFound(`Not found: POST ${path}`);
    const answer = await answerWith(found, { ...call, query: new URLSearchParams(), form: null, body });
    if (answer.kind !== 'json') throw badRequest('A batch cannot stream.');
    return answer.body;
  };
  return route.answer({ ...call, id, again });
}

function findRoute(method: string, path: string, spec: Call['spec']): Found | undefined {
  for (const route of demoRoutes) {
    if (route.method !== method || (route.spec ?? spec) !== spec) continue;
    const id = match(route.path, path);
    if (id !== undefined) return { route, id };
  }
  return undefined;
}

/** The text that matches `{}` in the pattern (empty if it has none), or undefined if the path does not match. */
function match(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split('{}');
  if (after === undefined) return path === pattern ? '' : undefined;
  const middle = path.slice(before.length, path.length - after.length);
  const fits = path.startsWith(before) && path.endsWith(after) && middle !== '' && !middle.includes('/');
  return fits && before.length + middle.length + after.length === path.length ? decoded(middle) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`The path cannot be decoded: ${text}`);
  }
}

const isForm = (request: IncomingMessage): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/form-data');

const fieldsOf = (form: Form): JsonObject =>
  Object.fromEntries([...form.fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const chunks = await Array.fromAsync(request, (chunk) => chunk as Buffer);
  if (chunks.length === 0) return {};
  try {
    return objectOf(JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown);
  } catch {
    throw badRequest('We could not parse the JSON body of your request.');
  }
}

const onlyA = [
  chatCompletions,
  ...responses,
  completions,
  embeddings,
  moderations,
  ...images,
  createSpeech,
  ...transcriptions,
  ...voices,
  ...batches,
];
const onlyB = [...messages, ...messageBatches, complete];

/** All operations of the demo. */
const demoRoutes: readonly DemoRoute[] = [
  ...models,
  ...files,
  ...onlyA.map((route) => ({ ...route, spec: 'a' as const })),
  ...onlyB.map((route) => ({ ...route, spec: 'b' as const })),
];
