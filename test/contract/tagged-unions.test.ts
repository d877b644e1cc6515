import { afterEach, describe, expect, it, vi } from 'vitest';
import type { tuneLibrary } from '../../src/contract/library.ts';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { badBodiesA, badBodiesB } from './bad-bodies.ts';
import type { CheckBody } from './check-bodies.ts';
import { kindsA } from './sdk-kinds-a.ts';
import { kindsB } from './sdk-kinds-b.ts';

/** Values that take the place of another one; undefined: it is left out. */
const others = [undefined, null, 5, 'unknown', [], { type: 5 }] as const;

/** Copies of a value, in each of which one place has another value. */
function variantsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return others;
  const inside = Object.entries(value).flatMap(([name, one]) =>
    variantsOf(one).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other ?? null) : { ...value, [name]: other },
    ),
  );
  return [...others, ...inside];
}

/** An operation with a body: whole samples of each kind that an SDK has, the same with one fault, and known bad bodies. */
const bodiesOf = {
  'spec-a': [kindsA, badBodiesA],
  'spec-b': [kindsB, badBodiesB],
} as const;

type Sent = readonly [operation: string, body: JsonObject];

function sentTo(spec: keyof typeof bodiesOf): readonly Sent[] {
  const [unions, bad] = bodiesOf[spec];
  const asSent = (body: JsonObject): JsonObject => JSON.parse(JSON.stringify(body)) as JsonObject;
  const samples = unions.flatMap(({ operation, samples: kinds, body }) =>
    Object.values(kinds).flatMap((sample) =>
      [sample, ...variantsOf(sample)].map((one): Sent => [operation, asSent(body(one as object))]),
    ),
  );
  return [...samples, ...bad.map(([operation, body]): Sent => [operation, body])];
}

/** Makes validators of a specification that know tags, or that try the schemas of a union in turn. */
async function validatorsOf(spec: keyof typeof bodiesOf, knowsTags: boolean): Promise<CheckBody> {
  vi.resetModules();
  vi.doMock('../../src/contract/library.ts', async (original) => {
    const real: { readonly tuneLibrary: typeof tuneLibrary } = await original();
    return { ...real, tuneLibrary: async () => ({ ...(await real.tuneLibrary()), knowsTags }) };
  });
  const { checkBodies } = await import('./check-bodies.ts');
  return checkBodies(spec);
}

afterEach(() => {
  vi.doUnmock('../../src/contract/library.ts');
  vi.resetModules();
});

describe.each(['spec-a', 'spec-b'] as const)('the unions of %s', (spec) => {
  it('are validated by their tags as if every schema was tried in turn', async () => {
    const [byTags, inTurn] = [await validatorsOf(spec, true), await validatorsOf(spec, false)];
    const differing: unknown[] = [];
    let refused = 0;
    for (const [operation, body] of sentTo(spec)) {
      const [found, expected] = await Promise.all([byTags, inTurn].map((check) => check(operation, body)));
      if (expected !== null) refused += 1;
      if (found !== expected) differing.push({ operation, body, found, expected });
    }
    expect(differing).toEqual([]);
    expect(refused).toBeGreaterThan(1_000);
  }, 120_000);
});
