import type { IncomingHttpHeaders } from 'node:http';
import type { Express } from 'express';
import type { FormRules } from '../pipeline/multipart/rules.ts';
import { parametersOf, type Document } from './document.ts';
import { explainRefusal } from './explain-refusal.ts';
import { readFormRules } from './form-rules.ts';
import { prepareOperation, type ValidatedPart } from './prepare-operation.ts';
import { readQuery, readQueryRules, type Query } from './query.ts';
import type { Validated, Validator } from './validator.ts';

/** A document, ready to validate requests. */
export interface Contract {
  /**
   * Validates path parameters, query, headers and the parsed body of a request to an operation.
   *
   * @returns the query, typed as the document says
   * @throws {GatewayError} `invalid_value` naming the field, in one sentence
   */
  readonly check: (operation: Checked, sent: Sent) => Promise<Query>;
  /** Validates the parsed body alone, where the rest was validated before it came. @throws {GatewayError} `invalid_value` */
  readonly checkBody: (id: string, body: unknown) => Promise<void>;
  /** What the document says of an operation's form: forms are validated while they flow by. */
  readonly form: (id: string) => FormRules;
  /** Makes the validator of one operation before its first request comes. */
  readonly warm: (id: string) => Promise<void>;
}

/** Which operation a request wants, as the route table found it. */
interface Checked {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What a request sends. */
interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** A parsed JSON body; undefined where there is none, or it has not come yet. */
  readonly body: unknown;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Makes the validators of one bundled document: one for each operation, when it is first wanted. A validator for the
 * whole document would compile every schema, twice, before the server could say that it is ready.
 *
 * @param base what stands before the document's paths, for example `/v1`
 */
export function loadContract(app: Express, published: Document, base: string): Contract {
  const places = new Map<string, { readonly method: string; readonly path: string }>();
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of methods) {
      const id = item[method]?.['operationId'];
      if (typeof id === 'string') places.set(id, { method, path });
    }
  }
  const placeOf = (id: string): { readonly method: string; readonly path: string } => {
    const place = places.get(id);
    if (!place) throw new Error(`The document has no operation ${id}.`);
    return place;
  };
  const rulesOf = remember((id) => readQueryRules(published, placeOf(id)));
  const formOf = remember((id) => {
    const { method, path } = placeOf(id);
    return readFormRules(published, published.paths[path]?.[method]);
  });
  const headRulesOf = remember((id) => readHeadRules(published, placeOf(id)));
  const makeValidatorOf = (part: ValidatedPart) => async (id: string) => {
    const place = placeOf(id);
    const { makeValidator } = await import('./validator.ts');
    return makeValidator({ app, base, ...place, document: prepareOperation(published, { ...place, part }) });
  };
  const validators = { head: remember(makeValidatorOf('head')), body: remember(makeValidatorOf('body')) };
  const validatePart = async (judging: Promise<Validator>, id: string, validated: Validated): Promise<void> => {
    const validator = await judging;
    try {
      await validator(validated);
    } catch (error) {
      throw explainRefusal(error, { validated, document: published, ...placeOf(id) });
    }
  };

  const checkBody = (id: string, body: unknown): Promise<void> =>
    validatePart(validators.body(id), id, { ...nothing, body });

  return {
    form: formOf,
    checkBody,
    check: async ({ id, params }, { headers, search, body }) => {
      const rules = rulesOf(id);
      const query = readQuery(search, rules);
      const headRules = headRulesOf(id);
      const known = knownHeaders(headers, headRules);
      // Most calls send a body and nothing else that the document has a word about.
      if (known !== null || search !== '' || headRules.always) {
        const unbracketed = rules.parameters.map(({ name, key }) => [key, query[name]] as const);
        const head = { params, headers: known ?? {}, query: Object.fromEntries(unbracketed), body: undefined };
        await validatePart(validators.head(id), id, head);
      }
      if (body !== undefined) await checkBody(id, body);
      return query;
    },
    warm: async (id) => {
      const withBody = published.paths[placeOf(id).path]?.[placeOf(id).method]?.['requestBody'] !== undefined;
      const validator = await validators[withBody ? 'body' : 'head'](id);
      await validator({ ...nothing, body: withBody ? {} : undefined }).catch(() => undefined);
    },
  };
}

/** A head that the document has no word about. */
const nothing = { params: {}, query: {}, headers: {} } as const;

/** Makes a value for each name when it is first wanted. */
function remember<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const value = make(name);
    made.set(name, value);
    return value;
  };
}

/** What a document says of the head of an operation's requests. */
interface HeadRules {
  /** True where something must be there: a path parameter, a required header or query parameter. */
  readonly always: boolean;
  /** Names of the headers that it knows, lower case. */
  readonly headers: readonly string[];
}

/** Reads the rules out of a document. */
function readHeadRules(document: Document, place: { method: string; path: string }): HeadRules {
  const parameters = parametersOf(document, place);
  return {
    always: parameters.some((parameter) => parameter['required'] === true),
    headers: parameters
      .filter((parameter) => parameter['in'] === 'header')
      .map((parameter) => String(parameter['name']).toLowerCase()),
  };
}

/** Of a request's headers, those that the document knows; null where it has none of them. */
function knownHeaders(sent: IncomingHttpHeaders, { headers }: HeadRules): IncomingHttpHeaders | null {
  const known = headers.filter((name) => sent[name] !== undefined);
  return known.length === 0 ? null : Object.fromEntries(known.map((name) => [name, sent[name]]));
}
