import type { Spec } from '../catalog/catalog.ts';
import type { Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import { arrayOf, objectOf, stringOf } from '../shared/json/json.ts';
import type { ApiDeps } from './deps.ts';
import { fileNameHooks } from './stored/answer-files.ts';
import { resolveFileIds, type ResolvedBody } from './stored/file-references.ts';

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
 * @throws {GatewayError} `not_found` for a file of another workspace, and what the pipeline refuses
 */
export function relayJson(
  services: Deps,
  call: Call & { readonly body: unknown },
  draft: JsonDraft = {},
): Promise<void> {
  const send = ({ upstreamDraft, files }: Prepared): Promise<void> => {
    const served = services.relay(call, upstreamDraft);
    if (files.length === 0) return served;
    return served.catch((error: unknown) => {
      throw withOwnIds(error, files);
    });
  };
  try {
    const prepared = prepare(services, call, draft);
    return prepared instanceof Promise ? prepared.then(send) : send(prepared);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** What goes out, and the files that it names. */
interface Prepared {
  readonly upstreamDraft: UpstreamDraft;
  readonly files: readonly Owned<'file'>[];
}

/** Waits only where the body names files. */
function prepare(
  services: Deps,
  call: Call & { readonly body: unknown },
  { bytes = call.bytes, body = call.body, hooks: own, defaultModel }: JsonDraft,
): Prepared | Promise<Prepared> {
  const write = (resolved: ResolvedBody): Prepared => {
    const { providerId, files } = resolved;
    const sends = resolved.bytes === call.bytes ? call : { ...call, bytes: resolved.bytes };
    const upstreamDraft = draftJson(sends, body, defaultModel);
    const isNaming = files.length > 0 || mayMakeFiles(call.spec, body);
    const naming = isNaming ? fileNameHooks({ call, files }, services) : undefined;
    const hooks: UpstreamDraft['hooks'] =
      naming && own ? (...answered) => [...naming(...answered), ...own(...answered)] : (naming ?? own);
    if (providerId === null && !hooks) return { upstreamDraft, files };
    return {
      upstreamDraft: { ...upstreamDraft, ...(providerId !== null && { providerId }), ...(hooks && { hooks }) },
      files,
    };
  };
  if (!mayHoldIds(bytes)) return write({ bytes, files: [], providerId: null });
  const resolved = resolveFileIds(call, { bytes, body }, services.findOwned);
  return resolved instanceof Promise ? resolved.then(write) : write(resolved);
}

/** False for a text in which no member names files, however it is written: a native search is quicker than a walk. */
const mayHoldIds = (bytes: Buffer): boolean => bytes.includes('_id') || bytes.includes('\\u');

/** Whether a request lets its model run code, which may create files at the provider. */
const mayMakeFiles = (spec: Spec, body: unknown): boolean =>
  spec === 'b' &&
  arrayOf(objectOf(body)['tools']).some((tool) => stringOf(objectOf(tool)['type'])?.startsWith('code_execution'));
