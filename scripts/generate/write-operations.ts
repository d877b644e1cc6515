import type { Operation } from './read-operations.ts';
import { fieldNames } from './vocabulary.ts';

/** The text of `generated/<document>/operations.ts`: the table, the request types, the type of a handler map. */
export function writeOperations(operations: readonly Operation[]): string {
  const described = operations.every(({ facts }) => facts !== null);
  const row = described ? 'OperationFacts' : 'ControlOperation';
  return `${banner}
import type { ${row} } from '../operation-facts.ts';
import type { operations as Types } from './types.ts';

/** Every operation of the document, by operationId, in the document's order. */
export const operations = {
${operations.map(rowOf).join('\n')}
} as const satisfies Readonly<Record<string, ${row}>>;

export type OperationId = keyof typeof operations;

/** What a handler is given of a request that the contract has let through. */
export interface Requests {
${operations.map(requestOf).join('\n')}
}

/** One handler for each operation: a map \`satisfies\` this, so an operation without a handler does not compile. */
export type Handlers<Context> = {
  readonly [Id in OperationId]: (call: Context & Requests[Id]) => Promise<void>;
};
`;
}

/** First line of every file that this generator writes. */
export const banner = '// Generated from specs/ by `npm run generate`. Do not edit.';

type Literal = string | boolean | readonly string[];

const literal = (value: Literal): string =>
  typeof value === 'object' ? `[${value.map(literal).join(', ')}]` : literalOfOne(value);

const literalOfOne = (value: string | boolean): string =>
  typeof value === 'boolean' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function rowOf(operation: Operation): string {
  const { id, method, path, facts, access, streams } = operation;
  const fields: [string, Literal][] = [
    ['id', id],
    ['method', method],
    ['path', path],
    ...(facts === null ? [] : fieldNames.map((name): [string, Literal] => [name, facts[name] ?? ''])),
    ...(access === null ? [] : Object.entries<Literal>({ roles: access.roles, scope: access.scope })),
    ['streams', streams],
  ];
  return `  ${id}: { ${fields.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} },`;
}

function requestOf({ id, hasParams, hasQuery, body }: Operation): string {
  const part = (name: string, present: boolean): string =>
    present ? `NonNullable<Types['${id}']['parameters']['${name}']>` : 'Readonly<Record<string, never>>';
  const json = `NonNullable<Types['${id}']['requestBody']>['content']['application/json']`;
  const bodies = { none: 'undefined', json, 'optional-json': `${json} | undefined`, open: 'unknown' };
  return [
    `  readonly ${id}: {`,
    `    readonly params: ${part('path', hasParams)};`,
    `    readonly query: ${part('query', hasQuery)};`,
    `    readonly body: ${bodies[body]};`,
    `  };`,
  ].join('\n');
}
