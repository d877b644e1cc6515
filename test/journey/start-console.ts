import { afterAll, beforeAll } from 'vitest';
import { makeControlClient, type ControlClient } from '../../src/cli/control-client.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProvider, type ConfigDraft } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith, type CallInit, type Surroundings } from './start-gateway.ts';

/** The administrator key of a gateway under test. */
export const adminSecret = 'dg-admin-CANARY-of-the-operator';

/** A whole gateway whose control API is open to the test. */
export interface ConsoleGateway extends Awaited<ReturnType<typeof startWith>> {
  /** Typed by the document, with the administrator key. */
  readonly control: ControlClient;
  /** A raw request below `/console/api` with the administrator key. */
  readonly ask: (path: string, init?: CallInit) => Promise<Response>;
  /** One billed call of the data side; gives the id of its charge in the ledger. */
  readonly chat: (headers?: Readonly<Record<string, string>>) => Promise<Response>;
}

/** Starts a gateway with an administrator key in front of an upstream that answers every chat alike. */
export async function startConsole(draft: Partial<ConfigDraft> & Surroundings = {}): Promise<ConsoleGateway> {
  const upstream = await startScriptedUpstream();
  upstream.always(() => json(chatCall.answer));
  const providers = [makeProvider('up-a', 'a', upstream.url)];
  const config = { ...makeConfig({ providers, ...draft }), adminKey: new Secret(adminSecret) };
  const gateway = await startWith(config, draft);
  const ask = (path: string, init: CallInit = {}) =>
    gateway.call(`/console/api${path}`, {
      ...init,
      headers: { authorization: `Bearer ${adminSecret}`, ...init.headers },
    });
  return {
    ...gateway,
    control: makeControlClient(gateway.url, config.adminKey),
    ask,
    chat: (headers = {}) =>
      gateway.call('/v1/chat/completions', { body: { ...chatCall.request, model: 'test-model' }, headers }),
    close: async () => {
      await gateway.close();
      await upstream.close();
    },
  };
}

/** One gateway for all tests of a `describe`. */
export function sharedConsole(draft: Partial<ConfigDraft> & Surroundings = {}): () => ConsoleGateway {
  let gateway: ConsoleGateway | undefined;
  beforeAll(async () => {
    gateway = await startConsole(draft);
  });
  afterAll(() => gateway?.close());
  return () => {
    if (!gateway) throw new Error('The gateway is not running yet.');
    return gateway;
  };
}
