import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import { ownVoice } from '../audio/own-voice.ts';
import { speechKeeping } from '../audio/speech-keeping.ts';
import type { Call } from '../call.ts';
import { jsonOutgoing, type Outgoing } from '../outgoing.ts';
import type { GatewayServices } from '../services.ts';
import { watchSound } from '../sound/sound-sample.ts';
import { soundSeconds } from '../sound/sound-seconds.ts';

/** Tokens that a minute of speech is counted as where nobody reports: what the vendor's price table reckons with. */
const tokensPerMinute = 1_250;

/** No voice is so slow that a character takes more tokens, beside a minute for what it makes of punctuation. */
const mostTokensPerCharacter = 8;

/**
 * `POST /audio/speech`. A voice of the workspace's own is named to its provider by the provider's id.
 *
 * @throws {GatewayError} `not_voice_owner`, `not_found` for a voice that is not the workspace's
 */
export const createSpeech =
  ({ relay, drive, ...rooms }: GatewayServices): Handlers<Call>['createSpeech'] =>
  async (call) => {
    const { input, instructions = '', voice, response_format: format = 'mp3' } = call.body;
    const own = voice === undefined ? null : await ownVoice(call, voice, rooms);
    const outgoing = jsonOutgoing(call, call.body);
    const sound = watchSound();
    const measure = () => ({
      units: { characters },
      tokens: {
        output_audio_tokens: Math.ceil((soundSeconds(sound.sample()) * tokensPerMinute) / 60),
        output_tokens: 0,
      },
      most: {},
    });
    const characters = [...input].length;
    const bound = { ...outgoing.asked.bound, output: characters * mostTokensPerCharacter + tokensPerMinute };
    const upstreamVoice = own && (typeof voice === 'string' ? own.upstreamId : { ...voice, id: own.upstreamId });
    const body: Outgoing['body'] = (route) => {
      const bytes = outgoing.body(route);
      return own === null ? bytes : spliceJson(bytes, { voice: JSON.stringify(upstreamVoice) });
    };
    await relay(call, {
      asked: { ...outgoing.asked, bound, measure, body: { input, instructions } },
      body,
      ...(own?.providerId != null && { providerId: own.providerId }),
      keeping: (_route, answer) => speechKeeping({ call, format, sound, drive }, answer),
    });
  };
