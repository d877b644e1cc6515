import { nearestName } from '../shared/text/names.ts';
import { type KindId, matchesPattern, type Provider, type TextWire } from './catalog.ts';
import { checkAddress, type OwnAddresses } from './check-address.ts';
import { type DocumentPath, findDuplicates, type Finding, noted, wrong } from './finding.ts';
import { profiles } from './profiles.ts';
import { familyOfWire, kindFacts, kindIds, kindOf, operationFamilies, wiresOf } from './provider-kinds.ts';
import { checkCredential } from './read-credential.ts';
import type { CatalogDeclaration, DeclaredProduct } from './schema/catalog-schema.ts';
import type { DeclaredModel } from './schema/model-schema.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

function checkTargets(model: DeclaredModel, path: DocumentPath, declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.providers.map((provider) => provider.id);
  return model.targets.flatMap((target, index) => {
    const place = [...path, 'targets', index];
    const provider = declared.providers.find(({ id }) => id === target.provider);
    if (!provider) {
      const message = `names no provider of this file: ${target.provider}`;
      return [wrong([...place, 'provider'], message, nearestName(target.provider, ids))];
    }
    if (!declared.regions.includes(target.region)) {
      const message = `is not a known region: ${target.region}. regions lists ${declared.regions.join(', ')}`;
      return [wrong([...place, 'region'], message, nearestName(target.region, declared.regions))];
    }
    const wires = checkTargetWires(target.wires, provider, [...place, 'wires']);
    if (provider.regions.includes(target.region)) return wires;
    const message = `is not a region of provider ${provider.id}: ${target.region}. It serves ${provider.regions.join(', ')}`;
    return [wrong([...place, 'region'], message), ...wires];
  });
}

function checkFallbacks(
  model: DeclaredModel,
  path: DocumentPath,
  models: readonly DeclaredModel[],
): readonly Finding[] {
  return model.fallbacks.flatMap((name, index) => {
    const place = [...path, 'fallbacks', index];
    if (name === model.id) return [wrong(place, 'is the model itself; name another one')];
    return checkModelName(name, place, models);
  });
}

function checkModelName(name: string, place: DocumentPath, models: readonly DeclaredModel[]): readonly Finding[] {
  if (name.endsWith('*')) return [wrong(place, `must be one model, not a pattern: ${name}`)];
  if (models.some(({ id }) => matchesPattern(id, name))) return [];
  const ids = models.map(({ id }) => id);
  return [wrong(place, `names no model of this file: ${name}`, nearestName(name, ids))];
}

/** @param products by SKU */
function checkProduct(
  model: DeclaredModel,
  path: DocumentPath,
  products: ReadonlyMap<string, DeclaredProduct>,
): readonly Finding[] {
  const product = products.get(model.product);
  if (!product) {
    const nearest = nearestName(model.product, [...products.keys()]);
    return [wrong([...path, 'product'], `names no Product of this file: ${model.product}`, nearest)];
  }
  if (product.models && !product.models.some((pattern) => matchesPattern(pattern, model.id))) {
    const message = `names Product ${product.sku}, whose models do not include ${model.id}`;
    return [wrong([...path, 'product'], message)];
  }
  if (product.free || product.prices.length > 0) return [];
  const message = `${model.id} cannot be called: its Product ${product.sku} has no price and is not free`;
  return [noted(path, message)];
}

/** The row of a name: the one with this exact id, else the one with the longest pattern. */
const rowOf = (name: string, models: readonly DeclaredModel[]): DeclaredModel | undefined =>
  models.find(({ id }) => id === name) ??
  models.filter(({ id }) => matchesPattern(id, name)).toSorted((one, other) => other.id.length - one.id.length)[0];

function checkDefault({ default_model: name, models }: CatalogDeclaration): readonly Finding[] {
  if (name == null) return [];
  const place = ['default_model'];
  if (rowOf(name, models)?.retired === true)
    return [wrong(place, `names a retired model: ${name}. Name one that is offered, or remove this line`)];
  return checkModelName(name, place, models);
}

