import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Parameter {
  readonly name?: string;
  readonly schema?: { readonly $ref?: string };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

describe.each(['spec-a', 'spec-b', 'console'])('parameters of %s', (name) => {
  // The validator leaves out, without a word, a parameter's schema that is a reference: write it out.
  it('say their schema themselves, so that it is enforced', () => {
    const document = JSON.parse(readFileSync(`generated/${name}/openapi.json`, 'utf8')) as Document;
    const inPaths = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ parameters = [] }) => parameters),
    );
    const all = [...Object.values(document.components.parameters ?? {}), ...inPaths];
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter(({ schema }) => schema?.$ref !== undefined).map((parameter) => parameter.name)).toEqual([]);
  });
});

interface RangePath {
  readonly parameters?: readonly { readonly $ref?: string }[];
  readonly get?: { readonly responses: Readonly<Record<string, unknown>> };
}

it.each(['spec-a', 'spec-b'])('a range in %s may be answered with a part, or be outside', (name) => {
  const { paths } = JSON.parse(readFileSync(`generated/${name}/openapi.json`, 'utf8')) as {
    readonly paths: Readonly<Record<string, RangePath>>;
  };
  const ranged = Object.values(paths).filter(({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/Range'),
  );
  expect(ranged.length).toBeGreaterThan(0);
  for (const { get } of ranged)
    expect(Object.keys(get?.responses ?? {})).toEqual(expect.arrayContaining(['206', '416']));
});
