import type * as Beta from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type OpenAI from 'openai';
import type { TranscriptionStreamEvent } from 'openai/resources/audio';
import type { ResponseItem, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expectTypeOf, it } from 'vitest';
import type { components as specA } from '../../generated/spec-a/types.ts';
import type { components as specB } from '../../generated/spec-b/types.ts';

type A = specA['schemas'];
type B = specB['schemas'];
interface Tagged {
  readonly type?: string | null;
}

/** Kinds that an SDK reads, and that a document does not have. The compiler looks: there is nothing to run. */
type Unknown<Read extends Tagged, Written extends Tagged> = Exclude<Read['type'], Written['type']>;

describe('what an SDK can read', () => {
  it('is in Spec A, event by event and item by item', () => {
    expectTypeOf<Unknown<ResponseStreamEvent, A['ResponseEvent']>>().toBeNever();
    expectTypeOf<Unknown<ResponseOutputItem, A['OutputItem']>>().toBeNever();
    expectTypeOf<Unknown<ResponseItem, A['Item']>>().toBeNever();
    expectTypeOf<Unknown<OpenAI.ImageGenStreamEvent, A['ImageEvent']>>().toBeNever();
    expectTypeOf<Unknown<OpenAI.ImageEditStreamEvent, A['ImageEditEvent']>>().toBeNever();
    expectTypeOf<Unknown<TranscriptionStreamEvent, A['TranscriptionEvent']>>().toBeNever();
  });

  it('is in Spec B, event by event and block by block', () => {
    expectTypeOf<Unknown<Beta.BetaRawMessageStreamEvent, B['MessageStreamEvent']>>().toBeNever();
    expectTypeOf<Unknown<Beta.BetaRawContentBlockDelta, B['ContentBlockDelta']>>().toBeNever();
    expectTypeOf<Unknown<Beta.BetaContentBlock, B['ContentBlock']>>().toBeNever();
    expectTypeOf<Unknown<Beta.BetaTextCitation, B['ResponseCitation']>>().toBeNever();
  });
});
