import { createRequire } from 'node:module';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { objectOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';

interface Complaint {
  readonly instancePath: string;
  readonly message?: string;
  readonly keyword: string;
}

type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly Complaint[] | null };

/** The part of ajv that is used here; it is what the gateway's validator is built on, and is found through it. */
interface Ajv {
  readonly compile: (schema: object) => Validate;
  readonly addSchema: (schema: object, name: string) => unknown;
}

function makeAjv(): Ajv {
  const here = createRequire(import.meta.url);
  const validator = createRequire(here.resolve('express-openapi-validator/package.json'));
  const { Ajv2020 } = validator('ajv/dist/2020') as { readonly Ajv2020: new (options: object) => Ajv };
  return new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
}

/** Says what is wrong with the answers of one document's operations; an empty text: nothing is. */
export interface AnswerSchemas {
  /** Media types and headers that a status is documented with, and the status as the document writes it (`5XX`). */
  readonly documented: (
    facts: OperationFacts,
    status: number,
  ) => { readonly status: string; readonly media: JsonObject; readonly headers: readonly string[] } | null;
  /** The failures that an operation documents: `404`, `5XX`. */
  readonly failures: (facts: OperationFacts) => readonly string[];
  /** Checks a body of JSON. */
  readonly checkBody: (facts: OperationFacts, status: number, body: unknown) => string;
  /** Checks a value by a schema of the document's own. */
  readonly checkComponent: (name: string, value: unknown) => string;
  /** Checks one event of a stream. */
  readonly checkEvent: (facts: OperationFacts, event: unknown) => string;
}

/** Reads the answers of a bundled document. Schemas are compiled when they are first wanted. */
export function answerSchemas(document: JsonObject): AnswerSchemas {
  const ajv = makeAjv();
  ajv.addSchema({ components: { schemas: objectOf(document['components'])['schemas'] } }, 'document');
  const compiled = new Map<string, Validate>();

  const checkBy = (schema: Json | undefined, value: unknown): string => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    if (validate(value)) return '';
    const errors = (validate.errors ?? []).filter(({ keyword }) => !['oneOf', 'anyOf', 'if'].includes(keyword));
    const deepest = errors.reduce<Complaint | null>(
      (best, one) => (best === null || depth(one) > depth(best) ? one : best),
      null,
    );
    return `${deepest?.instancePath ?? ''} ${deepest?.message ?? 'fits no branch'}`;
  };

  const answersOf = ({ path, method }: OperationFacts): JsonObject =>
    objectOf(objectOf(objectOf(objectOf(document['paths'])[path])[method])['responses']);

  const documented: AnswerSchemas['documented'] = (facts, status) => {
    const answers = answersOf(facts);
    const name = [String(status), `${String(status)[0]}XX`, 'default'].find((one) => one in answers);
    if (name === undefined) return null;
    const answer = resolve(document, answers[name]);
    return { status: name, media: objectOf(answer['content']), headers: Object.keys(objectOf(answer['headers'])) };
  };

  const schemaOf = (facts: OperationFacts, status: number, type: string): Json | undefined =>
    objectOf(documented(facts, status)?.media[type])['schema'];

  return {
    documented,
    failures: (facts) => Object.keys(answersOf(facts)).filter((status) => /^[45]/.test(status)),
    checkBody: (facts, status, body) => {
      const schema = schemaOf(facts, status, 'application/json');
      return schema === undefined ? `${status} has no JSON in the document` : checkBy(schema, body);
    },
    checkComponent: (name, value) => checkBy({ $ref: `#/components/schemas/${name}` }, value),
    checkEvent: (facts, event) => checkBy(objectOf(schemaOf(facts, 200, 'text/event-stream'))['contentSchema'], event),
  };
}

const depth = ({ instancePath }: Complaint): number => instancePath.split('/').length;
