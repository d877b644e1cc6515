import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { fileNameHooks } from './stored/answer-files.ts';
import { resolveFileIds } from './stored/file-references.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import type { ApiDeps } from './deps.ts';

/** What a JSON call sends, where that is not what the caller sent. */
export interface JsonDraft {
  readonly bytes?: Buffer;
  /** The same, parsed. */
  readonly body?: unknown;
  readonly hooks?: UpstreamDraft['hooks'];
  /** The model of a request that names none; absent: it is refused. */
  readonly defaultModel?: string;
}

type Deps = Pick<ApiDeps, 'relay' | 'findOwned' | 'objects' | 'clock'>;

/**
 * Sends a JSON call that may name files of the workspace: it goes to where they are kept. What waits for the answer does not
 * hold the parsed body.
 *
 * @throws {GatewayError} `not_found` for a file of somebody else, and what the pipeline refuses
 */
export function relayJson(
  services: Deps,
  call: Call & { readonly body: unknown },
  draft: JsonDraft = {},
): Promise<void> {
  return prepare(services, call, draft).then(async ({ upstreamDraft, files }) => {
    try {
      await services.relay(call, upstreamDraft);
    } catch (error) {
      throw withOwnIds(error, files);
    }
  });
}

/** What goes out, and the files that it names. */
async function prepare(
  services: Deps,
  call: Call & { readonly body: unknown },
  { bytes = call.bytes, body = call.body, hooks: own, defaultModel }: JsonDraft,
): Promise<{ readonly upstreamDraft: UpstreamDraft; readonly files: readonly Owned<'file'>[] }> {
  const resolved = await resolveFileIds(call, { bytes, body }, services.findOwned);
  const { providerId, files } = resolved;
  const sends = resolved.bytes === call.bytes ? call : { ...call, bytes: resolved.bytes };
  const upstreamDraft = draftJson(sends, body, defaultModel);
  const naming = fileNameHooks({ call, body, files }, services);
  const hooks: UpstreamDraft['hooks'] =
    naming && own ? (...answered) => [...naming(...answered), ...own(...answered)] : (naming ?? own);
  return {
    upstreamDraft: { ...upstreamDraft, ...(providerId !== null && { providerId }), ...(hooks && { hooks }) },
    files,
  };
}
