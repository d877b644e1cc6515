import { setTimeout as wait } from 'node:timers/promises';
import type { OperationContract } from './contract.ts';
import { type Document, isNode, parametersOf, resolve, type SchemaNode } from './document.ts';

type Operation = readonly [surface: 'a' | 'b', id: string];

/**
 * The operations that most callers use first. Making one of their validators blocks all other calls for some 50 ms, so they are
 * made before the gateway is ready.
 */
const first: readonly Operation[] = [
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
];

/** Operations whose validators are made later, while no call is running: quick ones that are used often first, then slow ones. */
const later: readonly Operation[] = [
  ['a', 'listModels'],
  ['b', 'listModels'],
  ['a', 'createEmbedding'],
  ['b', 'countMessageTokens'],
  ['a', 'countResponseInputTokens'],
  ['a', 'compactResponse'],
  ['a', 'createConversation'],
  ['a', 'createConversationItems'],
  ['b', 'createMessageBatch'],
];

/** Milliseconds between two validators, for calls that arrived meanwhile. */
const betweenValidators = 50;
const pause = (): Promise<void> => wait(betweenValidators, undefined, { ref: false });
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Makes validators before they are needed, so that no call waits for them. */
export interface Warming {
  /**
   * Makes the validators of the first operations, once. Calls are served between them.
   *
   * @throws if one cannot be made, or accepts a request that its document forbids
   */
  readonly warm: () => Promise<void>;
  /** Whether `warm` has succeeded. */
  readonly isWarm: () => boolean;
  /** Makes more validators while no call is running. */
  readonly warmMore: () => Promise<void>;
}

interface Parts {
  readonly contracts: Readonly<Record<Operation[0], (id: string) => Pick<OperationContract, 'warm'>>>;
  readonly ready: () => boolean;
  /** Number of running calls. */
  readonly openCalls: () => number;
}

export function makeWarming({ contracts, ready, openCalls }: Parts): Warming {
  let warming: Promise<void> | null = null;
  let isWarm = false;
  const makeValidator = ([surface, id]: Operation): Promise<void> => contracts[surface](id).warm();
  const warm = async (): Promise<void> => {
    for (const operation of first) {
      await makeValidator(operation);
      await turn();
    }
    isWarm = true;
  };
  return {
    warm: () => (warming ??= warm()),
    isWarm: () => isWarm,
    warmMore: async () => {
      for (const operation of later) {
        while (openCalls() > 0) await pause();
        if (!ready()) return;
        await makeValidator(operation);
        await pause();
      }
    },
  };
}

/** A request that breaks one rule of an operation. */
export interface Probe {
  /** The rule, for example `query limit: minimum`. */
  readonly breaks: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

interface Place {
  readonly method: string;
  readonly path: string;
}

/** For each rule, a function that makes a value that breaks it. */
const wrongValues: Readonly<Record<string, (limit: unknown) => unknown>> = {
  minimum: (limit) => Number(limit) - 1,
  maximum: (limit) => Number(limit) + 1,
  minLength: (limit) => 'x'.repeat(Math.max(0, Number(limit) - 1)),
  maxLength: (limit) => 'x'.repeat(Number(limit) + 1),
  enum: () => 'no such value',
};

/**
 * Makes requests that the validator of an operation must refuse: a number beyond each limit, a string of a wrong length, a body of
 * the wrong type. None if the operation has no such rule.
 */
export function findProbes(document: Document, { method, path }: Place): readonly Probe[] {
  const operation = document.paths[path]?.[method] ?? {};
  const requestBody = isNode(operation['requestBody']) ? resolve(document, operation['requestBody']) : {};
  const content = isNode(requestBody['content']) ? requestBody['content'] : {};
  const isJson = 'application/json' in content;
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const valid = {
    method: method.toUpperCase(),
    url: path.replaceAll(/\{\w+\}/g, 'x'),
    headers: isJson || Object.keys(content).length === 0 ? type : { 'content-type': 'multipart/form-data' },
    query: {},
    body: undefined,
  };
  const wrong = parametersOf(document, { method, path }).flatMap((parameter) => wrongParameters(document, parameter));
  return [
    ...wrong.map(({ breaks, where, name, value }) => ({
      ...valid,
      breaks,
      ...placeValue(valid, { where, name, value, path }),
    })),
    ...(isJson ? [{ ...valid, breaks: 'body: type', body: 'no object' }] : []),
  ];
}

interface WrongParameter {
  readonly breaks: string;
  readonly where: string;
  readonly name: string;
  readonly value: unknown;
}

function wrongParameters(document: Document, parameter: SchemaNode): readonly WrongParameter[] {
  const schema = isNode(parameter['schema']) ? resolve(document, parameter['schema']) : {};
  const [where, name] = [String(parameter['in']), String(parameter['name'])];
  return Object.entries(wrongValues).flatMap(([rule, make]) =>
    // A path segment cannot be empty.
    rule in schema && !(where === 'path' && rule === 'minLength')
      ? [{ breaks: `${where} ${name}: ${rule}`, where, name, value: make(schema[rule]) }]
      : [],
  );
}

/** Puts a value into its place in a request. */
function placeValue(
  { headers }: Pick<Probe, 'headers'>,
  { where, name, value, path }: Omit<WrongParameter, 'breaks'> & Pick<Place, 'path'>,
): Partial<Pick<Probe, 'headers' | 'query' | 'url'>> {
  if (where === 'query') return { query: { [name.replace(/\[\]$/, '')]: value } };
  if (where === 'header') return { headers: { ...headers, [name.toLowerCase()]: String(value) } };
  return { url: path.replace(`{${name}}`, String(value)).replaceAll(/\{\w+\}/g, 'x') };
}
