import type { Usage } from '../shared/usage.ts';
import { nothing, sumOf, type RequestedInput, type SettingsInput } from './client-input.ts';
import type { Amounts } from './response-slot.ts';

/** What one response reads, as the client's events say that came before it. */
export interface Reading {
  readonly request: RequestedInput;
  /** Tokens of the settings in force. */
  readonly settings: number;
  /** Everything that the client had sent. */
  readonly sent: Amounts;
}

/** What the responses of a session read: what was reported last, and estimates of what came since. */
export interface Conversation {
  /** The client sent input. */
  readonly received: (input: Amounts) => void;
  /** The client changed the session's settings. */
  readonly configured: (settings: SettingsInput) => void;
  /** A response is requested, or begins by itself. */
  readonly read: (request: RequestedInput) => Reading;
  /** Its input, as an estimate. Reports that have come since it was requested count. */
  readonly inputOf: (reading: Reading) => Amounts;
  /** A response has ended with this report. */
  readonly reported: (reading: Reading, usage: Usage) => void;
}

const outputOf = (usage: Usage): Amounts => ({
  text: usage.output_tokens ?? 0,
  audio: usage.output_audio_tokens ?? 0,
});

const inputOfReport = (usage: Usage): Amounts => ({
  text: (usage.input_tokens ?? 0) + (usage.cached_input_tokens ?? 0),
  audio: (usage.input_audio_tokens ?? 0) + (usage.cached_input_audio_tokens ?? 0),
});

const less = (one: Amounts, other: Amounts): Amounts => ({
  text: Math.max(0, one.text - other.text),
  audio: Math.max(0, one.audio - other.audio),
});

const totalOf = (settings: SettingsInput): number => Object.values(settings).reduce((sum, tokens) => sum + tokens, 0);

export function makeConversation(): Conversation {
  let settings: SettingsInput = {};
  let sent = nothing;
  /** The items of the conversation by the last report, and what the client had sent by then. */
  let known = { items: nothing, sent: nothing };
  return {
    received: (input) => {
      sent = sumOf(sent, input);
    },
    configured: (changed) => {
      settings = { ...settings, ...changed };
    },
    read: (request) => ({ request, settings: totalOf({ ...settings, ...request.settings }), sent }),
    inputOf: ({ request, settings: text, sent: until }) => {
      const own = sumOf(request.items, { text, audio: 0 });
      return request.readsConversation ? sumOf(own, sumOf(known.items, less(until, known.sent))) : own;
    },
    reported: ({ request, settings: text, sent: until }, usage) => {
      const output = request.isKept ? outputOf(usage) : nothing;
      const isWhole = request.readsConversation && request.items.text + request.items.audio === 0;
      known = isWhole
        ? { items: sumOf(less(inputOfReport(usage), { text, audio: 0 }), output), sent: until }
        : { ...known, items: sumOf(known.items, output) };
    },
  };
}
