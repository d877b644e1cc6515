import type { KindId, Spec } from './catalog.ts';
import { awsPlaceOf } from './credential.ts';
import { type DocumentPath, type Finding, remarked, wrong } from './finding.ts';
import { profiles } from './profiles.ts';
import { kindOf } from './provider-kinds.ts';
import { demoAddress } from './provider-overrides.ts';
import { isLoopback, isPrivateHost } from './read-credential.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

/** The gateway's own addresses as `host:port`, to detect a provider that points back to it. */
export type OwnAddresses = ReadonlySet<string>;

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** `host:port` for comparison, with one spelling for all loopback names. */
export const addressKey = (host: string, port: number | string): string =>
  `${isLoopback(host) ? 'loopback' : host.toLowerCase()}:${port}`;

/** Checks the base address of a provider. */
export function checkAddress(provider: DeclaredProvider, path: DocumentPath, own: OwnAddresses): readonly Finding[] {
  if (provider.base_url === demoAddress) return [];
  const place = [...path, 'base_url'];
  const url = URL.canParse(provider.base_url) ? new URL(provider.base_url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [wrong(place, 'must be an https address such as https://api.example.com/v1')];
  }
  const findings: Finding[] = [...(kindShapes[kindOf(provider)] ?? checkBaseAddress)({ url, provider, place })];
  if (url.username || url.password) findings.push(wrong(place, 'must not hold a user or password; use credential'));
  if (/[?#]/.test(provider.base_url)) findings.push(wrong(place, 'must end with the path: no ? and no #'));
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) findings.push(...checkPlainHttp(url, provider, place));
  if (own.has(addressKey(url.hostname, portOf(url)))) {
    findings.push(wrong(place, 'is the address of this gateway: every call would loop'));
  }
  return findings;
}

function checkPlainHttp({ hostname }: URL, provider: DeclaredProvider, place: DocumentPath): readonly Finding[] {
  if (!isPrivateHost(hostname)) {
    const message =
      'must begin with https, because http would send the credential unencrypted over the internet: only loopback and private addresses may do without';
    return [wrong(place, message)];
  }
  if (provider.allow_http) return [];
  const message =
    'must begin with https, because http would send the credential unencrypted. In a trusted network, set allow_http: true';
  return [wrong(place, message)];
}

/** A base address and the row that it is in. */
interface Addressed {
  readonly url: URL;
  readonly provider: DeclaredProvider;
  readonly place: DocumentPath;
}

/** A segment of the path that names a deployment: every call adds its own. */
const deployment = /\/deployments(?:\/|$)/i;

function checkAzure({ url, provider, place }: Addressed): readonly Finding[] {
  const { origin } = url;
  const path = url.pathname.replace(/\/+$/, '');
  const isDated = provider.api_version !== null;
  const meant = `${origin}/openai${isDated ? '' : '/v1'}`;
  if (deployment.test(path))
    return [wrong(place, 'names a deployment already: the model of a call is its deployment', meant)];
  if (path.endsWith(isDated ? '/openai' : '/openai/v1')) return [];
  const message = isDated
    ? 'must end with /openai, because api_version has its paths below that'
    : 'must end with /openai/v1, or with /openai and api_version set';
  return [wrong(place, message, meant)];
}

function checkBedrock({ url, place }: Addressed): readonly Finding[] {
  if (url.pathname === '/') return [];
  const message =
    'must end with the host: paths such as /openai/v1 and /anthropic are for the kinds openai and anthropic';
  return [wrong(place, message, url.origin)];
}

const projectPath = /^\/v1\/projects\/[^/]+\/locations\/([a-z0-9-]+)\/?$/;

function checkVertex({ url, place }: Addressed): readonly Finding[] {
  const [, location] = projectPath.exec(url.pathname) ?? [];
  if (location === undefined) {
    const message =
      'must end with the project and the location, for example https://us-east5-aiplatform.googleapis.com/v1/projects/my-project/locations/us-east5';
    return [wrong(place, message)];
  }
  return checkLocation(location, url.hostname, place);
}

const vertexHost = /^(?:([a-z0-9-]+)-)?aiplatform(?:\.(us|eu)\.rep)?\.googleapis\.com$/;

function checkLocation(location: string, host: string, place: DocumentPath): readonly Finding[] {
  const [isKnown, regional, multi] = vertexHost.exec(host) ?? [];
  const known = regional ?? multi ?? 'global';
  if (isKnown === undefined || known === location) return [];
  return [wrong(place, `has location ${location}, which contradicts its host: that is of ${known}`)];
}

/** The path of a publisher's models on Vertex AI. With a key of its express mode there is no project. */
const publisherPath = /^\/v1(?:beta1)?(?:\/projects\/[^/]+\/locations\/([a-z0-9-]+))?\/publishers\/google$/;

const geminiAdvice = 'Most hosts of Gemini need /v1beta at the end; ignore this if yours does not';

function checkGemini({ url, place }: Addressed): readonly Finding[] {
  const { hostname, origin } = url;
  const path = url.pathname.replace(/\/+$/, '');
  const [isPublisher, location] = publisherPath.exec(path) ?? [];
  if (isPublisher !== undefined) return location === undefined ? [] : checkLocation(location, hostname, place);
  const isVertex = vertexHost.test(hostname);
  if (!isVertex && lastVersion.test(path)) return [];
  if (!isVertex && hostname !== 'generativelanguage.googleapis.com')
    return [remarked(place, `has no version: calls go to ${origin}${path}/models/… ${geminiAdvice}`)];
  const meant = isVertex ? `${origin}${path}/publishers/google` : `${origin}/v1beta`;
  const message =
    'must end with /v1beta, or on Vertex AI with the project, the location and /publishers/google, for example https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google';
  return [wrong(place, message, isVertex && !projectPath.test(path) ? null : meant)];
}

/** Kinds whose base addresses are not those of their spec. */
const kindShapes: Readonly<Partial<Record<KindId, (addressed: Addressed) => readonly Finding[]>>> = {
  'azure-openai': checkAzure,
  bedrock: checkBedrock,
  vertex: checkVertex,
  gemini: checkGemini,
};

/** Paths of single endpoints, which cannot end a base address. A longer path comes before its own suffix. */
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
  /** The path of the most common call, appended to the base address. */
  readonly added: string;
  /** Whether the base address includes the version, as in that spec's SDKs. */
  readonly versioned: boolean;
  readonly advice: string;
}

