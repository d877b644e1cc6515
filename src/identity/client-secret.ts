import { allows } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { arrayOf, isObject, parseJson, stringOf, type JsonObject } from '../shared/json/json.ts';
import { type Sealer, Secret } from '../shared/secret.ts';
import { echo } from '../shared/text/names.ts';
import { formatDate } from '../shared/time/calendar.ts';
import type { Caller, ClientSession } from './caller.ts';
import { unauthenticated } from './key-format.ts';

/** What a client secret says, sealed in it. */
interface ClientSecretTerms {
  /** Hash of the key's secret that it was issued to. Whatever ends that secret or the key ends it. */
  readonly keyHash: string;
  /** Epoch milliseconds from which it opens no more sessions. */
  readonly expiresAt: number;
  /** The only model of its sessions; null: any that the key may use. */
  readonly model: string | null;
  /** Further models that the settings name. */
  readonly transcribers: readonly string[];
  /** Settings that its sessions begin with; null: none. */
  readonly settings: JsonObject | null;
}

/** Client secrets: short-lived, and nothing of them is stored. They are sealed with `server.seal_keys`, so every instance opens them. */
export interface ClientSecrets {
  readonly issue: (terms: ClientSecretTerms) => Secret;
  /** @throws {GatewayError} 401 `invalid_api_key` for one that is not the gateway's, or was changed */
  readonly open: (secret: string) => ClientSecretTerms;
}

/** Before the seal. */
const prefix = 'ek_';

/** The largest settings that one can hold, in bytes of JSON. */
export const largestSettings = 4_096;

const context = { purpose: 'diglot client secret', names: [] } as const;

export const makeClientSecrets = ({ seal, open }: Pick<Sealer, 'seal' | 'open'>): ClientSecrets => ({
  issue: (terms) => new Secret(prefix + seal(JSON.stringify(terms), context)),
  open: (secret) => {
    const terms = parseJson(open(secret.slice(prefix.length), context) ?? '');
    if (!isObject(terms))
      throw unauthenticated(
        'invalid_api_key',
        'This client secret is unknown. Create one with POST /v1/realtime/client_secrets.',
      );
    const { keyHash, expiresAt, model, transcribers, settings } = terms;
    return {
      keyHash: stringOf(keyHash) ?? '',
      expiresAt: typeof expiresAt === 'number' ? expiresAt : 0,
      model: stringOf(model),
      transcribers: arrayOf(transcribers).filter((name) => typeof name === 'string'),
      settings: isObject(settings) ? settings : null,
    };
  },
});

/** @throws {GatewayError} 401 `invalid_api_key` for one that has expired */
export function refuseExpired({ expiresAt }: ClientSecretTerms, now: number): void {
  if (now < expiresAt) return;
  throw unauthenticated(
    'invalid_api_key',
    `This client secret expired on ${formatDate(expiresAt)}. Create another with POST /v1/realtime/client_secrets.`,
  );
}

/** The caller with a client secret: the key's, for realtime sessions alone, and for the models of its terms. */
export function withSession(caller: Caller, { model, transcribers, settings }: ClientSecretTerms): Caller {
  const { operations, models } = caller.scope;
  const session: ClientSession = { model, settings };
  return {
    ...caller,
    session,
    scope: {
      ...caller.scope,
      operations: allows(operations, 'realtime') ? ['realtime'] : [],
      ...(model !== null && { models: [model, ...transcribers].filter((name) => allows(models, name)) }),
    },
  };
}

/**
 * The models of a client secret are those of its one session; a model of transcriptions opens no other.
 *
 * @throws {GatewayError} 403 `out_of_scope`
 */
export function refuseOtherModel({ session }: Caller, model: string): void {
  if (session === undefined || session.model === null || session.model === model) return;
  throw new GatewayError(
    'out_of_scope',
    `This client secret opens sessions of ${echo(session.model)} alone; you sent ${echo(model)}.`,
    { param: 'model' },
  );
}

/** @throws {GatewayError} 403 `out_of_scope` for a caller that has a client secret itself */
export function refuseClientSecret({ session }: Caller): void {
  if (session === undefined) return;
  throw new GatewayError(
    'out_of_scope',
    'A client secret opens sessions; it cannot create client secrets. Use an API key.',
  );
}
