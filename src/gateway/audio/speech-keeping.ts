import type { Drive } from '../../resources/drive.ts';
import { objectOf, stringOf } from '../../shared/json.ts';
import { headerOf } from '../../upstream/answer-headers.ts';
import type { UpstreamAnswer } from '../../upstream/upstream.ts';
import type { Call } from '../call.ts';
import { speechType, storedType } from '../drive/media-type.ts';
import { wantsStore } from '../drive/wants-store.ts';
import type { Keeping } from '../keeping.ts';
import type { SoundWatch } from '../sound/sound-sample.ts';

interface Speech {
  readonly call: Call;
  /** As the request asks for it. */
  readonly format: string;
  /** Sees what is delivered. */
  readonly sound: SoundWatch;
  readonly drive: Drive;
}

/** Watches speech go by, and keeps it where the request says so: as bytes, or as the pieces in a stream's events. */
export function speechKeeping({ call, format, sound, drive }: Speech, answer: UpstreamAnswer): Keeping {
  const said = headerOf(answer, 'content-type');
  const contentType = /^text\/event-stream/i.test(said ?? '') ? speechType(format) : storedType(said);
  const { workspaceId } = call.caller;
  const writing = wantsStore(call) ? drive.begin({ workspaceId, contentType }) : null;
  let written: Promise<void> = Promise.resolve();
  return {
    id: null,
    headers: () => (writing ? { 'x-diglot-drive-file': writing.id } : {}),
    whole: (body) => Promise.resolve(body),
    bytes: async (bytes) => {
      sound.bytes(bytes);
      await writing?.write(bytes);
    },
    event: (bytes, data) => {
      const event = objectOf(data);
      const audio = event['type'] === 'speech.audio.delta' ? stringOf(event['audio']) : null;
      if (audio === null) return bytes;
      const piece = Buffer.from(audio, 'base64');
      sound.bytes(piece);
      if (writing) written = written.then(() => writing.write(piece));
      return bytes;
    },
    end: async () => {
      await written;
      await writing?.finish();
    },
    drop: async () => {
      await written;
      await writing?.abort();
    },
  };
}
