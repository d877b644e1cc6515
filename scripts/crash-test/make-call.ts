import { testKey } from './start-gateway.ts';
import { requestIdOf, type Truth } from './truth.ts';

/**
 * `acknowledged`: the client saw the whole answer; `refused`: 403; `broken`: anything else, such as after the gateway was killed.
 */
export type CallResult = 'acknowledged' | 'refused' | 'broken';

const lastWords = { chat: '}', 'chat-stream': 'data: [DONE]\n\n', 'messages-stream': 'event: message_stop\n' } as const;

function requestOf({ number, kind, outputTokens }: Truth): { readonly path: string; readonly body: object } {
  const messages = [{ role: 'user', content: `This is call number ${number}.` }];
  const rest = { messages, max_tokens: outputTokens, stream: kind !== 'chat' };
  return kind === 'messages-stream'
    ? { path: '/v1/messages', body: { model: 'crash-messages', ...rest } }
    : { path: '/v1/chat/completions', body: { model: 'crash', ...rest } };
}

/**
 * Makes one call as a client would, and returns what the client knows of it.
 *
 * @param onBroken called with the reason of a broken call: its status, or what happened to the connection
 */
export async function makeCall(
  url: string,
  truth: Truth,
  onBroken: (reason: string) => void = () => undefined,
): Promise<CallResult> {
  const { path, body } = requestOf(truth);
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/json', 'x-request-id': requestIdOf(truth.number) },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status === 403) return 'refused';
    const isWhole =
      truth.kind === 'messages-stream' ? text.includes(lastWords[truth.kind]) : text.endsWith(lastWords[truth.kind]);
    if (response.status === 200 && isWhole) return 'acknowledged';
    onBroken(`status ${response.status}: ${text.slice(-200)}`);
  } catch (cause) {
    onBroken(cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause));
  }
  return 'broken';
}
