import type { Drive } from '../../resources/drive.ts';
import type { OpenSpool } from '../../resources/spool.ts';
import type { FetchProduced } from '../../upstream/fetch-produced.ts';
import type { Call } from '../call.ts';
import { formOutgoing, modelOf, withForm } from '../form-outgoing.ts';
import type { Relay } from '../relay.ts';
import { imageKeeping, mostImageTokens, sentFormat } from './image-keeping.ts';

interface Rooms {
  readonly relay: Relay;
  readonly drive: Drive;
  readonly fetchProduced: FetchProduced;
  readonly openSpool: OpenSpool;
}

/** What the vendor's document gives a form that does not say it. */
export interface FormDefaults {
  readonly model: string;
  readonly format: string | null;
}

/** Parts of a form that are files, at most. */
const mostImages = 18;

/**
 * Sends images to be changed. The whole form is read first: how many images come back, and in which form, decides what
 * is set aside and what is sent.
 */
export const formImages =
  (rooms: Rooms, defaults: FormDefaults) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: 'all', openSpool: rooms.openSpool }, (form) => {
      const format = form.fields.get('response_format') || defaults.format;
      const count = Number(form.fields.get('n') || 1);
      const wanted = { format, count };
      const prompt = form.fields.get('prompt')?.length ?? 0;
      const outgoing = formOutgoing({
        form,
        model: modelOf(form, defaults.model),
        input: prompt * 4 + mostImages * mostImageTokens,
        output: mostImageTokens,
        answers: count,
        edits: (route) => {
          const sent = sentFormat(wanted, route);
          return sent === 'keep' ? {} : { response_format: sent === 'none' ? null : 'b64_json' };
        },
      });
      return rooms.relay(call, { ...outgoing, keeping: imageKeeping(call, wanted, rooms) });
    });
