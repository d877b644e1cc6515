import { alone } from '../fakes/alone.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { notReady } from '../../src/metering/refusal.ts';
import { Secret } from '../../src/shared/secret.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeConfig, makeModel, makeProvider, makeWorkspaceRow } from '../fakes/make-config.ts';
import { rawExchange, rawRequest, type RawResponse } from '../fakes/raw-client.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';

/** Who calls: a workspace of that name, each with a reason of its own to be refused, or the administrator. */
type Whose = 'acme' | 'other' | 'poor' | 'frozen' | 'broken' | 'full' | 'unwritten' | 'stuffed' | 'admin';

/** A request as a case of the table writes it. */
export interface ErrorRequest {
  /** Method and target. */
  readonly line: string;
  readonly whose?: Whose;
  /** Replaces the key of `whose`. */
  readonly secret?: string;
  /** Whole lines. */
  readonly headers?: readonly string[];
  /** JSON, or text as it stands. */
  readonly body?: unknown;
}

/** A gateway in which everything that can go wrong does, when it is asked to. */
export interface ErrorGateway {
  readonly ask: (asked: ErrorRequest) => Promise<RawResponse>;
  /** Of its address. */
  readonly port: string;
  readonly upstream: ScriptedUpstream;
  /** Sets the clock forward. */
  readonly shift: (milliseconds: number) => void;
  /** Issues a key of acme with these restrictions and gives its secret. */
  readonly issue: (restrictions: object) => Promise<string>;
  readonly close: () => Promise<void>;
}

const whose = ['acme', 'other', 'poor', 'frozen', 'broken', 'full', 'unwritten', 'stuffed', 'admin'] as const;
const secretOf = (name: Whose): string => `sk-test-of-${name}`;

/**
 * Metering with a bug for the workspace `broken`, no space on its disk for `full`, and for `unwritten` none either once the
 * upstream has answered.
 */
const faultyMetering: typeof makeMetering = (parts) => {
  const real = makeMetering(parts);
  const metering = alone(real);
  const fail = (workspaceId: string): void => {
    if (workspaceId === 'broken') throw new TypeError('CANARY of a bug');
    if (workspaceId === 'full') throw notReady('A charge is still on its way into the ledger. Try again in a moment.');
  };
  return {
    ...metering,
    limits: real.limits,
    admit: (draft) => {
      fail(draft.caller.workspaceId);
      const hold = metering.admit(draft);
      if (draft.caller.workspaceId !== 'unwritten') return hold;
      return { ...hold, settle: async (end) => hold.settle(end).then(() => Promise.reject(notReady('Not written.'))) };
    },
    balance: (workspaceId) => {
      fail(workspaceId);
      return metering.balance(workspaceId);
    },
  };
};

/** Starts one. Bodies may have 64 KiB, an upstream a second to its first byte. */
export async function startErrorGateway(): Promise<ErrorGateway> {
  const upstream = await startScriptedUpstream();
  const dataFolder = await mkdtemp(join(tmpdir(), 'diglot-test-'));
  const clock = makeShiftedClock();
  const providers = [
    makeProvider('up-a', 'a', upstream.url),
    makeProvider('up-b', 'b', upstream.url),
    makeProvider('away-a', 'a', 'http://127.0.0.1:9'),
    makeProvider('away-b', 'b', 'http://127.0.0.1:9'),
  ];
  const workspaces = whose.filter((name) => name !== 'admin');
  const config = makeConfig({
    providers,
    models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('away', ['away-a', 'away-b'])],
    storage: { drive: `file:${dataFolder}/drive` },
    limits: { jsonRequestBytes: 65_536, workspaceStoredBytes: 131_072, firstByteSeconds: 1 },
    bootstrap: {
      workspaces: workspaces.map((id) => makeWorkspaceRow(id, id === 'poor' ? 0n : undefined)),
      keys: workspaces.map((id) => ({ workspace: id, name: 'ci', secret: new Secret(secretOf(id)) })),
    },
  });
  const app = await startApp({
    config: { ...config, adminKey: new Secret(secretOf('admin')) },
    dataFolder,
    clock,
    log: silentLog,
    metering: faultyMetering,
  });
  await app.services.store.ledger.freeze('frozen', 'The invoice is overdue.');

  const ask = ({ line, whose: name = 'acme', secret = secretOf(name), headers = [], body }: ErrorRequest) => {
    const isForm = headers.some((header) => header.startsWith('content-type'));
    const lines = [
      'host: 127.0.0.1',
      ...(secret === '' ? [] : [`authorization: Bearer ${secret}`]),
      ...(body === undefined || isForm ? [] : ['content-type: application/json']),
      ...headers,
    ];
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return rawExchange(app.url, rawRequest(line, lines, body === undefined ? '' : text));
  };
  return {
    ask,
    port: new URL(app.url).port,
    upstream,
    shift: clock.shift,
    issue: async (restrictions) => {
      const key = { workspace_id: 'acme', name: 'restricted', ...restrictions };
      const { body } = await ask({ line: 'POST /console/api/keys', whose: 'admin', body: key });
      return (JSON.parse(body) as { readonly secret: string }).secret;
    },
    close: async () => {
      await app.close(0);
      await upstream.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
