import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { resolve } from './follow-reference.ts';
import { accessScopes, fieldNames, roleNames, vocabulary, workspaceScopes } from './vocabulary.ts';

/** An operation as in the table, and what its request types need. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly streams: boolean;
  /** The fields of `x-diglot`; null on the console, whose operations reach no upstream. */
  readonly facts: Readonly<Record<string, string | boolean>> | null;
  /** Who may call it; null on Spec A and Spec B, where the key's scope decides. */
  readonly access: Access | null;
  readonly hasParams: boolean;
  readonly hasQuery: boolean;
  /** `json`: typed; `open`: parsed by the handler itself (multipart); `none`: no body. */
  readonly body: 'none' | 'json' | 'optional-json' | 'open';
}

/** `x-diglot` of the control API. */
interface Access {
  readonly roles: readonly string[];
  readonly scope: string;
}

/** What `x-diglot` means in a document: what an operation is to the gateway, or who may call it. */
type Vocabulary = 'facts' | 'access';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * All operations of a bundled document, in its order.
 *
 * @throws {Error} naming every operation that lacks a field or has an unknown value
 */
export function readOperations(document: JsonObject, meaning: Vocabulary): readonly Operation[] {
  const problems: string[] = [];
  const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectOf(item)[method];
      if (!isObject(operation)) return [];
      const place = `${method.toUpperCase()} ${path}`;
      const id = stringOf(operation['operationId']);
      if (id === null) problems.push(`${place}: operationId is missing`);
      const facts = meaning === 'facts' ? readFacts(operation, place, problems) : null;
      const access = meaning === 'access' ? readAccess(operation, place, problems) : null;
      const parameters = [...listOf(objectOf(item)['parameters']), ...listOf(operation['parameters'])];
      const places = new Set(parameters.map((parameter) => resolve(document, parameter)['in']));
      return [
        {
          ...{ id: id ?? '', method, path, facts, access },
          streams: streamsOf(document, operation),
          hasParams: places.has('path'),
          hasQuery: places.has('query'),
          body: bodyOf(document, operation),
        },
      ];
    }),
  );
  if (problems.length > 0) throw new Error(`x-diglot:\n  ${problems.join('\n  ')}`);
  return operations;
}

function readFacts(operation: JsonObject, place: string, problems: string[]): Record<string, string | boolean> {
  const given = objectOf(operation['x-diglot']);
  for (const name of Object.keys(given)) {
    if (!(name in vocabulary)) problems.push(`${place}: x-diglot.${name} is not a field`);
  }
  const facts: Record<string, string | boolean> = {};
  for (const name of fieldNames) {
    const value = given[name];
    const allowed: readonly (string | boolean)[] = vocabulary[name].values;
    if ((typeof value === 'string' || typeof value === 'boolean') && allowed.includes(value)) facts[name] = value;
    else
      problems.push(`${place}: x-diglot.${name} is ${JSON.stringify(value)}; it must be one of ${allowed.join(', ')}`);
  }
  return facts;
}

/** Deny by default: an operation that does not say who may call it is an error. */
function readAccess(operation: JsonObject, place: string, problems: string[]): Access {
  const given = objectOf(operation['x-diglot']);
  const scope = stringOf(given['scope']) ?? '';
  const roles = listOf(given['roles']).map((role) => stringOf(role) ?? '');
  const says = (problem: string): void => void problems.push(`${place}: x-diglot${problem}`);
  if (Object.keys(given).toSorted().join() !== 'roles,scope') says(' must have roles and scope, and nothing else');
  if (!(scope in accessScopes)) says(`.scope must be one of ${Object.keys(accessScopes).join(', ')}`);
  const known: readonly string[] = roleNames;
  if (roles.some((role, index) => !known.includes(role) || roles.indexOf(role) !== index))
    says(`.roles may have each of ${roleNames.join(', ')} once`);
  if (workspaceScopes.includes(scope) && roles.length === 0) says('.roles must name who may call it');
  if (scope === 'server' && roles.join() !== 'operator') says('.roles must be [operator] with scope server');
  if (['signed_in', 'person', 'public'].includes(scope) && roles.length > 0)
    says(`.roles must be [] with scope ${scope}`);
  return { roles, scope };
}

function streamsOf(document: JsonObject, operation: JsonObject): boolean {
  return Object.values(objectOf(operation['responses'])).some(
    (response) => 'text/event-stream' in objectOf(resolve(document, response)['content']),
  );
}

function bodyOf(document: JsonObject, operation: JsonObject): Operation['body'] {
  if (operation['requestBody'] === undefined) return 'none';
  const body = resolve(document, operation['requestBody']);
  const types = Object.keys(objectOf(body['content']));
  if (types.length !== 1 || types[0] !== 'application/json') return 'open';
  return body['required'] === true ? 'json' : 'optional-json';
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