/** Checks the configured models. */
export function checkModels(declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.models.map((model) => model.id);
  const duplicates = findDuplicates(ids, (index) => ['models', index, 'id']);
  const products = new Map(declared.products.map((product) => [product.sku, product]));
  const rows = declared.models.flatMap((model, index) => {
    const path = ['models', index];
    return [
      ...checkTargets(model, path, declared),
      ...checkFallbacks(model, path, declared.models),
      ...checkProduct(model, path, products),
      ...checkFamilies(model.operations, path),
    ];
  });
  return [...duplicates, ...rows, ...checkDefault(declared)];
}

/** Checks a list of operation families. */
function checkFamilies(operations: readonly string[] | null, path: DocumentPath): readonly Finding[] {
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
function checkKind(provider: DeclaredProvider, path: DocumentPath): readonly Finding[] {
  const { spec, kind, wires, operations } = provider;
  if (kind !== null && kindFacts[kind].spec !== spec) {
    const fitting = kindIds.filter((id) => kindFacts[id].spec === spec).join(', ');
    return [wrong([...path, 'kind'], `does not speak spec ${spec}: ${kind}. Kinds that do: ${fitting}`)];
  }
  const used = kindOf(provider);
  if (kindFacts[used].textAlone && operations !== null)
    return [
      wrong([...path, 'operations'], `must be omitted: kind ${used} serves only ${kindFacts[used].wires.join(', ')}`),
    ];
  if (wires === null) return [];
  const known = [...kindFacts[used].wires, ...(kindFacts[used].named ?? [])];
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

/** Checks that what only one kind has is not set for another. */
function checkKindSettings(provider: DeclaredProvider, path: DocumentPath): readonly Finding[] {
  const kind = kindOf(provider);
  const settings: readonly (readonly [name: keyof DeclaredProvider, owners: readonly KindId[]])[] = [
    ['profile', ['openai']],
    ['api_version', ['azure-openai']],
    ['guardrail', ['bedrock']],
    ['stream_usage', ['openai', 'azure-openai']],
    ['output_limit', ['openai', 'azure-openai']],
    ['refuses', ['openai', 'azure-openai']],
  ];
  return settings.flatMap(([name, owners]) => {
    const value = provider[name];
    if (value === null || (Array.isArray(value) && value.length === 0) || owners.includes(kind)) return [];
    return [wrong([...path, name], `is for kind ${owners.join(' or ')}; this provider is of kind ${kind}`)];
  });
}

/** What a row serves. A kind that serves text alone lists its models at most. */
export function servedBy(row: DeclaredProvider): Pick<Provider, 'operations' | 'wires'> {
  const { operations, wires, profile } = row;
  const facts = kindFacts[kindOf(row)];
  if (facts.textAlone) return { operations: ['models'], wires: wires ?? facts.wires };
  const known = wires ?? (profile === null || operations !== null ? null : profiles[profile].wires);
  return { operations, ...(known && { wires: known }) };
}

/** Checks the wire formats of a target: some or all of those that its provider serves. */
function checkTargetWires(
  wires: readonly TextWire[] | null,
  provider: DeclaredProvider,
  path: DocumentPath,
): readonly Finding[] {
  if (wires === null) return [];
  const known = wiresOf({ kind: kindOf(provider), ...servedBy(provider) });
  return [
    ...findDuplicates(wires, (index) => [...path, index]),
    ...wires.flatMap((wire, index) =>
      known.includes(wire)
        ? []
        : [
            wrong(
              [...path, index],
              `is not a wire format of provider ${provider.id}: ${wire}. It serves ${known.join(', ')}`,
            ),
          ],
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
      ...checkKindSettings(provider, path),
      ...unknown,
    ];
  });
  return [...duplicates, ...rows];
}
