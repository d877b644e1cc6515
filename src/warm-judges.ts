import { setTimeout as wait } from 'node:timers/promises';
import type { Contract } from './http/contract/load-contract.ts';

type Operation = readonly [surface: 'a' | 'b', id: string];

/** The operations that most callers begin with. */
const commonest: readonly Operation[] = [
  ['a', 'listModels'],
  ['b', 'listModels'],
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
  ['a', 'createEmbedding'],
];

/** Others whose judges take long to make: up to half a second each, in which no other call goes on. */
const slowest: readonly Operation[] = [
  ['b', 'countMessageTokens'],
  ['a', 'countResponseInputTokens'],
  ['a', 'compactResponse'],
  ['a', 'createConversation'],
  ['a', 'createConversationItems'],
  ['b', 'createMessageBatch'],
];

/** Milliseconds between two judges, for the calls that came meanwhile. */
const betweenJudges = 50;
const pause = (): Promise<void> => wait(betweenJudges, undefined, { ref: false });

/** Judges are made when they are first wanted, or before: then no call waits for them. */
export interface Warming {
  /** Makes the judges of the commonest operations, and lets calls through between them. */
  readonly warm: () => Promise<void>;
  /** Makes those that take longest to make, while no call is under way. */
  readonly warmMore: () => Promise<void>;
}

interface Parts {
  readonly contracts: Readonly<Record<Operation[0], { readonly contract: Contract }>>;
  readonly ready: () => boolean;
  /** Calls under way. */
  readonly openCalls: () => number;
}

export function makeWarming({ contracts, ready, openCalls }: Parts): Warming {
  const makeJudge = async ([surface, id]: Operation): Promise<void> => {
    await contracts[surface].contract.warm(id);
    await pause();
  };
  return {
    warm: async () => {
      for (const operation of commonest) await makeJudge(operation);
    },
    warmMore: async () => {
      for (const operation of slowest) {
        while (openCalls() > 0) await pause();
        if (!ready()) return;
        await makeJudge(operation);
      }
    },
  };
}
