import type { Owned } from '../resources/owned-object.ts';
import type { Call } from './call.ts';
import { nameAnswerFiles } from './files/answer-files.ts';
import { resolveFileIds } from './files/resolve-file-ids.ts';
import { withOwnIds } from './kept/relay-kept.ts';
import { jsonOutgoing, type Outgoing } from './outgoing.ts';
import type { GatewayServices } from './services.ts';

/** What a JSON call sends, where that is not what the caller sent. */
export interface JsonDraft {
  readonly bytes?: Buffer;
  /** The same, parsed. */
  readonly body?: unknown;
  readonly keeping?: Outgoing['keeping'];
  /** The model of a request that names none; absent: it is refused. */
  readonly defaultModel?: string;
}

type Rooms = Pick<GatewayServices, 'relay' | 'findOwned' | 'objects' | 'clock'>;

/**
 * Sends a JSON call that may name files of the workspace: it goes to where they are kept. What waits for the answer does not
 * hold the parsed body.
 *
 * @throws {GatewayError} `not_found` for a file of somebody else, and what the corridor refuses
 */
export function relayJson(
  services: Rooms,
  call: Call & { readonly body: unknown },
  draft: JsonDraft = {},
): Promise<void> {
  return prepare(services, call, draft).then(async ({ outgoing, files }) => {
    try {
      await services.relay(call, outgoing);
    } catch (error) {
      throw withOwnIds(error, files);
    }
  });
}

/** What goes out, and the files that it names. */
async function prepare(
  services: Rooms,
  call: Call & { readonly body: unknown },
  { bytes = call.bytes, body = call.body, keeping, defaultModel }: JsonDraft,
): Promise<{ readonly outgoing: Outgoing; readonly files: readonly Owned<'file'>[] }> {
  const resolved = await resolveFileIds(call, { bytes, body }, services.findOwned);
  const { providerId, files } = resolved;
  const sends = resolved.bytes === call.bytes ? call : { ...call, bytes: resolved.bytes };
  const outgoing = jsonOutgoing(sends, body, defaultModel);
  const kept = nameAnswerFiles({ call, body, files, keeping }, services);
  return {
    outgoing: { ...outgoing, ...(providerId !== null && { providerId }), ...(kept && { keeping: kept }) },
    files,
  };
}
