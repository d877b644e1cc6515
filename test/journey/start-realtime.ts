import { unrestricted, unlimited, type KeyLimits, type Scope } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import { newId } from '../../src/shared/ids.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeConfig, makeModel, makeProvider, type ConfigDraft } from '../fakes/make-config.ts';
import { startRealtimeUpstream, type RealtimeUpstream } from '../fakes/realtime-upstream.ts';
import { connectRealtime, type ConnectOptions, type RealtimeClient } from './realtime-client.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startWith, type Surroundings } from './start-gateway.ts';

/** A gateway in front of a provider of realtime sessions. */
export interface RealtimeGateway extends Awaited<ReturnType<typeof startWith>> {
  readonly upstream: RealtimeUpstream;
  readonly connect: (options?: ConnectOptions) => Promise<RealtimeClient>;
  /** A new key of the workspace `acme`. */
  readonly issue: (terms: { readonly scope?: Partial<Scope>; readonly limits?: Partial<KeyLimits> }) => Promise<{
    readonly id: string;
    readonly secret: string;
  }>;
  /** Charges of all calls so far, the largest first. */
  readonly charges: () => Promise<readonly bigint[]>;
}

/** The most that one response of `test-model` may cost, at a nano-credit for each unit, with one request. */
export const holdOfResponse = 1_101n;

/** The model `test-model`, whose provider calls it `gpt-realtime-2`, and the model `scribe` for transcriptions. */
export async function startRealtime(draft: Partial<ConfigDraft> & Surroundings = {}): Promise<RealtimeGateway> {
  const upstream = await startRealtimeUpstream();
  const target = (model: string) => ({ targets: [{ provider: 'up', model, region: 'global', weight: 1 }] });
  const limits = { maxInputTokens: 1_000, maxOutputTokens: 100 };
  const gateway = await startWith(
    makeConfig({
      providers: [makeProvider('up', 'a', upstream.url)],
      models: [
        makeModel('test-model', ['up'], { ...target('gpt-realtime-2'), ...limits }),
        makeModel('scribe', ['up'], { ...target('gpt-4o-transcribe'), operations: ['realtime'] }),
        makeModel('words', ['up'], { operations: ['chat'] }),
      ],
      ...draft,
    }),
    draft,
  );
  return {
    ...gateway,
    upstream,
    connect: (options) => connectRealtime(gateway.url, options),
    issue: async ({ scope = {}, limits: most = {} }) => {
      const { keys } = gateway.services.store;
      const terms = { scope: { ...unrestricted, ...scope }, limits: { ...unlimited, ...most } };
      const { record, secret } = await issueKey(
        { workspaceId: 'acme', name: 'another', ...terms },
        { keys, clock: systemClock, newId },
      );
      return { id: record.id, secret: secret.reveal() };
    },
    charges: async () =>
      (await recordedCalls(gateway)).map(({ charge }) => charge).toSorted((one, other) => Number(other - one)),
    close: async () => {
      await gateway.close();
      await upstream.close();
    },
  };
}
