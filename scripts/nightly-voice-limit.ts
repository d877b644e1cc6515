/**
 * Checks the time limit of voice routes in real time: a call whose upstream never answers, and one whose form is never complete,
 * must each end with 408 after five minutes. Loopback only; takes five minutes in total. Exits with 1 if a call ends too early,
 * too late or differently.
 */
import { request } from 'node:http';
import { formType, makeForm } from '../test/fakes/make-form.ts';
import { stall } from '../test/fakes/script.ts';
import { testKey } from '../test/fakes/make-config.ts';
import { startGateway } from '../test/journey/start-gateway.ts';

const limitSeconds = 300;

/** How much later than its limit a call may end. */
const slackSeconds = 5;

const gateway = await startGateway();
gateway.upstream.always([stall]);

const form = makeForm([
  { name: 'model', value: 'test-model' },
  { name: 'file', filename: 'a.wav', value: 'RIFF' },
]);

interface Ended {
  readonly status: number;
  /** From the first byte of the request. */
  readonly seconds: number;
}

/** Sends the form, or endlessly sends parts of a longer one, just fast enough for the minimum rate of bodies. */
function call(isEndless: boolean): Promise<Ended> {
  const from = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  const length = isEndless ? '20000000' : String(form.length);
  const headers = { 'x-api-key': testKey, 'content-type': formType, 'content-length': length };
  const sending = request(`${gateway.url}/v1/audio/transcriptions`, { method: 'POST', headers });
  const filler = Buffer.alloc(65_536, 0x2e);
  const timer = isEndless ? setInterval(() => sending.write(filler), 10_000) : undefined;
  sending.once('error', reject);
  sending.once('response', (response) => {
    clearInterval(timer);
    response.resume();
    resolve({ status: response.statusCode ?? 0, seconds: (performance.now() - from) / 1_000 });
    sending.destroy();
  });
  // Everything but the last boundary: what follows is still the file.
  if (isEndless) sending.write(form.subarray(0, form.lastIndexOf('\r\n--')));
  else sending.end(form);
  return promise;
}

let failed = false;
for (const [name, ended] of [
  ['an upstream that never answers', call(false)],
  ['a form that never becomes whole', call(true)],
] as const) {
  const { status, seconds } = await ended;
  console.log(`${name}: ${status} after ${seconds.toFixed(1)} s`);
  failed ||= status !== 408 || seconds < limitSeconds || seconds > limitSeconds + slackSeconds;
}
await gateway.close();
process.exit(failed ? 1 : 0);
