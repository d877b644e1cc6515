import type { ErrorCode } from '../../src/errors/codes.ts';
import type { Surface } from '../../src/errors/gateway-error.ts';
import { formType, makeForm, type FormPart } from '../fakes/make-form.ts';
import type { RawResponse } from '../fakes/raw-client.ts';
import { bytes, head, json, stall } from '../fakes/script.ts';
import type { ErrorRequest, ErrorGateway } from './start-error-gateway.ts';

/** Meets an error, and gives the answer. */
export type Meet = (gateway: ErrorGateway) => Promise<RawResponse>;

/** How each surface meets an error, or why it never does. */
export type ErrorCase = Readonly<Record<Surface, Meet | string>>;

const messages = [{ role: 'user', content: 'Hello' }];
const chatBody = { model: 'test-model', messages };
const messageBody = { model: 'test-model', max_tokens: 16, messages };
const day = 86_400_000;

const chat: ErrorRequest = { line: 'POST /v1/chat/completions', body: chatBody };
const message: ErrorRequest = { line: 'POST /v1/messages', body: messageBody };
const workspaces: ErrorRequest = { line: 'GET /console/api/workspaces', whose: 'admin' };
const newWorkspace: ErrorRequest = {
  line: 'POST /console/api/workspaces',
  whose: 'admin',
  body: { id: 'acme', name: 'Acme', plan_id: 'test' },
};

const samples: Readonly<Record<Surface, ErrorRequest>> = { a: chat, b: message, console: newWorkspace };

const meet =
  (asked: ErrorRequest): Meet =>
  ({ ask }) =>
    ask(asked);

const session: ErrorRequest = { line: 'GET /console/api/session', secret: '' };
const signIn: ErrorRequest = {
  line: 'POST /console/api/sessions',
  secret: '',
  headers: ['sec-fetch-site: same-origin'],
  body: { email: 'ada@example.com', password: 'wrong' },
};
const onConsole = (console: Meet | string): ErrorCase => ({
  a: 'There is no sign-in there.',
  b: 'There is no sign-in there.',
  console,
});

/** The same change of each surface's plain call. */
const everywhere = (change: (sample: ErrorRequest) => ErrorRequest): ErrorCase => ({
  a: meet(change(samples.a)),
  b: meet(change(samples.b)),
  console: meet(change(samples.console)),
});

/** The same on both specs; the control API has no such calls. */
const onCalls = (change: (sample: ErrorRequest, model: string) => ErrorRequest, consoleReason: string): ErrorCase => ({
  a: meet(change(chat, 'chat')),
  b: meet(change(message, 'message')),
  console: consoleReason,
});

const noModels = 'The control API calls no model.';

const afterScript =
  (asked: ErrorRequest, ...script: Parameters<ErrorGateway['upstream']['next']>): Meet =>
  ({ ask, upstream }) => {
    upstream.next(...script);
    return ask(asked);
  };

const withKey =
  (asked: ErrorRequest, restrictions: object): Meet =>
  async ({ ask, issue }) =>
    ask({ ...asked, secret: await issue(restrictions) });

const form = (line: string, parts: readonly FormPart[]): ErrorRequest => ({
  line,
  headers: [`content-type: ${formType}`, 'x-product-sku: test'],
  body: makeForm(parts).toString('latin1'),
});
const recording = { value: 'RIFF', filename: 'a.wav', type: 'audio/wav' };

const idIn = ({ body }: RawResponse): string => String((JSON.parse(body) as { readonly id?: unknown }).id);

/** A voice of another workspace. */
async function foreignVoice({ ask, upstream }: ErrorGateway): Promise<string> {
  const kept = { object: 'audio.voice_consent', id: 'theirs', name: 'Me', language: 'en', created_at: 1 };
  upstream.next(json(kept));
  const name = { name: 'name', value: 'Me' };
  const consent = await ask({
    ...form('POST /v1/audio/voice_consents', [
      name,
      { name: 'language', value: 'en' },
      { ...recording, name: 'recording' },
    ]),
    whose: 'other',
  });
  upstream.next(json({ object: 'audio.voice', id: 'theirs', name: 'Me', created_at: 1 }));
  const parts = [name, { name: 'consent', value: idIn(consent) }, { ...recording, name: 'audio_sample' }];
  return idIn(await ask({ ...form('POST /v1/audio/voices', parts), whose: 'other' }));
}

const speech = (more: object = {}): ErrorRequest => ({
  line: 'POST /v1/audio/speech',
  body: { model: 'test-model', voice: 'alloy', input: 'Hello', ...more },
});

