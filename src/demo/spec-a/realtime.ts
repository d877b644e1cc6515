import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { newId } from '../../shared/ids.ts';
import { arrayOf, objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { makeMessageSocket, socketOptions, type MessageSocket } from '../../shared/message-socket.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { behaviourOf } from '../behaviour.ts';
import { type Behaviour, notFound, pause } from '../call.ts';
import { compose, type Reply } from '../compose.ts';
import { plainPrompt } from '../prompt.ts';

/** A request for a WebSocket. */
export interface Upgrading {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

const server = new WebSocketServer({ ...socketOptions, noServer: true, clientTracking: false });

/**
 * Opens a realtime session, which answers in text.
 *
 * @throws {DemoFault} before the connection is upgraded: 404 for another path, and as any call of its model
 */
export function acceptRealtime({ request, socket, head }: Upgrading, clock: Clock): void {
  const url = URL.parse(request.url ?? '', 'http://demo');
  const model = url?.searchParams.get('model') ?? '';
  if (url?.pathname !== '/v1/realtime') throw notFound(`Not found: ${request.url ?? ''}`);
  const behaviour = behaviourOf(model, 'a');
  server.handleUpgrade(request, socket, head, (accepted) => {
    const state = { model, behaviour, clock, texts: [], running: null };
    void converse(makeMessageSocket(accepted), state).catch(() => accepted.terminate());
  });
}

/** A session and its conversation. */
interface State {
  readonly model: string;
  readonly behaviour: Behaviour;
  readonly clock: Clock;
  readonly texts: string[];
  /** Id of the response that is under way; null: none. */
  running: string | null;
}

type Send = (type: string, fields: JsonObject) => Promise<void>;

async function converse(client: MessageSocket, state: State): Promise<void> {
  const send: Send = (type, fields) =>
    client.send(Buffer.from(JSON.stringify({ type, event_id: newId('event'), ...fields })));
  let session: JsonObject = {
    id: newId('sess'),
    object: 'realtime.session',
    type: 'realtime',
    model: state.model,
    output_modalities: ['text'],
  };
  await send('session.created', { session });
  for (let message = await client.read(); message !== null; message = await client.read()) {
    const event = objectOf(parseJson(message.bytes));
    const type = stringOf(event['type']) ?? '';
    switch (type) {
      case 'session.update':
        session = { ...session, ...objectOf(event['session']) };
        await send('session.updated', { session });
        break;
      case 'conversation.item.create':
        await addItem(objectOf(event['item']), state, send);
        break;
      case 'response.create':
        if (state.running === null) void respond(client, state, send).catch(() => client.cut());
        else await refuse(send, event, 'Conversation already has an active response in progress.');
        break;
      case 'response.cancel':
        state.running = null;
        break;
      default:
        await refuse(send, event, `The demo does not know the event ${type.slice(0, 64)}.`);
    }
  }
  state.running = null;
}

const refuse = (send: Send, { event_id: eventId }: JsonObject, message: string): Promise<void> =>
  send('error', {
    error: { type: 'invalid_request_error', code: null, message, param: null, event_id: eventId ?? null },
  });

async function addItem(given: JsonObject, { texts }: State, send: Send): Promise<void> {
  const item = { id: newId('item'), object: 'realtime.item', status: 'completed', ...given };
  texts.push(
    arrayOf(given['content'])
      .map((part) => stringOf(objectOf(part)['text']) ?? '')
      .join(' '),
  );
  await send('conversation.item.added', { previous_item_id: null, item });
  await send('conversation.item.done', { previous_item_id: null, item });
}

/** One response: an echo of what was said last, word by word, until it is cancelled. */
async function respond(client: MessageSocket, state: State, send: Send): Promise<void> {
  const { model, behaviour, texts, clock } = state;
  const id = newId('resp');
  state.running = id;
  const reply = compose({ ...plainPrompt, model, texts, lastUserText: texts.at(-1) ?? '' }, behaviour);
  const item = { id: newId('item'), object: 'realtime.item', type: 'message', role: 'assistant' };
  const place = { response_id: id, item_id: item.id, output_index: 0, content_index: 0 };
  const response = { object: 'realtime.response', id, output_modalities: ['text'] };
  await send('response.created', { response: { ...response, status: 'in_progress', output: [], usage: null } });
  await pause(clock, behaviour.firstByteMilliseconds);
  await send('response.output_item.added', { ...place, item: { ...item, status: 'in_progress', content: [] } });
  await send('response.content_part.added', { ...place, part: { type: 'text', text: '' } });
  let text = '';
  for (const [index, word] of reply.words.entries()) {
    if (state.running !== id || client.hasEnded()) break;
    if (behaviour.end === 'drop' && index >= reply.words.length / 2) return client.cut();
    await pause(clock, behaviour.wordMilliseconds);
    await send('response.output_text.delta', { ...place, delta: word });
    text += word;
  }
  const isWhole = text === reply.text;
  const status = isWhole ? 'completed' : 'cancelled';
  const part = { type: 'output_text', text };
  const whole = { ...item, status: isWhole ? 'completed' : 'incomplete', content: [part] };
  await send('response.output_text.done', { ...place, text });
  await send('response.content_part.done', { ...place, part: { type: 'text', text } });
  await send('response.output_item.done', { ...place, item: whole });
  texts.push(text);
  state.running = null;
  await send('response.done', { response: { ...response, status, output: [whole], usage: usageOf(reply) } });
}

const usageOf = ({ inputTokens, outputTokens }: Reply): JsonObject => ({
  total_tokens: inputTokens + outputTokens,
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  input_token_details: { text_tokens: inputTokens, audio_tokens: 0, image_tokens: 0, cached_tokens: 0 },
  output_token_details: { text_tokens: outputTokens, audio_tokens: 0 },
});
