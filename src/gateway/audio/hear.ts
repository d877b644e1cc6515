import type { Call } from '../call.ts';
import { formOutgoing, modelOf, withForm, type ReceivedForm } from '../form-outgoing.ts';
import type { OpenSpool } from '../../resources/spool.ts';
import type { Measure } from '../measure.ts';
import type { Relay } from '../relay.ts';
import { mostSeconds, soundSeconds } from '../sound/sound-seconds.ts';

/** Tokens that a second of sound is counted as where nobody reports: what the vendor's own price table reckons with. */
const tokensPerSecond = 10;

/** No model makes more tokens of a second of sound, nor writes more for it. */
const mostTokensPerSecond = 50;
const mostWrittenPerSecond = 25;

/** What an answer has around its words. */
const aroundWords = 512;

/** The longest text that any model writes. */
const mostWritten = 32_768;

/** What was seen of a recording: its seconds, by its container or by its bytes. */
function measureOf({ sound }: ReceivedForm): Measure {
  const sample = sound.sample();
  const seconds = soundSeconds(sample);
  const most = mostSeconds(sample.length);
  return {
    units: { audio_seconds: seconds },
    tokens: { input_audio_tokens: seconds * tokensPerSecond },
    most: { audio_seconds: most, input_audio_tokens: most * mostTokensPerSecond },
  };
}

interface Rooms {
  readonly relay: Relay;
  readonly openSpool: OpenSpool;
}

/** Sends a recording to be written down: at once where the form names its model before the file. */
export const hear =
  ({ relay, openSpool }: Rooms) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: ['model'], openSpool }, (form) => {
      const { upload } = call;
      const bytes = form.length({}) ?? upload?.limit ?? 0;
      const seconds = form.whole ? soundSeconds(form.sound.sample()) : mostSeconds(bytes);
      return relay(
        call,
        formOutgoing({
          form,
          model: modelOf(form),
          input: seconds * mostTokensPerSecond,
          output: Math.min(mostWritten, seconds * mostWrittenPerSecond + aroundWords),
          units: { audio_seconds: seconds },
          measure: () => measureOf(form),
        }),
      );
    });
