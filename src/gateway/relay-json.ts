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

/**
 * Sends a JSON call that may name files of the workspace: it goes to where they are kept.
 *
 * @throws {GatewayError} `not_found` for a file of somebody else, and what the corridor refuses
 */
export async function relayJson(
  services: Pick<GatewayServices, 'relay' | 'findOwned' | 'objects' | 'clock'>,
  call: Call & { readonly body: unknown },
  { bytes = call.bytes, body = call.body, keeping, defaultModel }: JsonDraft = {},
): Promise<void> {
  const resolved = await resolveFileIds(call, { bytes, body }, services.findOwned);
  const sends = resolved.bytes === call.bytes ? call : { ...call, bytes: resolved.bytes };
  const outgoing = jsonOutgoing(sends, body, defaultModel);
  const { providerId, files } = resolved;
  const kept = nameAnswerFiles({ call, body, files, keeping }, services);
  try {
    await services.relay(call, {
      ...outgoing,
      ...(providerId !== null && { providerId }),
      ...(kept && { keeping: kept }),
    });
  } catch (error) {
    throw withOwnIds(error, files);
  }
}
