import { setTimeout as wait } from 'node:timers/promises';
import type { OperationContract } from './contract.ts';

type Operation = readonly [surface: 'a' | 'b', id: string];

/**
 * The operations that most callers use first. Making one of their validators blocks all other calls for some 50 ms, so they are
 * made before the gateway is ready.
 */
const first: readonly Operation[] = [
  ['a', 'createChatCompletion'],
  ['b', 'createMessage'],
  ['a', 'createResponse'],
];

/** Operations whose validators are made later, while no call is running: quick ones that are used often first, then slow ones. */
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

/** Milliseconds between two validators, for calls that arrived meanwhile. */
const betweenValidators = 50;
const pause = (): Promise<void> => wait(betweenValidators, undefined, { ref: false });
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Makes validators before they are needed, so that no call waits for them. */
export interface Warming {
  /**
   * Makes the validators of the first operations, once. Calls are served between them.
   *
   * @throws if one cannot be made, or accepts a request that its document forbids
   */
  readonly warm: () => Promise<void>;
  /** Whether `warm` has succeeded. */
  readonly isWarm: () => boolean;
  /** Makes more validators while no call is running. */
  readonly warmMore: () => Promise<void>;
}

interface Parts {
  readonly contracts: Readonly<Record<Operation[0], (id: string) => Pick<OperationContract, 'warm'>>>;
  readonly ready: () => boolean;
  /** Number of running calls. */
  readonly openCalls: () => number;
}

export function makeWarming({ contracts, ready, openCalls }: Parts): Warming {
  let warming: Promise<void> | null = null;
  let isWarm = false;
  const makeValidator = ([surface, id]: Operation): Promise<void> => contracts[surface](id).warm();
  const warm = async (): Promise<void> => {
    for (const operation of first) {
      await makeValidator(operation);
      await turn();
    }
    isWarm = true;
  };
  return {
    warm: () => (warming ??= warm()),
    isWarm: () => isWarm,
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
