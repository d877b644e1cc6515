import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../generated/console/types.ts';
import { withCommands } from '../errors/operator-steps.ts';
import { isObject, stringOf } from '../shared/json.ts';
import type { Secret } from '../shared/secret.ts';
import { CliFailure } from './cli-failure.ts';
import { exitCodes } from './exit-codes.ts';
import { explainFetch } from './explain-fetch.ts';
import { findMisfit } from './find-misfit.ts';

/** The control API, typed by its document. */
export type ControlClient = Client<paths>;

/** The document's named schemas. */
export type Answers = components['schemas'];

/**
 * Refuses a good answer that is none of the control API: other servers answer 200 as well, and what they say must not be
 * taken for keys or credits.
 */
const refuseStrangers: Middleware = {
  onResponse: async ({ request, response, schemaPath }) => {
    if (!response.ok) return;
    const misfit = await findMisfit({
      method: request.method,
      path: schemaPath,
      status: response.status,
      mediaType: response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '',
      text: () => response.clone().text(),
    });
    if (misfit === null) return;
    throw new CliFailure(
      `${new URL(request.url).origin} is no Diglot: its answer is none of the control API (${misfit}). Name the gateway's own address with --url or DIGLOT_URL.`,
    );
  },
};

/**
 * A client of the control API of the gateway at this origin. A call of it rejects with a `CliFailure` where a good answer
 * has another form than the document's.
 */
export function makeControlClient(origin: string, adminKey: Secret): ControlClient {
  const client = createClient<paths>({
    baseUrl: `${origin}/console/api`,
    headers: { authorization: `Bearer ${adminKey.reveal()}` },
    redirect: 'error',
  });
  client.use(refuseStrangers);
  return client;
}

interface Answered<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * What a call of the control API answered.
 *
 * @throws {CliFailure} with the problem's own words; exit code 4 where the key was refused, else 1
 */
export async function dataOf<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof CliFailure) throw cause;
    throw new CliFailure(`The gateway does not answer (${explainFetch(cause)}). Start it: diglot serve.`);
  });
  if (response.ok && data !== undefined) return data;
  const denied = response.status === 401 || response.status === 403;
  throw new CliFailure(problemText(error, response), denied ? exitCodes.denied : exitCodes.failed);
}

function problemText(error: unknown, { status, url }: Response): string {
  const told = isObject(error) ? stringOf(error['detail']) : null;
  if (told === null)
    return `${url} answered ${status} in no form that the control API has. Is this address a Diglot gateway?`;
  const detail = withCommands(told);
  const id = isObject(error) ? stringOf(error['instance']) : null;
  return id === null || status < 500 ? detail : `${detail} (request ${id})`;
}
