import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, it } from 'vitest';
import { withCodeSamples } from '../../scripts/docs/code-samples.ts';
import { objectOf, stringOf } from '../../src/shared/json/json.ts';

interface Sample {
  readonly label: string;
  readonly source: string;
}

interface Sampled {
  readonly id: string;
  readonly samples: readonly Sample[];
}

/** Every operation of a document with its samples. */
function samplesOf(name: string): readonly Sampled[] {
  const text = readFileSync(`generated/${name}/openapi.json`, 'utf8');
  const document = withCodeSamples(objectOf(JSON.parse(text)), name);
  return Object.values(objectOf(document['paths'])).flatMap((item) =>
    Object.values(objectOf(item))
      .map(objectOf)
      .filter((operation) => 'operationId' in operation)
      .map((operation) => ({
        id: stringOf(operation['operationId']) ?? '',
        samples: operation['x-codeSamples'] as unknown as readonly Sample[],
      })),
  );
}

describe.each(['spec-a', 'spec-b', 'console'])('the samples in the reference of %s', (name) => {
  const all = samplesOf(name);

  it('are there for every operation, in three languages', () => {
    const missing = all.filter(({ samples }) => samples?.map(({ label }) => label).join() !== 'curl,Python,TypeScript');
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(all.length).toBeGreaterThan(10);
  });

  it('fill every part of the address in', () => {
    const open = all.filter(({ samples }) => samples.some(({ source }) => /127\.0\.0\.1:8585[^'"` ]*\{/.test(source)));
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('are programs in TypeScript, and JSON in the shell', () => {
    for (const { id, samples } of all) {
      const source = (label: string): string => samples.find((sample) => sample.label === label)?.source ?? '';
      expect(() => stripTypeScriptTypes(source('TypeScript')), id).not.toThrow();
      const body = /-d '([\s\S]*)'$/.exec(source('curl'))?.[1];
      if (body !== undefined) expect(() => JSON.parse(body.replaceAll(String.raw`'\''`, "'")), id).not.toThrow();
      expect(source('Python'), id).not.toMatch(/: (true|false|null),?$/m);
    }
  });
});
