import { createRequire } from 'node:module';
import { parse } from 'node:url';
import type { RequestHandler } from 'express';
import type { factoryAjv as AjvFactory } from 'express-openapi-validator/dist/framework/ajv/factory.js';
import type { Document } from './document.ts';

/** Keyword of a schema: the schema of a value by its tag. Each is compiled when the first value has that tag. */
export const byTag = 'x-by-tag';

/** The value of the keyword. */
export interface TaggedSchemas {
  /** The member that is the tag. */
  readonly tag: string;
  /** References to the schemas, by the value of the tag. A value with another tag is accepted. */
  readonly references: Readonly<Record<string, string>>;
}

/** What the changes made possible. */
interface Tuned {
  /** Whether validators know `byTag`. Any other validator would ignore it, and accept everything. */
  readonly knowsTags: boolean;
}

/**
 * The validator calls `url.parse` for each request. Until Node has printed its deprecation warning, it inspects the call stack at
 * each call, which is half the cost of validation. Here the one warning is triggered with warnings switched off. Node ignores calls
 * from an installed package, so this one has no caller: it is a microtask of its own.
 */
async function useUpWarning(): Promise<void> {
  const before = process.noDeprecation ?? false;
  process.noDeprecation = true;
  await Promise.resolve('').then(parse);
  process.noDeprecation = before;
}

type CompilePath = (path: string, options?: Readonly<Record<string, unknown>>) => object;

/** What the library compiles paths with; null if a version of it has something else. */
function findPathCompiler(): Record<string, CompilePath | undefined> | null {
  try {
    const compiler: unknown = createRequire(import.meta.resolve('express-openapi-validator'))('path-to-regexp');
    return compiler as Record<string, CompilePath | undefined>;
  } catch {
    return null;
  }
}

/** The library compiles the path of its operation for each request. There are as many as in the documents, so each is kept. */
function keepCompiledPaths(): void {
  const compiler = findPathCompiler();
  const compile = compiler?.['pathToRegexp'];
  if (!compiler || !compile) return;
  const kept = new Map<string, object>();
  const compileOnce: CompilePath = (path, options = {}) => {
    let name = path;
    for (const option of Object.keys(options)) name += ` ${option}=${String(options[option])}`;
    const known = kept.get(name) ?? compile(path, options);
    kept.set(name, known);
    return known;
  };
  Reflect.set(compiler, 'pathToRegexp', compileOnce);
}

/**
 * Shortens the time that express-openapi-validator takes to make a validator, which it does for each operation while no call is
 * served, and makes validators of long lists faster. Each request takes 2 µs less, because its path is not compiled anew.
 *
 * - For each document it compiles a validator of OpenAPI documents (`OpenAPISchemaValidator`) and calls it only if
 *   `validateApiSpec` is true. Here it is false, because the bundled documents are checked before a release, so an empty class
 *   will do: 60 ms per operation instead of 100 to 120. Requests are validated by another class, which stays the library's.
 * - It looks for references to other files in each document. Here all of them point into the document.
 * - Ajv optimises the code that it generates, although V8 does that too.
 * - Ajv's code notes which members of each object have been validated, for `unevaluatedProperties` and `unevaluatedItems`. No
 *   document has these.
 * - Ajv compiles every kind of message and tool that a request may have, and tries them in turn. With `byTag` it looks the kind up,
 *   and compiles those that come: in all, a third of the code.
 *
 * Requests are validated as without these changes. If a version of the library has no such files, it only takes longer.
 */
export async function tuneLibrary(): Promise<Tuned> {
  await useUpWarning();
  keepCompiledPaths();
  const [document, framework, ajv] = await Promise.all([
    import('express-openapi-validator/dist/framework/openapi.schema.validator.js').catch(() => null),
    import('express-openapi-validator/dist/framework/index.js').catch(() => null),
    import('express-openapi-validator/dist/framework/ajv/factory.js').catch(() => null),
  ]);
  const neverCalled = class {
    readonly validate = () => ({ errors: [] });
  };
  if (document) Object.assign(document.default, { OpenAPISchemaValidator: neverCalled });
  if (framework)
    Object.assign(framework.default.OpenAPIFramework.prototype, {
      loadSpec: (bundled: Document): Promise<Document> => Promise.resolve(bundled),
    });
  if (!ajv) return { knowsTags: false };
  const { factoryAjv } = ajv.default;
  const tuned: typeof factoryAjv = (version, options) => {
    const made = factoryAjv(version, { ...options, code: { optimize: false } });
    Object.assign(made.opts, { unevaluated: false });
    // It is there already if the library has been tuned twice.
    if (made.getKeyword(byTag) === false) addTags(made);
    return made;
  };
  Object.assign(ajv.default, { factoryAjv: tuned });
  return { knowsTags: true };
}

type Ajv = ReturnType<typeof AjvFactory>;

type Validate = NonNullable<ReturnType<Ajv['getSchema']>>;

/** Teaches Ajv the keyword `byTag`. */
function addTags(ajv: Ajv): void {
  const roots = new Map<object, string>();
  /** The name by which Ajv finds the schema that references point into. */
  const nameOf = (root: object): string => {
    const known = roots.get(root);
    if (known !== undefined) return known;
    const name = `root-${roots.size}`;
    roots.set(root, name);
    ajv.addSchema(root, name);
    return name;
  };
  ajv.addKeyword({
    keyword: byTag,
    schemaType: 'object',
    errors: 'full',
    compile: ({ tag, references }: TaggedSchemas, _schema, { schemaEnv: { root } }) => {
      const compiled = new Map<unknown, Validate>();
      const compile = (value: unknown): Validate | null => {
        if (typeof value !== 'string' || !Object.hasOwn(references, value)) return null;
        const reference = references[value] ?? '';
        const validator = ajv.getSchema(nameOf(Object(root.schema)) + reference);
        if (validator === undefined) throw new Error(`The document has no ${reference}.`);
        compiled.set(value, validator);
        return validator;
      };
      const validate = (...[value, place]: Parameters<Validate>): boolean => {
        const kind: unknown = Object(value)[tag];
        const validator = compiled.get(kind) ?? compile(kind);
        if (validator === null || validator(value, place)) return true;
        Object.assign(validate, { errors: validator.errors });
        return false;
      };
      return validate;
    },
  });
}

/** Middleware that is made for its first request or earlier. */
export function madeOnce(make: () => Promise<RequestHandler>) {
  let made: RequestHandler | null = null;
  let making: Promise<RequestHandler> | null = null;
  const makeOnce = (): Promise<RequestHandler> =>
    (making ??= make().then((handler) => {
      made = handler;
      return handler;
    }));
  const handle: RequestHandler = (request, response, next) =>
    made === null ? makeOnce().then((handler) => handler(request, response, next)) : made(request, response, next);
  return { handle, make: makeOnce };
}

/** Combines synchronous middleware into one. A Router would do the same but cost 3 µs per request. */
export const compose =
  (chain: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let index = 0;
    const step = (error?: unknown): unknown => {
      const handler = error === undefined ? chain[index++] : undefined;
      return handler === undefined ? next(error) : handler(request, response, step);
    };
    step();
  };
