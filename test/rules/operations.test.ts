import { describe, expect, it } from 'vitest';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { objectOf } from '../../src/shared/json/json.ts';
import { parametersOf } from '../contract/sample-request.ts';
import { sdkDocuments } from '../contract/sdk-documents.ts';

/** Operations as the document says them, beside their facts. */
const all = sdkDocuments.flatMap(({ name, operations, document }) =>
  operations.map((facts) => {
    const operation = objectOf(objectOf(objectOf(document['paths'])[facts.path])[facts.method]);
    const content = Object.keys(objectOf(resolve(document, operation['requestBody'])['content']));
    const parameters = parametersOf(document, facts).map((parameter) => parameter['name']);
    return { name, facts, operation, content, parameters };
  }),
);

const idsWhere = (broken: (each: (typeof all)[number]) => boolean): readonly string[] =>
  all.filter(broken).map(({ name, facts }) => `${name} ${facts.id}`);

describe('every operation of the documents', () => {
  it('says of its body what the document says', () => {
    const expected = { none: '', json: 'json', multipart: 'form', 'json-or-multipart': 'form json' };
    const kinds = (content: readonly string[]) =>
      content
        .map((type) => (type === 'application/json' ? 'json' : 'form'))
        .toSorted()
        .join(' ');
    expect(idsWhere(({ facts, content }) => kinds(content) !== expected[facts.body])).toEqual([]);
  });

  it('is a voice route exactly when its path is under audio/', () => {
    expect(idsWhere(({ facts }) => facts.voice !== facts.path.startsWith('/audio/'))).toEqual([]);
  });

  it('holds voice bodies to the voice limit', () => {
    expect(idsWhere(({ facts }) => facts.voice && facts.body !== 'none' && facts.limit !== 'voice')).toEqual([]);
  });

  it('takes its Product from the model, or requires one, on voice routes', () => {
    expect(idsWhere(({ facts }) => facts.voice && facts.product === 'default')).toEqual([]);
    expect(idsWhere(({ facts }) => !facts.voice && facts.product === 'required')).toEqual([]);
  });

  it('documents how a Product is named, which is checked before every operation', () => {
    const named = ['X-Product-Sku', 'product_sku'];
    expect(idsWhere(({ parameters }) => !named.every((name) => parameters.includes(name)))).toEqual([]);
  });

  it('documents a charge in the head only of JSON, whose charge is known before the head', () => {
    const answerOf = (operation: object) => objectOf(objectOf(objectOf(operation)['responses'])['200']);
    const isWrong = (operation: object): boolean =>
      'x-diglot-charge' in objectOf(answerOf(operation)['headers']) &&
      !('application/json' in objectOf(answerOf(operation)['content']));
    expect(idsWhere(({ operation }) => isWrong(operation))).toEqual([]);
  });

  it('documents a refused key, and an answer', () => {
    const statuses = (operation: object) => Object.keys(objectOf(objectOf(operation)['responses']));
    expect(idsWhere(({ operation }) => !statuses(operation).includes('401'))).toEqual([]);
    expect(
      idsWhere(({ operation }) => !statuses(operation).some((status) => status.startsWith('2') || status === '101')),
    ).toEqual([]);
  });
});
