import { describe, expect, it } from 'vitest';
import { objectOf } from '../../src/shared/json/json.ts';
import type { Kinds } from './by-kind.ts';
import { checkBodies } from './check-bodies.ts';
import { sdkDocuments } from './sdk-documents.ts';
import { kindsA } from './sdk-kinds-a.ts';
import { kindsB } from './sdk-kinds-b.ts';

const unions: Readonly<Record<(typeof sdkDocuments)[number]['name'], readonly Kinds[]>> = {
  'spec-a': kindsA,
  'spec-b': kindsB,
};

describe.each(sdkDocuments)('what an SDK can send, by $name', ({ name, document }) => {
  const checkBody = checkBodies(name);
  const schemas = objectOf(objectOf(document['components'])['schemas']);

  describe.each(unions[name])('$schema', ({ schema, operation, samples, body }) => {
    it('has every kind that the SDK has', () => {
      const mapping = objectOf(objectOf(objectOf(schemas[schema])['discriminator'])['mapping']);
      expect(Object.keys(samples).filter((kind) => !(kind in mapping))).toEqual([]);
    });

    it.each(Object.entries(samples))('takes %s', async (_kind, sample) => {
      expect(await checkBody(operation, body(sample))).toBeNull();
    });
  });
});
