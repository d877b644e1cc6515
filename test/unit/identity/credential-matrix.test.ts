import { describe, expect, it } from 'vitest';
import type { Spec } from '../../../src/catalog/catalog.ts';
import { errorCodes, type ErrorCode } from '../../../src/errors/codes.ts';
import { anthropicTypeOf, GatewayError } from '../../../src/errors/gateway-error.ts';
import { authenticate } from '../../../src/identity/authenticate.ts';
import { makeFirstUses } from '../../../src/identity/key-uses.ts';
import { unrestricted } from '../../../src/identity/caller.ts';
import { hashKey, createKey } from '../../../src/identity/key-format.ts';
import { silentLog } from '../../../src/shared/log.ts';
import type { KeyRecord, WorkspaceRecord } from '../../../src/identity/stores.ts';
import { clientSecrets } from '../../fakes/client-secrets.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

interface Refusal {
  readonly code: ErrorCode;
  readonly says: RegExp;
}

/** `read`: the form is accepted, so the state of the key decides. */
type Verdict = 'read' | Refusal;

interface Form {
  readonly headers?: (key: string) => readonly string[];
  readonly query?: (key: string) => string;
  readonly a: Verdict;
  readonly b: Verdict;
}

interface State {
  readonly secret?: string;
  readonly key?: Partial<KeyRecord>;
  readonly workspace?: Partial<WorkspaceRecord>;
  readonly absent?: boolean;
  readonly verdict: 'accepted' | Refusal;
}

const missing: Refusal = {
  code: 'missing_api_key',
  says: /^An API key is required\. Send `Authorization: Bearer <key>`/,
};
const notRead = (name: string): Refusal => ({
  code: 'missing_api_key',
  says: new RegExp(`^An API key is required\\. .* \`${name}\` is not read here\\.`),
});
const unknown: Refusal = { code: 'invalid_api_key', says: /^This API key is unknown/ };
const scheme: Refusal = { code: 'invalid_api_key', says: /^This Authorization scheme is not accepted/ };
const bearerWanted: Refusal = {
  code: 'invalid_api_key',
  says: /^(?:Put `Bearer ` before the key|This Authorization scheme is not accepted)/,
};
const different: Refusal = { code: 'invalid_header', says: /two different credentials/ };
const repeated: Refusal = { code: 'invalid_header', says: /was sent more than once/ };
const inQuery: Refusal = { code: 'invalid_value', says: /^Do not send an API key in the URL/ };
const tooLong: Refusal = { code: 'invalid_api_key', says: /keys have at most 1024/ };

const both = (verdict: Verdict) => ({ a: verdict, b: verdict });
const basic = (key: string) => `Basic ${Buffer.from(`user:${key}`).toString('base64')}`;
const other = 'another secret entirely';

