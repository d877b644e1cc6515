import { setTimeout as wait } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { FormRules } from '../pipeline/multipart/reader.ts';
import type { Document } from './document.ts';
import { explainRefusal, type Validated } from './explain-refusal.ts';
import { compose, madeOnce } from './library.ts';
import { readFormRules, readQuery, readQueryRules, type TypedQuery } from './parameters.ts';
import { makeValidator, type OperationPlace } from './validator.ts';

/** Validates the requests of one operation. */
export interface OperationContract {
  /**
   * Parses a query, given without its question mark, with the types of the document.
   *
   * @throws {GatewayError} `invalid_value` for an invalid parameter
   */
  readonly readQuery: (search: string) => TypedQuery;
  /** express-openapi-validator for this operation alone. It reads `params`, `query`, `headers` and `body` of the request. */
  readonly validate: RequestHandler;
  /** Turns the validator's error into one sentence about one field. Returns any other error unchanged. */
  readonly explain: (error: unknown, validated: Validated) => unknown;
  /** The rules for the operation's form. Forms are validated while they are read. */
  readonly form: () => FormRules;
  /**
   * Makes the validator before its first request.
   *
   * @throws if the document cannot be used, or if the validator accepts a request that the document forbids
   */
  readonly warm: () => Promise<void>;
}

/** Returns the contract of an operation of one document by its id. */
export type Contract = (id: string) => OperationContract;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The contracts of one bundled document. A validator is made when its operation is first called, because making all of them
 * would delay the start until every schema is compiled.
 */
export function loadContract(published: Document): Contract {
  const contracts = new Map<string, OperationContract>();
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of methods) {
      const id = item[method]?.['operationId'];
      if (typeof id === 'string') contracts.set(id, contractOf(published, { method, path }));
    }
  }
  return (id) => {
    const contract = contracts.get(id);
    if (!contract) throw new Error(`The document has no operation ${id}.`);
    return contract;
  };
}

function contractOf(published: Document, place: OperationPlace): OperationContract {
  const { method, path } = place;
  const rules = once(() => readQueryRules(published, place));
  const { handle, make } = madeOnce(async () => compose(await makeValidator(published, place)));
  return {
    readQuery: (search) => readQuery(search, rules()),
    validate: handle,
    explain: (error, validated) => explainRefusal(error, { validated, document: published, method, path }),
    form: once(() => readFormRules(published, published.paths[path]?.[method])),
    warm: async () => void (await make()),
  };
}

/** Makes a value when it is first needed. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

type WarmedOperation = readonly [surface: 'a' | 'b', id: string];

/**
 * The operations that most callers use first. Making one of their validators blocks all other calls for some 50 ms, so they are
 * made before the gateway is ready.
 */
const firstOperations: readonly WarmedOperation[] = [
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
];

/** Operations whose validators are made later, while no call is running: quick ones that are used often first, then slow ones. */
const laterOperations: readonly WarmedOperation[] = [
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
const pauseForCalls = (): Promise<void> => wait(betweenValidators, undefined, { ref: false });
const letOthersRun = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

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

interface WarmingParts {
  readonly contracts: Readonly<Record<WarmedOperation[0], (id: string) => Pick<OperationContract, 'warm'>>>;
  readonly ready: () => boolean;
  /** Number of running calls. */
  readonly openCalls: () => number;
}

export function makeWarming({ contracts, ready, openCalls }: WarmingParts): Warming {
  let warming: Promise<void> | null = null;
  let isWarm = false;
  const warmOne = ([surface, id]: WarmedOperation): Promise<void> => contracts[surface](id).warm();
  const warm = async (): Promise<void> => {
    for (const operation of firstOperations) {
      await warmOne(operation);
      await letOthersRun();
    }
    isWarm = true;
  };
  return {
    warm: () => (warming ??= warm()),
    isWarm: () => isWarm,
    warmMore: async () => {
      for (const operation of laterOperations) {
        while (openCalls() > 0) await pauseForCalls();
        if (!ready()) return;
        await warmOne(operation);
        await pauseForCalls();
      }
    },
  };
}
