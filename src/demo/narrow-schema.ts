import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';

interface Context {
  /** The whole schema, in which references are resolved. */
  readonly root: JsonObject;
  /** Whether to choose the simplest branch, so that a recursive schema ends. */
  readonly isDeep: boolean;
}

/** Most references and unions to resolve in one place; more mean a cycle. */
const mostSteps = 32;

/** Resolves references and unions by merging their schemas, choosing one of alternatives. */
export function narrowed(raw: Json | undefined, { root, isDeep }: Context): JsonObject {
  let schema = objectOf(raw);
  for (let step = 0; step < mostSteps; step += 1) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
    if (typeof $ref === 'string')
      schema = merged(merged({ ...rest, ...present({ allOf, anyOf, oneOf }) }, {}), follow($ref, root));
    else if (Array.isArray(allOf))
      schema = arrayOf(allOf)
        .map(objectOf)
        .reduce(merged, { ...rest, ...present({ anyOf, oneOf }) });
    else if (Array.isArray(anyOf ?? oneOf)) {
      const other = anyOf === undefined ? {} : present({ oneOf });
      schema = merged({ ...rest, ...other }, chosen(arrayOf(anyOf ?? oneOf), isDeep));
    } else return schema;
  }
  return {};
}

const present = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Resolves a reference such as `#/$defs/point`; empty for one outside of this schema. */
function follow(reference: string, root: JsonObject): JsonObject {
  const [start, ...names] = reference.split('/');
  if (start !== '#') return {};
  const found = names.reduce<Json | undefined>((node, name) => {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return Array.isArray(node) ? (node as readonly Json[])[Number(key)] : objectOf(node)[key];
  }, root);
  return objectOf(found);
}

const isSimple = (schema: JsonObject): boolean =>
  'const' in schema ||
  'enum' in schema ||
  ['null', 'boolean', 'string', 'integer', 'number'].includes(stringOf(schema['type']) ?? '');

/** The first branch that is not null; below a certain depth, the first simple one. */
function chosen(branches: readonly Json[], isDeep: boolean): JsonObject {
  const schemas = branches.filter(isObject);
  const usual = schemas.find(({ type }) => type !== 'null') ?? schemas[0] ?? {};
  return (isDeep ? schemas.find(isSimple) : undefined) ?? usual;
}

type Merge = (one: Json, other: Json) => Json;

const numbers =
  (choose: (one: number, other: number) => number): Merge =>
  (one, other) =>
    typeof one === 'number' && typeof other === 'number' ? choose(one, other) : other;

const atLeast = numbers(Math.max);
const atMost = numbers(Math.min);
const both: Merge = (one, other) => ({ allOf: [one, other] });
const same = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How two keywords of one name are combined. For all others, the second one applies. */
const merges: Readonly<Record<string, Merge>> = {
  minimum: atLeast,
  exclusiveMinimum: atLeast,
  minLength: atLeast,
  minItems: atLeast,
  minProperties: atLeast,
  maximum: atMost,
  exclusiveMaximum: atMost,
  maxLength: atMost,
  maxItems: atMost,
  maxProperties: atMost,
  items: both,
  additionalProperties: (one, other) =>
    isObject(one) && isObject(other) ? both(one, other) : one === false ? one : other,
  required: (one, other) => [...new Set([...arrayOf(one), ...arrayOf(other)])],
  enum: (one, other) => arrayOf(one).filter((value) => arrayOf(other).some((each) => same(value, each))),
  type: (one, other) =>
    typesOf(one)
      .filter((type) => covers(typesOf(other), type))
      .concat(typesOf(one).includes('number') && typesOf(other).includes('integer') ? ['integer'] : []),
  properties: (one, other) => mergeMembers(objectOf(one), objectOf(other), both),
};

const typesOf = (value: Json): readonly Json[] => [value].flat();

const covers = (types: readonly Json[], type: Json): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

function mergeMembers(one: JsonObject, other: JsonObject, merge: Merge): JsonObject {
  const result: Record<string, Json | undefined> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = Object.hasOwn(one, name) ? one[name] : undefined;
    result[name] = before === undefined || value === undefined ? value : merge(before, value);
  }
  return result;
}

/** A schema for values that match both. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    const merge = Object.hasOwn(merges, name) ? merges[name] : undefined;
    if (before !== undefined && value !== undefined && ['allOf', 'anyOf', 'oneOf', '$ref'].includes(name)) {
      // A schema can have a keyword only once, so the other one moves to allOf.
      result['allOf'] = [
        ...arrayOf(name === 'allOf' ? before : result['allOf']),
        ...(name === 'allOf' ? arrayOf(value) : [{ [name]: value }]),
      ];
    } else
      result[name] = before === undefined || value === undefined || merge === undefined ? value : merge(before, value);
  }
  return result;
}

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/**
 * Returns a number within a schema's bounds, as near to 1 as possible.
 *
 * @param variant number of steps further, if the bounds allow it
 */
export function exampleNumber(schema: JsonObject, isInteger: boolean, variant: number): number {
  const step = Math.abs(numberOr(schema['multipleOf'], 0)) || (isInteger ? 1 : 0);
  const [low, high] = boundsOf(schema, step);
  const near = Math.min(Math.max(1, low), high);
  if (step === 0) return near + Math.min(variant, Math.max(0, high - near));
  const first = Math.ceil(near / step) * step;
  const start = first <= high ? first : Math.floor(high / step) * step;
  const further = start + variant * step;
  if (further <= high) return further;
  const before = start - variant * step;
  return before >= low ? before : start;
}

/** The smallest and largest allowed number. An exclusive bound is moved by a step, or to the middle. */
function boundsOf(schema: JsonObject, step: number): readonly [low: number, high: number] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = numberOr(exclusiveMinimum, -Infinity);
  const below = numberOr(exclusiveMaximum, Infinity);
  const low = numberOr(minimum, -Infinity);
  const high = numberOr(maximum, Infinity);
  if (step > 0) {
    const next = above === -Infinity ? -Infinity : (Math.floor(above / step) + 1) * step;
    const last = below === Infinity ? Infinity : (Math.ceil(below / step) - 1) * step;
    return [Math.max(low, next), Math.min(high, last)];
  }
  const inside = (bound: number, other: number, away: number): number =>
    Number.isFinite(other) ? (bound + other) / 2 : bound + away;
  return [
    above >= low && above !== -Infinity ? inside(above, Math.min(high, below), 1) : low,
    below <= high && below !== Infinity ? inside(below, Math.max(low, above), -1) : high,
  ];
}
