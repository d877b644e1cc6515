import { createRequire } from 'node:module';

/** A mock server that answers as a document says, and refuses what the document refuses. */
interface Prism {
  /** Its address, without the `servers` base of the document: Prism leaves that away. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The parts of Prism that start it inside this process; they come without types that fit. */
interface PrismParts {
  readonly getHttpOperationsFromSpec: (file: string) => Promise<readonly unknown[]>;
  readonly createServer: (
    operations: readonly unknown[],
    options: object,
  ) => { readonly listen: (port: number, host: string) => Promise<string>; readonly close: () => Promise<void> };
  readonly createLogger: (name: string, options: object) => unknown;
}

function loadPrism(): PrismParts {
  const here = createRequire(import.meta.url);
  // Its server and core are dependencies of the command line: resolve them from there.
  const prism = createRequire(here.resolve('@stoplight/prism-cli/package.json'));
  const load = (name: string): Partial<PrismParts> => prism(name) as Partial<PrismParts>;
  return {
    ...load('./dist/operations'),
    ...load('@stoplight/prism-http-server'),
    ...load('@stoplight/prism-core'),
  } as PrismParts;
}

/**
 * Starts Prism on a free loopback port, answering the document's examples. It need not validate them: the linter has.
 *
 * @param document path of a bundled document
 * @param refuses whether a request that breaks the document is refused; compiling its schema takes most of Prism's time
 */
export async function startPrism(document: string, refuses = true): Promise<Prism> {
  const { getHttpOperationsFromSpec, createServer, createLogger } = loadPrism();
  const server = createServer(await getHttpOperationsFromSpec(document), {
    components: { logger: createLogger('prism', { level: 'silent' }) },
    cors: false,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: refuses,
      validateResponse: false,
      mock: { dynamic: false },
      errors: true,
    },
  });
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
}
