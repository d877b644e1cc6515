import { GatewayError } from '../errors/gateway-error.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { keepNewest } from '../shared/collections.ts';
import { newTimedId } from '../shared/ids.ts';
import { spliceJson, spliceMember } from '../shared/json/raw-json.ts';
import { echo } from '../shared/text/names.ts';
import type { Clock } from '../shared/time/clock.ts';
import { voiceById } from '../wires/facts.ts';
import { refuseSteering } from '../wires/steering-members.ts';
import {
  inputOfItem,
  inputOfSettings,
  nothing,
  plainRequest,
  readRequestedInput,
  soundOf,
  type RequestedInput,
  type SettingsInput,
} from './conversation.ts';
import type { Amounts } from './response-slot.ts';

/** The model of a session: by the caller's name, and by the provider's. */
interface PinnedModel {
  readonly requested: string;
  readonly upstream: string;
}

/**
 * The ids under which requests for responses go to the upstream. It names one when it refuses the request, so that no other event may
 * have it, whatever ids the client chooses.
 */
export interface EventIds {
  /** Makes an id for the upstream. @param own the client's; null: it has none */
  readonly give: (own: string | null) => string;
  /** The client's id in place of one that was made; null: it has none, or is no longer known. Undefined: the id was not made here. */
  readonly own: (id: string) => string | null | undefined;
}

const givenPrefix = 'event_diglot';

/** How many ids are remembered for one session: twice as many as requests can wait. */
const mostHeldIds = 128;

export function makeEventIds({ now }: Pick<Clock, 'now'>): EventIds {
  const held = new Map<string, string | null>();
  return {
    give: (own) => {
      const id = newTimedId(givenPrefix, now());
      held.set(id, own);
      keepNewest(held, mostHeldIds);
      return id;
    },
    own: (id) => held.get(id) ?? (id.startsWith(`${givenPrefix}_`) ? null : undefined),
  };
}

/** The longest id of a client that is held, as the vendor has it. */
export const longestId = 512;

/** The id that a client gives to an event; null: none. @throws {GatewayError} `invalid_value` for one that is too long to be held */
export function shortId(event: JsonObject, name: 'event_id' | 'stream_id'): string | null {
  const id = stringOf(event[name]);
  if (id === null || id.length <= longestId) return id;
  const message = `${name} has ${id.length} characters; it may have at most ${longestId}.`;
  throw new GatewayError('invalid_value', message, { param: name });
}

/** What a client's event means for the gateway. */
export interface ClientEvent {
  /** The bytes to send: the client's own, unless a model has another name at the provider. */
  readonly bytes: Buffer;
  /** The request for a response; null: it asks for none. */
  readonly request: RequestedInput | null;
  /** Asks to discard audio that has not become an item. */
  readonly isClearing: boolean;
  /** The model for transcriptions, by the caller's name; null: none. Absent: unchanged. */
  readonly transcription?: string | null;
  /** An estimate of the input that it adds to the conversation. */
  readonly input: Amounts;
  /** An estimate of the input in the settings of the session that it changes. */
  readonly settings: SettingsInput;
}

/** The models that a session may use. */
export interface Pinning {
  readonly model: PinnedModel;
  /** Returns the provider's name for a model for transcriptions. @throws {GatewayError} if the caller may not use it here */
  readonly transcriber: (model: string) => string;
}

/** Tracks which model makes a session's transcriptions. */
export interface Transcriber {
  /** The client requests a model, by its own name; null: none. */
  readonly ask: (name: string | null) => void;
  /** The provider confirms the model in force, by the provider's name; null: none. */
  readonly confirm: (named: string | null) => void;
  /** The caller's name if it is known, else the provider's; empty: none is known. */
  readonly model: () => string;
  /** The models that the client has requested and that are in force or may soon be. */
  readonly inUse: () => readonly string[];
}

/** How many models for transcriptions are remembered for one session. */
const mostNames = 16;

/** @param first the model that the session begins with; null: unknown */
export function makeTranscriber({ transcriber }: Pinning, first: string | null): Transcriber {
  let asked = first;
  let confirmed: string | null | undefined;
  /** Every requested model, newest last: the provider may confirm one after the next has been requested. */
  const names = new Set(first === null ? [] : [first]);
  const isCalled = (name: string, named: string): boolean => {
    try {
      return transcriber(name) === named;
    } catch {
      return false;
    }
  };
  return {
    ask: (name) => {
      asked = name;
      if (name === null) return;
      names.delete(name);
      names.add(name);
      keepNewest(names, mostNames);
    },
    confirm: (named) => {
      const known = named === null ? undefined : [...names].findLast((name) => isCalled(name, named));
      confirmed = known ?? named;
    },
    // A provider that confirms nothing is assumed to do as requested.
    model: () => (confirmed === undefined ? asked : confirmed) ?? '',
    inUse: () => [...names].filter((name) => name === asked || name === confirmed),
  };
}

/** Members of a session or a response that name the model for transcriptions: current ones, and those of the beta API. */
const transcriptions = [
  ['audio', 'input', 'transcription'],
  ['input_audio_transcription'],
] as const satisfies readonly (readonly string[])[];

const memberAt = (holder: JsonObject, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, name) => objectOf(value)[name], holder);

/** The names of the models for transcriptions in settings. */
export const transcribersOf = (settings: JsonObject): readonly string[] =>
  transcriptions
    .map((path) => objectOf(memberAt(settings, path))['model'])
    .filter((model) => typeof model === 'string');

