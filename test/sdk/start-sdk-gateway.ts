import { demoAddress } from '../../src/catalog/provider-overrides.ts';
import { Secret } from '../../src/shared/secret.ts';
import {
  makeConfig,
  makeModel,
  makeProvider,
  makeWorkspaceRow,
  testKey,
  type ConfigDraft,
} from '../fakes/make-config.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from '../journey/start-gateway.ts';

/** What an SDK is given instead of the vendor's address and key; nothing else differs from its documentation. */
export interface SdkGateway {
  readonly openai: { readonly baseURL: string; readonly apiKey: string; readonly maxRetries: 0 };
  readonly anthropic: { readonly baseURL: string; readonly apiKey: string; readonly maxRetries: 0 };
  readonly origin: string;
  /** Behind the model `scripted`, in both specs. */
  readonly upstream: ScriptedUpstream;
  readonly close: () => Promise<void>;
}

/** The key of a workspace without a single credit. */
export const poorKey = 'sk-test poor';

/** One body limit that can be passed without sending megabytes. */
export const jsonRequestBytes = 262_144;

/** The gateway in front of the built-in demo, which answers everything but the model `scripted`. */
export async function startSdkGateway(draft: Partial<ConfigDraft> = {}): Promise<SdkGateway> {
  const upstream = await startScriptedUpstream();
  const demo = (['a', 'b'] as const).map((spec) => ({
    ...makeProvider(`demo-${spec}`, spec, ''),
    baseUrl: demoAddress,
    credential: null,
  }));
  const scripted = (['a', 'b'] as const).map((spec) => makeProvider(`up-${spec}`, spec, upstream.url));
  const config = makeConfig({
    providers: [...demo, ...scripted],
    models: [
      ...demoModels.map((id) => makeModel(id, ['demo-a', 'demo-b'])),
      ...demoSpecialists.map(([id, family]) => makeModel(id, ['demo-a'], { operations: [family] })),
      makeModel('scripted', ['up-a', 'up-b']),
    ],
    limits: { jsonRequestBytes },
    bootstrap: {
      workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('poor', 0n)],
      keys: [
        { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
        { workspace: 'poor', name: 'ci', secret: new Secret(poorKey) },
      ],
    },
    ...draft,
  });
  const running = await startWith(config);
  return {
    openai: { baseURL: `${running.url}/v1`, apiKey: testKey, maxRetries: 0 },
    anthropic: { baseURL: running.url, apiKey: testKey, maxRetries: 0 },
    origin: running.url,
    upstream,
    close: async () => {
      await running.close();
      await upstream.close();
    },
  };
}

const demoModels = ['demo', 'demo-429', 'demo-529', 'demo-drop', 'demo-refusal', 'demo-long'];

const demoSpecialists = [
  ['demo-embedding', 'embeddings'],
  ['demo-image', 'images'],
  ['demo-moderation', 'moderations'],
  ['demo-speech', 'audio'],
  ['demo-transcribe', 'audio'],
] as const;
