import { Router, type RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Contract, OperationContract } from '../contract/contract.ts';
import type { Surface } from '../errors/shapes.ts';
import type { Clock } from '../shared/time/clock.ts';
import { admitBody } from './admit-body.ts';
import { parseBody } from './parse-body.ts';
import { readBody, type BodyRules } from './read-body.ts';
import type { OperationSteps } from './serve-operation.ts';

/** What a document says of an operation's place and body. */
export type RoutedOperation = Pick<OperationFacts, 'id' | 'method' | 'path' | 'body' | 'limit' | 'voice'>;

/** What request bodies are held to, by the limits in force. */
export interface BodyParts {
  /** Bytes that a request body may have. */
  readonly bodyLimit: (operation: RoutedOperation) => number;
  /** Milliseconds that a request body may take; null: as long as it keeps its pace. */
  readonly bodyTime: (operation: RoutedOperation) => number | null;
  /** Bytes a second that a body which is held in memory must bring on average. */
  readonly bodyPace: () => number;
  readonly clock: Clock;
}

interface Parts<Operation extends RoutedOperation> extends BodyParts {
  readonly surface: Surface;
  readonly operations: readonly Operation[];
  readonly contract: Contract;
  readonly steps: (operation: Operation) => OperationSteps;
}

/** Matches paths exactly. */
export const exact = { strict: true, caseSensitive: true } as const;

/** The operations of one document, each on its own route. */
export function operationRouter<Operation extends RoutedOperation>({
  surface,
  operations,
  contract,
  steps,
  ...bodies
}: Parts<Operation>): Router {
  const router = Router(exact);
  for (const operation of inOrder(operations)) {
    const { identify, authorise, serve } = steps(operation);
    const ofOperation = contract(operation.id);
    router[operation.method](
      operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      enter(operation.id, surface, ofOperation),
      identify,
      typeQuery(ofOperation),
      ...authorise,
      ...bodySteps(operation, bodies),
      ofOperation.validate,
      ...serve,
    );
  }
  return router;
}

/** Operations that most calls want: Express tries routes one after another. */
const busiest: ReadonlySet<string> = new Set([
  'createChatCompletion',
  'createMessage',
  'createResponse',
  'createEmbedding',
  'countMessageTokens',
]);

const parametersIn = (path: string): number => path.split('{').length - 1;

/** Fixed paths before those with parameters, and the busiest first. */
const inOrder = <Operation extends RoutedOperation>(operations: readonly Operation[]): readonly Operation[] =>
  operations.toSorted(
    (one, other) =>
      parametersIn(one.path) - parametersIn(other.path) || Number(busiest.has(other.id)) - Number(busiest.has(one.id)),
  );

/** Notes which operation it is: a path that only one spec has is that spec's, whatever headers came along. */
const enter =
  (id: string, surface: Surface, contract: OperationContract): RequestHandler =>
  ({ call, params }, _response, next) => {
    call.operation = id;
    call.surface = surface;
    call.contract = contract;
    call.params = params as Record<string, string>;
    next();
  };

/** Admits a body by its head, and reads it where it is JSON. A form is not read here. */
function bodySteps(operation: RoutedOperation, { bodyLimit, bodyTime, bodyPace, clock }: BodyParts): RequestHandler[] {
  const rules = (): BodyRules => ({
    limit: bodyLimit(operation),
    milliseconds: bodyTime(operation),
    bytesPerSecond: bodyPace(),
    clock,
  });
  const admit: RequestHandler = (request, response, next) => {
    const { call } = request;
    call.bodyRules = rules();
    call.isForm = admitBody(request, response, { body: operation.body, ...call.bodyRules, memory: call.memory });
    next();
  };
  if (operation.body === 'none' || operation.body === 'multipart') return [admit];
  return [admit, readJson];
}

const readJson: RequestHandler = async (request, _response, next) => {
  const { memory, bodyRules, isForm } = request.call;
  if (isForm) return next();
  if (memory === null || bodyRules === null) throw new Error('The body has not been admitted.');
  request.rawBody = await readBody(request, bodyRules, memory.take);
  memory.parse(request.rawBody.length);
  request.body = parseBody(request.rawBody);
  next();
};

/** Puts the query as the document types it where the validator reads it. */
const typeQuery =
  (contract: OperationContract): RequestHandler =>
  (request, _response, next) => {
    const { search } = request.call.marks;
    if (search === '') return next();
    const { query, unbracketed } = contract.readQuery(search);
    request.call.query = query;
    Object.defineProperty(request, 'query', { value: unbracketed, writable: true, configurable: true });
    next();
  };
