import { describe, expect, it } from 'vitest';
import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import type { CallOf, SpecAHandlers } from '../../../src/api/deps.ts';
import type { ObjectStore } from '../../../src/objects/object-store.ts';
import type { OwnedObject } from '../../../src/objects/owned-object.ts';

declare const objects: ObjectStore;
declare const readFromSomewhere: () => Promise<OwnedObject>;

/** Nothing here runs: each line must be refused by the compiler, and the compiler says so when one is not. */
export const refused = {
  readsByTheIdOfThePath: (async ({ params }) => {
    // @ts-expect-error an id is no object: its owner has not been checked
    await objects.allItems(params.response_id);
  }) satisfies SpecAHandlers['getResponse'],

  deletesWhatNobodyChecked: (async () => {
    // @ts-expect-error an object that the check did not give
    await objects.delete(await readFromSomewhere());
  }) satisfies SpecAHandlers['deleteFile'],

  changesAnotherKind: (async ({ object }) => {
    // @ts-expect-error a file's route has a file and no conversation
    await objects.keep([{ append: object satisfies CallOf<{ object: 'conversation' }>['object'], items: [] }]);
  }) satisfies SpecAHandlers['getFile'],

  // @ts-expect-error a route whose path names no object is given none
  wantsAnObject: (async ({ object }) => objects.delete(object)) satisfies SpecAHandlers['listFiles'],

  // @ts-expect-error a map of handlers that want their object does not fit where the owner is not checked
  servesWithoutTheCheck: ((handlers: SpecAHandlers): Handlers<Call> => handlers) satisfies unknown,
};

describe('a route whose path names an object', () => {
  it('gets the object from the owner check alone: the compiler refuses everything above', () => {
    expect(Object.keys(refused)).toHaveLength(5);
  });
});