const forms: Readonly<Record<string, Form>> = {
  'Authorization: Bearer': { headers: (key) => ['Authorization', `Bearer ${key}`], ...both('read') },
  'authorization: bearer': { headers: (key) => ['authorization', `bearer ${key}`], ...both('read') },
  'AUTHORIZATION: BEARER': { headers: (key) => ['AUTHORIZATION', `BEARER ${key}`], ...both('read') },
  'X-API-Key': { headers: (key) => ['X-API-Key', key], ...both('read') },
  'x-api-key': { headers: (key) => ['x-api-key', key], ...both('read') },
  'bare Authorization': { headers: (key) => ['Authorization', key], a: bearerWanted, b: 'read' },
  'the same key in both headers': {
    headers: (key) => ['X-Api-Key', key, 'Authorization', `Bearer ${key}`],
    ...both('read'),
  },
  'the same key in both headers, bare': {
    headers: (key) => ['X-Api-Key', key, 'Authorization', key],
    a: bearerWanted,
    b: 'read',
  },
  'an empty X-API-Key beside a Bearer': {
    headers: (key) => ['x-api-key', '', 'authorization', `Bearer ${key}`],
    ...both('read'),
  },
  'an empty Authorization beside X-API-Key': {
    headers: (key) => ['x-api-key', key, 'authorization', ''],
    ...both('read'),
  },
  'blanks and tabs around the value': { headers: (key) => ['x-api-key', ` \t${key}\t `], ...both('read') },
  'several blanks after Bearer': { headers: (key) => ['authorization', `Bearer   ${key}`], ...both('read') },
  'different keys in the two headers': {
    headers: (key) => ['x-api-key', key, 'authorization', `Bearer ${other}`],
    ...both(different),
  },
  'two Authorization headers': {
    headers: (key) => ['authorization', `Bearer ${key}`, 'accept', '*/*', 'Authorization', `Bearer ${key}`],
    ...both(repeated),
  },
  'two X-API-Key headers': { headers: (key) => ['x-api-key', key, 'X-API-KEY', key], ...both(repeated) },
  'Basic with the key as password': { headers: (key) => ['authorization', basic(key)], ...both(scheme) },
  'Basic beside X-API-Key': {
    headers: (key) => ['x-api-key', key, 'authorization', basic(key)],
    a: scheme,
    b: different,
  },
  'the scheme Token': { headers: (key) => ['authorization', `Token ${key}`], ...both(scheme) },
  'the scheme ApiKey': { headers: (key) => ['authorization', `ApiKey ${key}`], ...both(scheme) },
  'a tab after Bearer': { headers: (key) => ['authorization', `Bearer\t${key}`], a: bearerWanted, b: unknown },
  'X-API-Key with Bearer inside': { headers: (key) => ['x-api-key', `Bearer ${key}`], ...both(unknown) },
  'the header of Azure': { headers: (key) => ['Api-Key', key], ...both(notRead('api-key')) },
  'the header of Google': { headers: (key) => ['x-goog-api-key', key], ...both(notRead('x-goog-api-key')) },
  'a cookie': { headers: (key) => ['cookie', `api_key=${key}`], ...both(missing) },
  'no header': { ...both(missing) },
  'an empty X-API-Key': { headers: () => ['x-api-key', ''], ...both(missing) },
  'a blank Authorization': { headers: () => ['authorization', '  '], ...both(missing) },
  'Bearer without a key': { headers: () => ['authorization', 'Bearer'], ...both(missing) },
  'a long answer of another scheme': {
    headers: () => ['authorization', `Negotiate ${'a'.repeat(1_100)}`],
    ...both(scheme),
  },
  'ten kilobytes': { headers: (key) => ['x-api-key', key.padEnd(10_240, 'x')], ...both(tooLong) },
  'a key with letters outside ASCII': { headers: () => ['x-api-key', 'sk-schlüssel-ключ'], ...both(unknown) },
  '?api_key=': { query: (key) => `api_key=${encodeURIComponent(key)}`, ...both(inQuery) },
  '?key=': { query: (key) => `limit=2&key=${encodeURIComponent(key)}`, ...both(inQuery) },
  '?x-api-key=': { query: (key) => `X-API-KEY=${encodeURIComponent(key)}`, ...both(inQuery) },
  '?api%5Fkey=': { query: (key) => `api%5fkey=${encodeURIComponent(key)}`, ...both(inQuery) },
  '?key= beside a good header': {
    headers: (key) => ['x-api-key', key],
    query: () => 'key=anything',
    ...both(inQuery),
  },
};

const noon = Date.UTC(2026, 10, 20, 12);
const secret = createKey().reveal();
const hash = hashKey(secret);
const successor = { hash: hashKey('its successor'), previousHash: hash };
const wrongChecksum = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');

