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
