import type { Spec } from './catalog.ts';
import { remarked, wrong, type DocumentPath, type Finding } from './finding.ts';

/** Ends of addresses that are one endpoint and never the address of an API; a longer one stands before its own end. */
const endpoints = [
  '/chat/completions',
  '/completions',
  '/responses',
  '/embeddings',
  '/moderations',
  '/images/generations',
  '/images/edits',
  '/images/variations',
  '/audio/speech',
  '/audio/transcriptions',
  '/audio/translations',
  '/messages',
  '/complete',
];

interface Shape {
  /** What is added to the base address for the commonest call. */
  readonly added: string;
  /** Whether the version belongs into the base address, as that spec's SDKs have it. */
  readonly versioned: boolean;
  readonly advice: string;
}

const shapes: Readonly<Record<Spec, Shape>> = {
  a: {
    added: '/chat/completions',
    versioned: true,
    advice: 'Most providers of spec a want /v1 at its end; leave it if this one does not',
  },
  b: { added: '/v1/messages', versioned: false, advice: 'Leave the version out: it is added to every call' },
};

const version = /\/v\d+[a-z0-9]*(?=\/|$)/i;
const lastVersion = /\/v\d+[a-z0-9]*$/i;

/**
 * What the path of a provider's address lets suspect: an endpoint instead of a base address is an error, a version that is
 * missing (spec a) or added twice (spec b) a remark, because some providers have none, or anything before it.
 */
export function checkBaseAddress(url: URL, spec: Spec, path: DocumentPath): readonly Finding[] {
  const { added, versioned, advice } = shapes[spec];
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const endpoint = endpoints.find((one) => address.endsWith(one));
  if (endpoint !== undefined) {
    const before = address.slice(0, -endpoint.length);
    const message = `ends with one endpoint, ${endpoint}: every call adds its own, and would go to ${address}${added}`;
    return [wrong(path, message, versioned ? before : before.replace(lastVersion, ''))];
  }
  const suspect = versioned ? !version.test(url.pathname) : lastVersion.test(address);
  if (!suspect) return [];
  return [remarked(path, `has ${versioned ? 'no' : 'a'} version in it: calls go to ${address}${added}. ${advice}`)];
}
