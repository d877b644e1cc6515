import type { Drive } from '../../resources/drive.ts';
import { dropMember } from '../../shared/drop-member.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { FetchProduced } from '../../upstream/fetch-produced.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing, type Outgoing } from '../outgoing.ts';
import { imageKeeping, mostImageTokens, sentFormat } from './image-keeping.ts';

/** What a JSON request for images says, as far as it decides what becomes of them. */
interface ImageBody {
  readonly response_format?: string | null | undefined;
  readonly n?: number | null | undefined;
}

interface Rooms {
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
}

/** A JSON request for images: its own bytes, apart from the form that the images are asked for in. */
export function jsonImages(
  call: Call,
  { body, defaultModel }: { readonly body: ImageBody; readonly defaultModel: string },
  rooms: Rooms,
): Outgoing {
  const outgoing = jsonOutgoing(call, body, defaultModel);
  const wanted = { format: body.response_format ?? null, count: body.n ?? 1 };
  const bound = { ...outgoing.asked.bound, output: mostImageTokens };
  return {
    ...outgoing,
    asked: { ...outgoing.asked, bound },
    body: (route) => {
      const bytes = outgoing.body(route);
      const sent = sentFormat(wanted, route);
      if (sent === 'none') return dropMember(bytes, 'response_format');
      return sent === 'bytes' ? spliceJson(bytes, { response_format: '"b64_json"' }) : bytes;
    },
    keeping: imageKeeping(call, wanted, rooms),
  };
}
