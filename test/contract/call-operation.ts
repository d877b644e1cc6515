import type { OperationFacts } from '../../generated/operation-facts.ts';
import { isObject, objectOf, parseJson, stringOf, type JsonObject } from '../../src/shared/json/json.ts';
import { formType, makeForm, type FormPart } from '../fakes/make-form.ts';
import { sampleRequest } from './sample-request.ts';
import type { sdkDocuments } from './sdk-documents.ts';
import { voiceProduct, type ContractGateway } from './start-contract-gateway.ts';

type SdkDocument = (typeof sdkDocuments)[number];

/** How a call differs from the sample that the document itself gives. */
export interface Changes {
  readonly params?: Readonly<Record<string, string>>;
  /** Members of a JSON body, or fields of a form. */
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where each document is served without a doubt about which one is meant. */
const mounts = { 'spec-a': '/openai/v1', 'spec-b': '/anthropic' } as const;

/** Calls an operation through the gateway, with the document's own sample apart from the changes. */
export async function callOperation(
  gateway: Pick<ContractGateway, 'call'>,
  { name, document }: Pick<SdkDocument, 'name' | 'document'>,
  { facts, changes = {} }: { readonly facts: OperationFacts; readonly changes?: Changes },
): Promise<Response> {
  const sample = sampleRequest(document, facts);
  const params = { ...sample.path, ...changes.params };
  const path = facts.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  const query = new URLSearchParams(
    Object.entries(sample.query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const fields = { ...objectOf(sample.body), ...changes.body };
  const { type, body } = facts.body === 'none' ? {} : bodyOf(fields, facts);
  return gateway.call(`${mounts[name]}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
    method: facts.method.toUpperCase(),
    headers: {
      ...(facts.product === 'required' && { 'x-product-sku': voiceProduct }),
      ...(type !== undefined && { 'content-type': type }),
      ...changes.headers,
    },
    ...(body !== undefined && { body }),
  });
}

interface Sent {
  readonly type?: string;
  readonly body?: unknown;
}

function bodyOf(fields: Readonly<Record<string, unknown>>, { body }: OperationFacts): Sent {
  const isForm = body === 'multipart' || Object.values(fields).some((value) => value instanceof File);
  return isForm ? { type: formType, body: makeForm(partsOf(fields)) } : { body: fields };
}

/** The parts of a form, files last. */
const partsOf = (fields: Readonly<Record<string, unknown>>): readonly FormPart[] =>
  Object.entries(fields)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one: unknown) => partOf(name, one)))
    .toSorted((one, other) => Number('filename' in one) - Number('filename' in other));

function partOf(name: string, value: unknown): FormPart {
  if (value instanceof File)
    return { name, value: value.size === 0 ? '' : 'RIFF', filename: value.name, type: value.type };
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** The id that an answer gives to what it made. */
export async function idIn(answer: Response): Promise<string> {
  const kept = answer.headers.get('x-diglot-drive-file');
  const text = await answer.text();
  if (kept !== null) return kept;
  const body = objectOf(parseJson(text));
  const [first] = Array.isArray(body['data']) ? body['data'] : [];
  const id = stringOf(body['id']) ?? (isObject(first) ? stringOf(first['id']) : null);
  if (id === null) throw new Error(`${answer.status}, and no id: ${text.slice(0, 300)}`);
  return id;
}
