import Anthropic from '@anthropic-ai/sdk';
import Anthropic0 from 'anthropic-sdk-0';
import OpenAI from 'openai';
import OpenAI6 from 'openai-6';

/** The majors of the OpenAI SDK that are in use; the older one is driven through the newer one's types. */
export const openaiMajors: readonly (readonly [name: string, Client: typeof OpenAI])[] = [
  ['openai 7.55', OpenAI],
  ['openai 6.49', OpenAI6 as unknown as typeof OpenAI],
];

/** The majors of the Anthropic SDK that are in use. They differ in credential, version and `?beta=true`. */
export const anthropicMajors: readonly (readonly [name: string, Client: typeof Anthropic])[] = [
  ['@anthropic-ai/sdk 1.12', Anthropic],
  ['@anthropic-ai/sdk 0.137', Anthropic0 as unknown as typeof Anthropic],
];
