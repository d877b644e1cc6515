import type { Provider } from '../catalog/catalog.ts';
import { demoAddress } from '../catalog/demo-address.ts';
import type { Examined } from './examined.ts';
import { exitCodes } from './exit-codes.ts';
import { explainFetch } from './explain-fetch.ts';

const patienceMilliseconds = 5_000;

/** Where each spec lists its models: an answer there proves address and credential, and costs nothing. */
const listPath = { a: '/models', b: '/v1/models' } as const;

const headersOf = ({ spec, credential }: Provider): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  ...(spec === 'b' && { 'anthropic-version': '2023-06-01' }),
  ...(credential && { [credential.header]: [credential.scheme, credential.value.reveal()].filter(Boolean).join(' ') }),
});

/** Asks a provider for its list of models. Only ever on request: health checks call no upstream. */
export async function reachProvider(provider: Provider): Promise<Examined> {
  const { id, baseUrl, spec } = provider;
  const subject = `provider ${id}`;
  if (baseUrl === demoAddress) return { subject, state: 'ok', detail: 'built in, offline' };
  const bad = { subject, state: 'bad', exitCode: exitCodes.upstream } as const;
  try {
    const answer = await fetch(`${baseUrl}${listPath[spec]}`, {
      headers: headersOf(provider),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    await answer.body?.cancel();
    if (answer.status === 401 || answer.status === 403) {
      return { ...bad, detail: `${baseUrl} answers, but refuses our credential (${answer.status})` };
    }
    return {
      subject,
      state: answer.status < 500 ? 'ok' : 'bad',
      detail: `${baseUrl} answers (${answer.status})`,
      exitCode: bad.exitCode,
    };
  } catch (error) {
    return { ...bad, detail: `${baseUrl} does not answer (${explainFetch(error)})` };
  }
}