const states: Readonly<Record<string, State>> = {
  active: { verdict: 'accepted' },
  'active for one more millisecond': { key: { expiresAt: noon + 1 }, verdict: 'accepted' },
  'imported, with blanks inside': { secret: 'My API Key', verdict: 'accepted' },
  'imported, as if it had a scheme': { secret: 'Key of the old proxy', verdict: 'accepted' },
  'replaced, within its grace': { key: { ...successor, previousExpiresAt: noon + 1 }, verdict: 'accepted' },
  'replaced, its successor unused': { key: { ...successor, previousGrace: 0 }, verdict: 'accepted' },
  'replaced, after its grace': {
    key: { ...successor, previousExpiresAt: noon },
    verdict: {
      code: 'invalid_api_key',
      says: /was replaced by sk-dg-….{4} and has not been accepted since 20 Nov 2026/,
    },
  },
  revoked: {
    key: { revokedAt: Date.UTC(2026, 10, 18) },
    verdict: {
      code: 'invalid_api_key',
      says: /^This API key \(sk-dg-….{4}\) was revoked on 18 Nov 2026\. Issue a new one on the API Keys page of the console, or with `diglot keys create <name>`\./,
    },
  },
  'expired this very millisecond': {
    key: { expiresAt: noon },
    verdict: {
      code: 'invalid_api_key',
      says: /^This API key \(sk-dg-….{4}\) expired on 20 Nov 2026\. Issue a new one on the API Keys page of the console, or with `diglot keys create <name>`\./,
    },
  },
  unknown: { absent: true, verdict: unknown },
  'with a wrong checksum': {
    secret: wrongChecksum,
    verdict: { code: 'invalid_api_key', says: /^This API key is incomplete or mistyped: its checksum/ },
  },
  'of a workspace that is gone': { key: { workspaceId: 'gone' }, verdict: unknown },
  'of a suspended workspace': {
    workspace: { suspendedAt: noon },
    verdict: { code: 'account_frozen', says: /^The workspace Acme was suspended on 20 Nov 2026/ },
  },
  'used from a foreign network': {
    key: { scope: { ...unrestricted, networks: ['203.0.113.0/24'] } },
    verdict: { code: 'out_of_scope', says: /^The key ci \(sk-dg-….{4}\) may not be used from this network/ },
  },
};

const cells = (['a', 'b'] as const).flatMap((spec) =>
  Object.entries(forms).flatMap(([form, { headers, query, ...verdicts }]) =>
    Object.entries(states).map(([name, state]) => {
      const read = verdicts[spec] === 'read';
      const verdict = read ? state.verdict : verdicts[spec];
      return { spec, form, name, state, headers, query, verdict };
    }),
  ),
);

const errorTypes = {
  a: (code: ErrorCode) => errorCodes[code].openai,
  b: (code: ErrorCode) => anthropicTypeOf(errorCodes[code].status),
} as const satisfies Record<Spec, unknown>;

const expectedTypes: Readonly<Record<Spec, Readonly<Record<number, string>>>> = {
  a: { 400: 'invalid_request_error', 401: 'invalid_request_error', 403: 'permission_error' },
  b: { 400: 'invalid_request_error', 401: 'authentication_error', 403: 'permission_error' },
};
const expectedStatus: Readonly<Partial<Record<ErrorCode, number>>> = {
  missing_api_key: 401,
  invalid_api_key: 401,
  invalid_header: 400,
  invalid_value: 400,
  account_frozen: 403,
  out_of_scope: 403,
};

describe.each(['a', 'b'] as const)('Spec %s', (spec) => {
  it.each(cells.filter((cell) => cell.spec === spec))('$form, key $name', ({ state, headers, query, verdict }) => {
    const presented = state.secret ?? secret;
    const key = makeKey(state.secret === wrongChecksum ? secret : presented, state.key);
    const keys = makeMemoryKeyStore({
      keys: state.absent === true ? [] : [key],
      workspaces: [makeWorkspace('acme', state.workspace)],
    });
    const clock = makeStillClock(noon);
    const call = () =>
      authenticate(
        {
          spec,
          rawHeaders: ['Host', 'localhost', ...(headers?.(presented) ?? [])],
          query: query?.(presented) ?? '',
          remoteAddress: '198.51.100.7',
        },
        { keys, clock, firstUses: makeFirstUses({ keys, clock, log: silentLog }), clientSecrets },
      );
    if (verdict === 'accepted') {
      expect(call()).toMatchObject({ keyId: 'key_1', keyName: 'ci', workspaceId: 'acme', planId: 'team' });
      return;
    }
    const error = refusalOf(call);
    expect(error).toMatchObject({ code: (verdict as Refusal).code, status: expectedStatus[error.code] });
    expect(error.message).toMatch((verdict as Refusal).says);
    expect(errorTypes[spec](error.code)).toBe(expectedTypes[spec][error.status]);
    expect(error.headers['www-authenticate']).toBe(error.status === 401 ? 'Bearer' : undefined);
    expect(JSON.stringify([error.message, error.headers, error.param, error.cause])).not.toContain(presented);
  });
});

function refusalOf(call: () => unknown): GatewayError {
  try {
    call();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('The call was let in.');
}
