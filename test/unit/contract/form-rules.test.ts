import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../src/contract/document.ts';
import { readFormRules } from '../../../src/contract/parameters.ts';

const document = JSON.parse(readFileSync('generated/spec-a/openapi.json', 'utf8')) as Document;
const ruleOf = (path: string, field: string) =>
  readFormRules(document, document.paths[path]?.['post']).fields.get(field);

describe('the rules of a form', () => {
  it.each([
    ['/images/edits', 'image', 16],
    ['/images/edits', 'image[]', 16],
    ['/images/edits', 'mask', 1],
    ['/audio/transcriptions', 'known_speaker_names[]', 4],
    ['/audio/transcriptions', 'languages[]', Infinity],
  ])('of POST %s say how often %s may occur', (path, field, most) => {
    expect(ruleOf(path, field)?.most).toBe(most);
  });

  it('include the members of an object, under their names in a form', () => {
    expect(ruleOf('/files', 'expires_after[seconds]')).toMatchObject({
      kind: 'integer',
      minimum: 3_600,
      maximum: 2_592_000,
    });
    expect(ruleOf('/audio/transcriptions', 'chunking_strategy[threshold]')).toMatchObject({ kind: 'number' });
  });
});