/** Keeps four bytes of sound in the drive. */
async function keepSound({ ask, upstream }: ErrorGateway): Promise<string> {
  upstream.next([head(200, { 'content-type': 'audio/mpeg', 'content-length': '4' }), bytes('beep')]);
  const { headers } = await ask({ ...speech(), headers: ['x-drive-store: true'] });
  return headers['x-diglot-drive-file'] ?? '';
}

const batchOfB: ErrorRequest = {
  line: 'POST /v1/messages/batches',
  body: { requests: [{ custom_id: 'one', params: messageBody }] },
};

/** A workspace stores conversations until it may not store more. */
const whenFull =
  (asked: ErrorRequest): Meet =>
  async ({ ask }) => {
    const items = [{ type: 'message', role: 'user', content: 'x'.repeat(60_000) }];
    for (let count = 0; count < 3; count += 1)
      await ask({ line: 'POST /v1/conversations', body: { items }, whose: 'stuffed' });
    return ask({ ...asked, whose: 'stuffed' });
  };

/** Every error of the table: a new one does not compile until it is met here. */
export const errorCases: Readonly<Record<ErrorCode, ErrorCase>> = {
  invalid_value: {
    a: meet({ ...chat, body: { ...chatBody, temperature: -1 } }),
    b: meet({ ...message, body: { ...messageBody, temperature: -1 } }),
    console: meet({ ...newWorkspace, body: { name: 5 } }),
  },
  invalid_json: everywhere((sample) => ({ ...sample, body: '{"model":' })),
  invalid_header: everywhere((sample) => ({ ...sample, headers: ['x-region-code: eu', 'X-Region-Code: global'] })),
  malformed_request: {
    a: meet({ line: 'GET /v1/models/%ZZ' }),
    b: meet({ line: 'GET /anthropic/v1/models/%ZZ' }),
    console: meet({ ...workspaces, line: 'GET /console/api/workspaces/%ZZ' }),
  },
  product_required: { a: meet({ line: 'GET /v1/audio/voices' }), b: 'Spec B has no voice routes.', console: noModels },
  region_unknown: onCalls((sample) => ({ ...sample, headers: ['x-region-code: mars'] }), noModels),
  loop_detected: onCalls((sample) => ({ ...sample, headers: ['x-diglot-hop: 3'] }), noModels),
  websocket_required: {
    a: meet({ line: 'GET /v1/realtime?model=test-model' }),
    b: 'Spec B has no WebSockets.',
    console: 'The control API has no WebSockets.',
  },
  missing_api_key: everywhere((sample) => ({ ...sample, secret: '' })),
  invalid_api_key: everywhere((sample) => ({ ...sample, secret: 'sk-test-of-nobody' })),
  session_ended: onConsole(({ ask, port }) => ask({ ...session, headers: [`cookie: diglot_session-${port}=ended`] })),
  sign_in_failed: onConsole(meet(signIn)),
  totp_required: onConsole('It takes a person with a second factor: test/journey/sign-in.test.ts.'),
  sign_in_delayed: onConsole(async ({ ask }) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await ask(signIn);
    return ask(signIn);
  }),
  mail_limit_reached: onConsole('It takes a mail server: test/journey/invitations.test.ts.'),
  mail_failed: onConsole('It takes a mail server: test/journey/invitations.test.ts.'),
  forbidden: onConsole(meet({ line: 'GET /console/api/session', whose: 'admin' })),
  cross_site: onConsole(meet({ ...signIn, headers: ['sec-fetch-site: cross-site'] })),
  out_of_scope: {
    a: withKey(chat, { scope: { models: ['away'] } }),
    b: withKey(message, { scope: { models: ['away'] } }),
    console: 'Its one key may do everything.',
  },
  limit_reached: {
    a: withKey(chat, { limits: { day: '0' } }),
    b: withKey(message, { limits: { day: '0' } }),
    console: noModels,
  },
  insufficient_credits: onCalls((sample) => ({ ...sample, whose: 'poor' }), noModels),
  storage_limit_reached: {
    a: whenFull({ line: 'POST /v1/conversations', body: {} }),
    b: whenFull(batchOfB),
    console: 'Nothing is stored for callers there.',
  },
  not_voice_owner: {
    a: async (gateway) => gateway.ask(speech({ voice: { id: await foreignVoice(gateway) } })),
    b: 'Spec B has no voices.',
    console: noModels,
  },
  account_frozen: onCalls((sample) => ({ ...sample, whose: 'frozen' }), 'A frozen account is unfrozen there.'),
  model_not_found: {
    a: meet({ ...chat, body: { ...chatBody, model: 'test-mode' } }),
    b: meet({ ...message, body: { ...messageBody, model: 'test-mode' } }),
    console: noModels,
  },
  product_not_found: onCalls((sample) => ({ ...sample, headers: ['x-product-sku: tesst'] }), noModels),
  not_found: {
    a: meet({ line: 'GET /v1/responses/resp_absent' }),
    b: meet({ line: 'GET /v1/messages/batches/msgbatch_absent' }),
    console: meet({ ...workspaces, line: 'GET /console/api/keys/key_absent' }),
  },
  thread_not_found: {
    a: 'It has no threads of messages.',
    b: meet({ ...message, body: { ...messageBody, thread: { type: 'continue', previous_message_id: 'msg_1' } } }),
    console: noModels,
  },
  unknown_url: {
    a: meet({ line: 'POST /v1/v1/responses' }),
    b: meet({ line: 'GET /anthropic/v1/absent' }),
    console: meet({ ...workspaces, line: 'GET /console/api/absent' }),
  },
  file_expired: {
    a: async (gateway) => {
      const id = await keepSound(gateway);
      gateway.shift(3 * day);
      return gateway.ask({ line: `GET /v1/drive/files/${id}` });
    },
    b: 'The drive is of Spec A.',
    console: 'It shows no files.',
  },
  method_not_allowed: {
    a: meet({ line: 'DELETE /v1/chat/completions' }),
    b: meet({ line: 'DELETE /v1/messages' }),
    console: meet({ ...workspaces, line: 'DELETE /console/api/workspaces' }),
  },
  timeout: { a: afterScript(chat, [stall]), b: afterScript(message, [stall]), console: 'It waits for no upstream.' },
  conflict: {
    a: async (gateway) => {
      gateway.upstream.next(json({ id: 'resp_theirs', object: 'response', status: 'completed', output: [] }));
      const made = await gateway.ask({ line: 'POST /v1/responses', body: { model: 'test-model', input: 'Hello' } });
      return gateway.ask({ line: `POST /v1/responses/${idIn(made)}/cancel` });
    },
    b: 'Nothing that it makes or changes stands in the way of anything else.',
    console: meet(newWorkspace),
  },
  request_too_large: everywhere((sample) => ({ ...sample, body: { name: 'x'.repeat(65_536) } })),
  url_too_long: everywhere(({ line, ...sample }) => ({ ...sample, line: `${line}?x=${'x'.repeat(8_192)}` })),
  unsupported_media_type: everywhere((sample) => ({ ...sample, headers: ['content-type: text/plain'] })),
  precondition_failed: {
    a: async (gateway) => {
      const id = await keepSound(gateway);
      return gateway.ask({ line: `GET /v1/drive/files/${id}/content`, headers: ['if-match: "other"'] });
    },
    b: 'The drive is of Spec A.',
    console: 'It shows no files.',
  },
  range_not_satisfiable: {
    a: async (gateway) => {
      const id = await keepSound(gateway);
      return gateway.ask({ line: `GET /v1/drive/files/${id}/content`, headers: ['range: bytes=9-'] });
    },
    b: 'The drive is of Spec A.',
    console: 'It shows no files.',
  },
  expectation_failed: everywhere((sample) => ({ ...sample, headers: ['expect: the-inquisition'] })),
  headers_too_large: everywhere((sample) => ({ ...sample, headers: [`x-long: ${'x'.repeat(17_408)}`] })),
  internal: {
    ...onCalls((sample) => ({ ...sample, whose: 'broken' }), ''),
    console: meet({ ...workspaces, line: 'GET /console/api/workspaces/broken/credits' }),
  },
  not_implemented: everywhere((sample) => ({
    ...sample,
    headers: ['transfer-encoding: gzip, chunked'],
    body: undefined,
  })),
  upstream_invalid: {
    a: afterScript(chat, json('no JSON')),
    b: afterScript(batchOfB, json({ type: 'message_batch', processing_status: 'in_progress' })),
    console: noModels,
  },
  upstream_unreachable: {
    a: meet({ ...chat, body: { ...chatBody, model: 'away' } }),
    b: meet({ ...message, body: { ...messageBody, model: 'away' } }),
    console: noModels,
  },
  overloaded: {
    ...onCalls((sample) => ({ ...sample, whose: 'full' }), ''),
    console: meet({ ...workspaces, line: 'GET /console/api/workspaces/full/credits' }),
  },
};
