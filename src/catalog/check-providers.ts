import { nearestName } from '../shared/text/nearest-name.ts';
import type { Spec } from './catalog.ts';
import type { CatalogDeclaration } from './declaration.ts';
import { demoAddress } from './demo-address.ts';
import { findDuplicates, remarked, wrong, type DocumentPath, type Finding } from './finding.ts';
import { operationFamilies } from './operation-families.ts';
import { familyOfWire, kindFacts, kindIds, usualKind } from './provider-kinds.ts';
import { checkCredential, isLoopback } from './read-credential.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

/** The gateway's own addresses as `host:port`, to detect a provider that points back to it. */
export type OwnAddresses = ReadonlySet<string>;

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

/** `host:port` for comparison, with one spelling for all loopback names. */
export const addressKey = (host: string, port: number | string): string =>
  `${isLoopback(host) ? 'loopback' : host.toLowerCase()}:${port}`;

function checkAddress(provider: DeclaredProvider, path: DocumentPath, own: OwnAddresses): readonly Finding[] {
  if (provider.base_url === demoAddress) return [];
  const place = [...path, 'base_url'];
  const url = URL.canParse(provider.base_url) ? new URL(provider.base_url) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [wrong(place, 'must be an https address such as https://api.example.com/v1')];
  }
  const findings: Finding[] = [...checkBaseAddress(url, provider.spec, place)];
  if (url.username || url.password) findings.push(wrong(place, 'must not hold a user or password; use credential'));
  if (url.search || url.hash) findings.push(wrong(place, 'must end with the path: no ? and no #'));
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !provider.allow_http) {
    findings.push(
      wrong(
        place,
        'must begin with https, because http would send the credential unencrypted. In a trusted network, set allow_http: true',
      ),
    );
  }
  if (own.has(addressKey(url.hostname, portOf(url)))) {
    findings.push(wrong(place, 'is the address of this gateway: every call would loop'));
  }
  return findings;
}

/** Checks a list of operation families. */
export function checkFamilies(operations: readonly string[] | null, path: DocumentPath): readonly Finding[] {
  const known: readonly string[] = operationFamilies;
  return (operations ?? []).flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          wrong(
            [...path, 'operations', index],
            `is not an operation family: ${name}. Known: ${known.join(', ')}`,
            nearestName(name, known),
          ),
        ],
  );
}

/** Checks that the kind fits the spec, that it has the wires, and that `operations` names nothing that `wires` decides. */
function checkKind({ spec, kind, wires, operations }: DeclaredProvider, path: DocumentPath): readonly Finding[] {
  if (kind !== null && kindFacts[kind].spec !== spec) {
    const fitting = kindIds.filter((id) => kindFacts[id].spec === spec).join(', ');
    return [wrong([...path, 'kind'], `does not speak spec ${spec}: ${kind}. Kinds that do: ${fitting}`)];
  }
  if (wires === null) return [];
  const used = kind ?? usualKind[spec];
  const known = kindFacts[used].wires;
  const decided: readonly string[] = Object.values(familyOfWire);
  return [
    ...findDuplicates(wires, (index) => [...path, 'wires', index]),
    ...wires.flatMap((wire, index) =>
      known.includes(wire)
        ? []
        : [wrong([...path, 'wires', index], `is not a wire of kind ${used}: ${wire}. It has ${known.join(', ')}`)],
    ),
    ...(operations ?? []).flatMap((family, index) =>
      decided.includes(family)
        ? [wrong([...path, 'operations', index], `names ${family}, which wires already decides; remove it here`)]
        : [],
    ),
  ];
}

/** Checks the configured providers. */
export function checkProviders(declared: CatalogDeclaration, own: OwnAddresses): readonly Finding[] {
  const ids = declared.providers.map((provider) => provider.id);
  const duplicates = findDuplicates(ids, (index) => ['providers', index, 'id']);
  const rows = declared.providers.flatMap((provider, index) => {
    const path = ['providers', index];
    const unknown = provider.regions.flatMap((region, place) =>
      declared.regions.includes(region)
        ? []
        : [
            wrong(
              [...path, 'regions', place],
              `is not a known region: ${region}. regions lists ${declared.regions.join(', ')}`,
              nearestName(region, declared.regions),
            ),
          ],
    );
    return [
      ...checkAddress(provider, path, own),
      ...checkCredential(provider, path),
      ...checkFamilies(provider.operations, path),
      ...checkKind(provider, path),
      ...unknown,
    ];
  });
  return [...duplicates, ...rows];
}

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

const version = /\/v\d+[a-z0-9]*(?=\/|$)/i;
const lastVersion = /\/v\d+[a-z0-9]*$/i;

/**
 * Checks the path of a base address. The path of an endpoint is an error. A missing version (spec a) or a second one (spec b)
 * is only a remark, because some providers have no version, or a path before it.
 */
function checkBaseAddress(url: URL, spec: Spec, path: DocumentPath): readonly Finding[] {
  const { added, versioned, advice } = shapes[spec];
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const endpoint = endpoints.find((one) => address.endsWith(one));
  if (endpoint !== undefined) {
    const before = address.slice(0, -endpoint.length);
    const message = `ends with the endpoint ${endpoint}: every call appends its own, and would go to ${address}${added}`;
    return [wrong(path, message, versioned ? before : before.replace(lastVersion, ''))];
  }
  const suspect = versioned ? !version.test(url.pathname) : lastVersion.test(address);
  if (!suspect) return [];
  return [remarked(path, `has ${versioned ? 'no' : 'a'} version: calls go to ${address}${added}. ${advice}`)];
}
