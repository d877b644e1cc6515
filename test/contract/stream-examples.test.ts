import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { objectOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { sdkDocuments } from './sdk-documents.ts';

/**
 * The linter sees a stream's example as one string. Here its frames are read, and the data of each is held to the schema
 * that `contentSchema` names, by a validator that has nothing to do with the gateway's.
 */
interface StreamExample {
  readonly id: string;
  readonly schema: JsonObject;
  readonly text: string;
}

const streamsOf = (
  document: JsonObject,
  operations: (typeof sdkDocuments)[number]['operations'],
): readonly StreamExample[] =>
  operations
    .filter(({ streams }) => streams)
    .flatMap(({ id, path, method }) => {
      const operation = objectOf(objectOf(objectOf(document['paths'])[path])[method]);
      const answer = objectOf(objectOf(operation['responses'])['200']);
      const media = objectOf(objectOf(answer['content'])['text/event-stream']);
      const named = Object.values(objectOf(media['examples'])).map((example) => objectOf(example)['value']);
      return [media['example'], ...named]
        .filter((text) => typeof text === 'string')
        .map((text) => ({ id, text, schema: objectOf(objectOf(media['schema'])['contentSchema']) }));
    });

/** `data:` lines of each frame as JSON; markers such as `[DONE]` are left away. */
const dataOf = (text: string): readonly Json[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Json);

/** A validator for a schema of the document, whose references it carries along. */
function validatorOf(document: JsonObject, schema: JsonObject): z.ZodType {
  const standalone = { ...schema, $defs: objectOf(document['components'])['schemas'] };
  const text = JSON.stringify(standalone).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text) as z.core.JSONSchema.JSONSchema);
}

describe.each(sdkDocuments)('stream examples of $name', ({ document, operations }) => {
  const streams = streamsOf(document, operations);

  it('exist for every operation that streams', () => {
    const shown = new Set(streams.map(({ id }) => id));
    expect(operations.filter(({ id, streams: can }) => can && !shown.has(id))).toEqual([]);
  });

  it.each(streams)('of $id hold to the schema of its events', ({ schema, text }) => {
    const validator = validatorOf(document, schema);
    const events = dataOf(text);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(validator.safeParse(event).error?.issues ?? [], JSON.stringify(event)).toEqual([]);
    }
  });

  it.each(streams)('of $id have frames that a reader can take apart', ({ text }) => {
    expect(text.endsWith('\n')).toBe(true);
    for (const frame of text.trimEnd().split('\n\n')) {
      expect(frame).toMatch(/^(event: [\w.]+\n)?data: .+$/);
      const name = /^event: (.+)$/m.exec(frame)?.[1];
      const [data] = dataOf(frame);
      if (name !== undefined) expect(objectOf(data)['type']).toBe(name);
    }
  });
});
