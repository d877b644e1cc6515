import { setTimeout as wait } from 'node:timers/promises';
import type { OperationContract } from './contract.ts';

type Operation = readonly [surface: 'a' | 'b', id: string];

/**
 * The operations that nearly every caller begins with. Their validators take longest to make, up to half a second each, in
 * which no other call goes on: they are made before the gateway says that it is ready.
 */
const first: readonly Operation[] = [
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
];

/** Those that are made afterwards, while no call is under way: the short ones that most callers want next, then the long ones. */
const later: readonly Operation[] = [
  ['a', 'listModels'],
  ['b', 'listModels'],
  ['a', 'createEmbedding'],
  ['b', 'countMessageTokens'],
  ['a', 'countResponseInputTokens'],
  ['a', 'compactResponse'],
  ['a', 'createConversation'],
  ['a', 'createConversationItems'],
  ['b', 'createMessageBatch'],
];

/** Milliseconds between two validators, for the calls that came meanwhile. */
const betweenValidators = 50;
const pause = (): Promise<void> => wait(betweenValidators, undefined, { ref: false });
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Validators are made when they are first wanted, or before: then no call waits for them. */
export interface Warming {
  /**
   * Makes the validators of the first operations, and lets calls through between them.
   *
   * @throws when one cannot be made, or does not refuse what its document refuses
   */
  readonly warm: () => Promise<void>;
  /** Whether that has succeeded. */
  readonly isWarm: () => boolean;
  /** Makes more of them, while no call is under way. */
  readonly warmMore: () => Promise<void>;
}

interface Parts {
  readonly contracts: Readonly<Record<Operation[0], (id: string) => Pick<OperationContract, 'warm'>>>;
  readonly ready: () => boolean;
  /** Calls under way. */
  readonly openCalls: () => number;
}

export function makeWarming({ contracts, ready, openCalls }: Parts): Warming {
  let warm = false;
  const makeValidator = ([surface, id]: Operation): Promise<void> => contracts[surface](id).warm();
  return {
    warm: async () => {
      for (const operation of first) {
        await makeValidator(operation);
        await turn();
      }
      warm = true;
    },
    isWarm: () => warm,
    warmMore: async () => {
      for (const operation of later) {
        while (openCalls() > 0) await pause();
        if (!ready()) return;
        await makeValidator(operation);
        await pause();
      }
    },
  };
}
