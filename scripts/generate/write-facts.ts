import { accessScopes, fieldNames, roleNames, vocabulary } from './vocabulary.ts';
import { banner } from './write-operations.ts';

/** The text of `generated/operation-facts.ts`: what the tables of all documents have in common. */
export function writeFacts(): string {
  const fields = fieldNames.map((name) => {
    const { meaning, values } = vocabulary[name];
    const type = values.some((value) => typeof value === 'boolean')
      ? 'boolean'
      : values.map((value) => `'${value}'`).join(' | ');
    return `  /** ${meaning} */\n  readonly ${name}: ${type};`;
  });
  return `${banner}

/** Where an operation is found. */
export interface OperationAddress {
  /** Its operationId. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The path as the document has it, parameters in braces, without the server's base. */
  readonly path: string;
  /** Whether the document has an answer of \`text/event-stream\`. */
  readonly streams: boolean;
}

/** An operation as \`x-diglot\` describes it to the gateway. */
export interface OperationFacts extends OperationAddress {
${fields.join('\n')}
}

/** Who may call an operation of the control API: workspace roles, and the operator. */
export type AccessRole = ${roleNames.map((name) => `'${name}'`).join(' | ')};

/**
 * Where one of the roles must be held.
 *
${Object.entries(accessScopes)
  .map(([name, meaning]) => ` * - \`${name}\`: ${meaning}`)
  .join('\n')}
 */
export type AccessScope = ${Object.keys(accessScopes)
    .map((name) => `'${name}'`)
    .join(' | ')};

/** An operation of the control API, and who may call it. */
export interface ControlOperation extends OperationAddress {
  readonly roles: readonly AccessRole[];
  readonly scope: AccessScope;
}
`;
}
