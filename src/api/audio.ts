import type { OpenFormSpool } from '../objects/byte-storage.ts';
import type { Drive } from '../objects/drive.ts';
import { speechType, storedType } from '../shared/text/media-type.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import { watchAudio, type AudioWatch } from '../pipeline/audio-watch.ts';
import type { Call } from '../pipeline/call.ts';
import { audioSeconds, believedSeconds, longestSeconds, mostSeconds, rawRate } from '../pipeline/media-duration.ts';
import { draftForm, modelOf, withForm, type ReceivedForm } from '../pipeline/multipart/draft.ts';
import type { Relay } from '../pipeline/relay.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import { headerOf } from '../providers/headers.ts';
import type { UpstreamAnswer } from '../providers/upstream.ts';
import { objectOf, stringOf } from '../shared/json/json.ts';
import { spliceJson } from '../shared/json/raw-json.ts';
import type { Measure } from '../shared/usage.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { wantsStore } from './drive.ts';
import { ownVoice } from './object-references.ts';

/** Tokens for a minute of speech if the upstream reports none, by the vendor's price table. */
const tokensPerMinute = 1_250;

/** Upper bound of tokens for a character, in addition to a minute for pauses. */
const mostTokensPerCharacter = 8;

/**
 * `POST /audio/speech`. For a voice of the workspace, the provider's id is sent upstream.
 *
 * @throws {GatewayError} `not_voice_owner` or `not_found` for a voice of another workspace
 */
const createSpeech =
  ({ relay, drive, ...deps }: ApiDeps): SpecAHandlers['createSpeech'] =>
  async (call) => {
    const { input, instructions = '', voice, response_format: format = 'mp3' } = call.body;
    const own = voice === undefined ? null : await ownVoice(call, { voice, param: 'voice' }, deps);
    const upstreamDraft = draftJson(call, call.body);
    const sound = watchAudio();
    const { characters = 0 } = upstreamDraft.facts.units;
    const measure = () => measureSpeech(characters, audioSeconds(sound.sample(), { usual: rawRate(format) }));
    const output = characters * mostTokensPerCharacter + tokensPerMinute;
    const bound = { ...upstreamDraft.facts.bound, output };
    const units = { characters, audio_seconds: 0 };
    const instead = { audio_seconds: Math.ceil((output * 60) / tokensPerMinute) };
    const body: UpstreamDraft['body'] = (route) => {
      const bytes = upstreamDraft.body(route);
      return own === null ? bytes : spliceJson(bytes, { voice: own.choice });
    };
    try {
      await relay(call, {
        facts: { ...upstreamDraft.facts, bound, units, instead, measure, body: () => ({ input, instructions }) },
        body,
        ...(own?.object.providerId != null && { providerId: own.object.providerId }),
        hooks: (_route, answer) => [speechHook({ call, format, sound, drive }, answer)],
      });
    } catch (error) {
      throw withOwnIds(error, own ? [own.object] : []);
    }
  };

/** The use of a call that spoke so many characters in so many seconds. */
const measureSpeech = (characters: number, seconds: number): Measure => ({
  units: { characters },
  tokens: { output_audio_tokens: Math.ceil((seconds * tokensPerMinute) / 60), output_tokens: 0 },
  instead: { audio_seconds: seconds },
  most: {},
});

interface Speech {
  readonly call: Call;
  /** The requested format. */
  readonly format: string;
  /** Sees what is delivered. */
  readonly sound: AudioWatch;
  readonly drive: Drive;
}

/** Measures speech while it is delivered, as bytes or in events, and stores it if the request says so. */
function speechHook({ call, format, sound, drive }: Speech, answer: UpstreamAnswer): AnswerHook {
  const said = headerOf(answer, 'content-type');
  const contentType = /^text\/event-stream/i.test(said ?? '') ? speechType(format) : storedType(said);
  const { workspaceId } = call.caller;
  const writing = wantsStore(call) ? drive.begin({ workspaceId, contentType }) : null;
  let written: Promise<void> = Promise.resolve();
  return {
    headers: () => (writing ? { 'x-diglot-drive-file': writing.id } : {}),
    whole: (body) => Promise.resolve(body),
    bytes: async (bytes) => {
      sound.bytes(bytes);
      await writing?.write(bytes);
    },
    events: async (events) => {
      for (const event of events.map(({ data }) => objectOf(data))) {
        const audio = event['type'] === 'speech.audio.delta' ? stringOf(event['audio']) : null;
        if (audio === null) continue;
        const piece = Buffer.from(audio, 'base64');
        sound.bytes(piece);
        if (writing) written = written.then(() => writing.write(piece));
      }
      await written;
      return events;
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

/** Tokens for a second of audio if the upstream reports none, by the vendor's price table. */
const tokensPerSecond = 10;

/** Upper bounds of input and output tokens for a second of audio. */
const mostTokensPerSecond = 50;
const mostWrittenPerSecond = 25;

/** Output tokens of an answer apart from its text. */
const tokensAroundText = 512;

/** Upper bound of output tokens. */
const mostWritten = 32_768;

/** Characters of a second of speech, for a Product that prices a transcription by them. */
const charactersPerSecond = 15;

const unitsOf = (seconds: number): Required<Pick<Measure, 'units' | 'tokens' | 'instead'>> => ({
  units: { audio_seconds: seconds },
  tokens: { input_audio_tokens: seconds * tokensPerSecond },
  instead: { characters: seconds * charactersPerSecond },
});

/** Upper bounds of tokens for a second of speech in a transcript: in plain text, and in subtitles, which repeat time stamps. */
const mostSpokenPerSecond = 50;
const mostSubtitlesPerSecond = 200;

/**
 * The duration of a recording, by its container or by its size. Since a container can lie, it is no shorter than its words take.
 *
 * @param written tokens of the transcript
 */
function measureOf({ sound, fields }: ReceivedForm, written: number): Measure {
  const sample = sound.sample();
  const hasTimes = ['srt', 'vtt'].includes(fields.get('response_format') ?? '');
  const spoken = written / (hasTimes ? mostSubtitlesPerSecond : mostSpokenPerSecond);
  const most = believedSeconds(sample);
  return {
    ...unitsOf(audioSeconds(sample, { spoken })),
    most: { audio_seconds: most, input_audio_tokens: most * mostTokensPerSecond },
    longest: unitsOf(longestSeconds(sample)),
  };
}

interface TranscriptionDeps {
  readonly relay: Relay;
  readonly openFormSpool: OpenFormSpool;
}

/** Transcribes a recording. If the form names the model before the file, the upload is forwarded while it arrives. */
const transcribe =
  ({ relay, openFormSpool }: TranscriptionDeps) =>
  (call: Call): Promise<void> =>
    withForm(call, { needs: ['model'], openFormSpool }, (form) => {
      const { upload } = call;
      const bytes = form.length({}) ?? upload?.limit ?? 0;
      const seconds = form.whole ? longestSeconds(form.sound.sample()) : mostSeconds(bytes);
      return relay(
        call,
        draftForm({
          form,
          model: modelOf(form),
          input: seconds * mostTokensPerSecond,
          output: Math.min(mostWritten, seconds * mostWrittenPerSecond + tokensAroundText),
          units: { audio_seconds: seconds },
          instead: unitsOf(seconds).instead,
          measure: (written) => measureOf(form, written),
          mayBeText: true,
        }),
      );
    });

export const audioOperations = { createSpeech, createTranscription: transcribe, createTranslation: transcribe };
