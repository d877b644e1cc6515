import type { IncomingHttpHeaders } from 'node:http';
import type { Express } from 'express';
import type { FormRules } from '../../gateway/form-rules.ts';
import type { Document } from './document.ts';
import { explainRefusal } from './explain-refusal.ts';
import { prepareOperation } from './prepare-operation.ts';
import { readFormRules } from './read-form-rules.ts';
import { readQuery, readQueryRules, type Query } from './read-query.ts';

/** A document, ready to judge requests. */
export interface Contract {
  /**
   * Judges path parameters, query, headers and the parsed body of a request to an operation.
   *
   * @returns the query, typed as the document says
   * @throws {GatewayError} `invalid_value` naming the field, in one sentence
   */
  readonly check: (operation: Checked, sent: Sent) => Promise<Query>;
  /** What the document says of an operation's form: forms are judged while they flow by. */
  readonly form: (id: string) => FormRules;
  /** Makes the judge of one operation before its first request comes. */
  readonly warm: (id: string) => Promise<void>;
}

/** Which operation a request wants, as the route table found it. */
export interface Checked {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What a request sends. */
export interface Sent {
  readonly headers: IncomingHttpHeaders;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** A parsed JSON body; undefined where there is none. */
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
  const makeJudgeOf = (withBody: boolean) => async (id: string) => {
    const place = placeOf(id);
    const { makeJudge } = await import('./make-judge.ts');
    return makeJudge({ app, base, ...place, document: prepareOperation(published, { ...place, withBody }) });
  };
  const judgeOfBody = remember(makeJudgeOf(true));
  const judgeOfHead = remember(makeJudgeOf(false));

  return {
    form: formOf,
    check: async ({ id, params }, { headers, search, body }) => {
      const rules = rulesOf(id);
      const query = readQuery(search, rules);
      const judge = await (body === undefined ? judgeOfHead : judgeOfBody)(id);
      const unbracketed = rules.parameters.map(({ name, key }) => [key, query[name]] as const);
      const judged = { params, headers, body, query: Object.fromEntries(unbracketed) };
      try {
        await judge(judged);
      } catch (error) {
        throw explainRefusal(error, { judged, document: published, ...placeOf(id) });
      }
      return query;
    },
    warm: async (id) => {
      const withBody = published.paths[placeOf(id).path]?.[placeOf(id).method]?.['requestBody'] !== undefined;
      const judge = await (withBody ? judgeOfBody : judgeOfHead)(id);
      await judge({ params: {}, query: {}, headers: {}, body: withBody ? {} : undefined }).catch(() => undefined);
    },
  };
}

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
