import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import { systemClock, type Clock } from '../../src/shared/time/clock.ts';
import type { makeMetering } from '../../src/metering/metering.ts';
import { silentLog, type Log } from '../../src/shared/log.ts';
import { makeConfig, makeProvider, testKey, type ConfigDraft } from '../fakes/make-config.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

/** A whole gateway in this process, in front of one scripted upstream that plays both specs. */
export interface TestGateway {
  /** Origin: the base address of Spec B; Spec A's is this with `/v1`. */
  readonly url: string;
  /** A key of the workspace `acme` without restrictions. */
  readonly key: string;
  readonly app: App;
  /** Where this gateway keeps what it keeps; gone when it is closed. */
  readonly dataFolder: string;
  readonly services: App['services'];
  readonly upstream: ScriptedUpstream;
  /** A request with the key; a body is sent as JSON unless it is bytes already. */
  readonly call: (path: string, init?: CallInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** What a request sends beside its path. */
export interface CallInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Anything but text and bytes is serialised. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** What a gateway under test is given beside its configuration. */
export interface Surroundings {
  readonly clock?: Clock;
  readonly log?: Log;
  /** Not ready before it is warm, as `diglot serve` starts it. */
  readonly warmsFirst?: boolean;
  /** Absent: the usual one. */
  readonly metering?: typeof makeMetering;
}

type Draft = Partial<ConfigDraft> & Surroundings;

/**
 * Starts the gateway the way `diglot serve` does, with providers `up-a` (Spec A) and `up-b` (Spec B) pointing at the
 * scripted upstream and the model `test-model` behind both. Whatever the draft names replaces that part.
 */
export async function startGateway(draft: Draft = {}): Promise<TestGateway> {
  const upstream = await startScriptedUpstream();
  const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
  const config = makeConfig({ providers, ...draft });
  const running = await startWith(config, draft);
  return {
    ...running,
    upstream,
    close: async () => {
      await running.close();
      await upstream.close();
    },
  };
}

/** Starts the gateway with a finished configuration, and no upstream but those it names. */
export async function startWith(
  config: Config,
  { clock = systemClock, log = silentLog, warmsFirst = false, metering }: Surroundings = {},
) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'diglot-test-'));
  // Nothing of a test is kept outside of its own folder.
  const drive = config.storage.drive === 'file:drive' ? `file:${join(dataFolder, 'drive')}` : config.storage.drive;
  const placed = { ...config, storage: { ...config.storage, drive } };
  const app = await startApp({ config: placed, dataFolder, clock, log, warmsFirst, ...(metering && { metering }) });
  return {
    url: app.url,
    key: testKey,
    app,
    services: app.services,
    dataFolder,
    call: (path: string, init: CallInit = {}) => fetch(`${app.url}${path}`, requestOf(init)),
    close: async (): Promise<void> => {
      await app.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

function requestOf({ method, headers = {}, body, signal }: CallInit): RequestInit {
  const sent =
    body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${testKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent as string }),
    ...(signal ? { signal } : {}),
  };
}