const shapes: Readonly<Record<Spec, Shape>> = {
  a: {
    added: '/chat/completions',
    versioned: true,
    advice: 'Most providers of spec a need /v1 at the end; ignore this if yours does not',
  },
  b: { added: '/v1/messages', versioned: false, advice: 'Remove the version: it is added to every call' },
};

/** Paths below the hosts of AWS that speak the format of a spec, by the service that they are signed for. */
const awsPaths: Readonly<Record<string, Readonly<Record<Spec, readonly string[]>>>> = {
  bedrock: { a: ['/openai/v1'], b: ['/anthropic'] },
  'bedrock-mantle': { a: ['/openai/v1', '/v1'], b: ['/anthropic'] },
  'aws-external-anthropic': { a: [], b: [''] },
};

/** A path that a host of AWS is not known to have is only a remark: AWS may add some. Null: it is no such host. */
function checkAws({ url, provider, place }: Addressed): readonly Finding[] | null {
  const { service } = awsPlaceOf(url.href) ?? {};
  if (service === undefined) return null;
  const { spec } = provider;
  const [usual, ...others] = awsPaths[service]?.[spec] ?? [];
  if (usual === undefined) return [remarked(place, `is a host that is not known to speak spec ${spec}`)];
  if ([usual, ...others].includes(url.pathname.replace(/\/+$/, ''))) return [];
  const message = `has a path that this host is not known to have for spec ${spec}; InvokeModel and Converse are of kind bedrock`;
  return [remarked(place, `${message}. Calls of this kind go below ${url.origin}${usual}`)];
}

const version = /\/v\d+[a-z0-9]*(?=\/|$)/i;
const lastVersion = /\/v\d+[a-z0-9]*$/i;

/**
 * Checks the path of a base address. The path of an endpoint is an error. A missing version (spec a) or a second one (spec b)
 * is only a remark, because some providers have no version, or a path before it.
 */
function checkBaseAddress({ url, provider, place }: Addressed): readonly Finding[] {
  const { added, versioned, advice } = shapes[provider.spec];
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  if (deployment.test(url.pathname))
    return [wrong(place, 'names a deployment; for Azure OpenAI, set kind: azure-openai and leave it out')];
  const endpoint = endpoints.find((one) => address.endsWith(one));
  if (endpoint !== undefined) {
    const before = address.slice(0, -endpoint.length);
    const message = `ends with the endpoint ${endpoint}: every call appends its own, and would go to ${address}${added}`;
    return [wrong(place, message, versioned ? before : before.replace(lastVersion, ''))];
  }
  if (provider.profile !== null && profiles[provider.profile].baseUrl === address) return [];
  const ofAws = checkAws({ url, provider, place });
  if (ofAws !== null) return ofAws;
  const suspect = versioned ? !version.test(url.pathname) : lastVersion.test(address);
  if (!suspect) return [];
  return [remarked(place, `has ${versioned ? 'no' : 'a'} version: calls go to ${address}${added}. ${advice}`)];
}