/** The model for transcriptions as settings write it; null: none. Undefined: the settings do not say. */
export function transcriberIn(settings: JsonObject): string | null | undefined {
  const stated = transcriptions.map((path) => memberAt(settings, path)).find((value) => value !== undefined);
  return stated === undefined ? undefined : stringOf(objectOf(stated)['model']);
}

const spliceAt = (bytes: Buffer, [name = '', ...rest]: readonly string[], text: string): Buffer =>
  rest.length === 0
    ? spliceJson(bytes, { [name]: text })
    : spliceMember(bytes, name, (value) => spliceAt(value, rest, text));

/** Refuses a model other than the session's. @returns whether it has another name at the provider */
function assertPinned(named: Json | undefined, { requested, upstream }: PinnedModel, param: string): boolean {
  if (named === undefined) return false;
  if (named !== requested && named !== upstream) {
    const sent = typeof named === 'string' ? `; you sent ${echo(named)}` : '';
    const message = `The model of a session cannot change: it is ${echo(requested)}${sent}. Open another session for another model.`;
    throw new GatewayError('invalid_value', message, { param });
  }
  return named !== upstream;
}

/**
 * Refuses settings that direct a session past the catalogue, choose a voice by its id, or request a model that is not served.
 *
 * @param name the member that holds the settings
 * @throws {GatewayError} `invalid_value`
 */
export function refuseSettings(settings: JsonObject, name: string): void {
  refuseSteering({ body: settings, search: '' });
  const voice = voiceById(settings);
  if (voice !== null)
    throw new GatewayError(
      'invalid_value',
      'Sessions speak in the voices of the provider. Choose one by its name, or send POST /v1/audio/speech for your own.',
      { param: `${name}.${voice}` },
    );
  if (settings['type'] !== 'transcription') return;
  const message =
    'Sessions that only transcribe are not served. Use a session of type realtime, or POST /v1/audio/transcriptions.';
  throw new GatewayError('invalid_value', message, { param: `${name}.type` });
}

/** The settings of the session, or of one response, by their name in the event. */
function pinSettings(
  bytes: Buffer,
  { name, settings }: { readonly name: 'session' | 'response'; readonly settings: JsonObject },
  { model, transcriber }: Pinning,
): Pick<ClientEvent, 'bytes' | 'transcription'> {
  refuseSettings(settings, name);
  let written = bytes;
  if (assertPinned(settings['model'], model, `${name}.model`))
    written = spliceAt(written, [name, 'model'], JSON.stringify(model.upstream));
  let transcription: string | null | undefined;
  for (const path of transcriptions) {
    const chosen = memberAt(settings, path);
    if (chosen === null) transcription = null;
    const named = objectOf(chosen)['model'];
    if (typeof named !== 'string') continue;
    transcription = named;
    const upstream = transcriber(named);
    if (upstream !== named) written = spliceAt(written, [name, ...path, 'model'], JSON.stringify(upstream));
  }
  return { bytes: written, ...(transcription !== undefined && { transcription }) };
}

const requestOf = (response: Json | undefined): RequestedInput =>
  isObject(response) ? readRequestedInput(response) : plainRequest;

/**
 * Reads an event of a client, and rewrites it for the upstream.
 *
 * @param event the same bytes, parsed, with no member twice
 * @throws {GatewayError} `invalid_value` for another model, `out_of_scope` or `model_not_found` for a transcription model, and
 * for what would direct the session past the catalogue; `invalid_json` for a message that is not an event
 */
export function readClientEvent(bytes: Buffer, event: JsonObject, pinning: Pinning): ClientEvent {
  const type = event['type'];
  if (typeof type !== 'string')
    throw new GatewayError('invalid_json', 'An event is a JSON object with a `type`.', { param: 'type' });
  const name = 'session' in event ? 'session' : 'response';
  const settings = event[name];
  if ('session' in event && 'response' in event)
    throw new GatewayError('invalid_value', 'An event has a session or a response, not both.', { param: 'response' });
  const pinned: ReturnType<typeof pinSettings> = isObject(settings)
    ? pinSettings(bytes, { name, settings }, pinning)
    : { bytes };
  const written = assertPinned(event['model'], pinning.model, 'model')
    ? spliceJson(pinned.bytes, { model: JSON.stringify(pinning.model.upstream) })
    : pinned.bytes;
  const input =
    type === 'input_audio_buffer.append'
      ? { text: 0, audio: soundOf(event['audio']) }
      : isObject(event['item'])
        ? inputOfItem(event['item'])
        : nothing;
  // Settings of one response, or a member that the event does not have, do not change the session.
  const isUpdate = type === 'session.update';
  const { transcription } = isUpdate ? pinned : {};
  return {
    bytes: written,
    request: type === 'response.create' ? requestOf(event['response']) : null,
    isClearing: type === 'input_audio_buffer.clear',
    input,
    settings: isUpdate ? inputOfSettings(objectOf(settings)) : {},
    ...(transcription !== undefined && { transcription }),
  };
}

/** The settings of a client secret as an event that a client could have sent; null if there are none. */
export function settingsEvent(settings: JsonObject | null, pinning: Pinning): ClientEvent | null {
  if (settings === null) return null;
  const { model: _, ...session } = settings;
  const event = { type: 'session.update', session };
  return readClientEvent(Buffer.from(JSON.stringify(event)), event, pinning);
}
