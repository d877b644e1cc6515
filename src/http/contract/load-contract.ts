import type { Express, Request } from 'express';
import type { FormRules } from '../../gateway/form-rules.ts';
import type { Document } from './document.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Judge } from './make-judge.ts';
import { prepareOperation } from './prepare-operation.ts';
import { readFormRules } from './read-form-rules.ts';

/** A document, ready to judge requests. */
export interface Contract {
  /**
   * Judges path parameters, query, headers and the parsed body (`request.body`) of a request to an operation.
   * Query values that the document types come back typed.
   *
   * @throws {GatewayError} `invalid_value` naming the field, in one sentence; `unsupported_media_type`
   */
  readonly check: (request: Request, operation: Checked) => Promise<void>;
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
  const judges = new Map<string, Promise<Judge>>();

  const judgeOf = (id: string): Promise<Judge> => {
    const known = judges.get(id);
    if (known) return known;
    const place = places.get(id);
    if (!place) throw new Error(`The document has no operation ${id}.`);
    const made = import('./make-judge.ts').then(({ makeJudge }) =>
      makeJudge({ app, base, ...place, document: prepareOperation(published, place) }),
    );
    judges.set(id, made);
    return made;
  };

  const forms = new Map<string, FormRules>();
  const formOf = (id: string): FormRules => {
    const place = places.get(id);
    return readFormRules(published, place && published.paths[place.path]?.[place.method]);
  };

  return {
    form: (id) => {
      const rules = forms.get(id) ?? formOf(id);
      forms.set(id, rules);
      return rules;
    },
    check: async (request, { id, params }) => {
      const judge = await judgeOf(id);
      try {
        await judge(request, params);
      } catch (error) {
        throw explainRefusal(error, { request, document: published, operation: id });
      }
    },
    warm: async (id) => {
      const judge = await judgeOf(id);
      const headers = { 'content-type': 'application/json' };
      const method = places.get(id)?.method.toUpperCase();
      const sample = { app, method, headers, query: {}, params: {}, body: {}, originalUrl: '/', url: '/' };
      await judge(sample as unknown as Request, {}).catch(() => undefined);
    },
  };
}
