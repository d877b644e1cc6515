import { getHeapStatistics } from 'node:v8';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Limits } from '../config/config.ts';
import { makeBodyBudget, type BodyBounds, type BodyBudget } from './body-budget.ts';
import type { BodyParts } from './operation-router.ts';

/** The configured limit of each kind of body, in bytes. */
const bytesOf: Readonly<Record<OperationFacts['limit'], (limits: Limits) => number>> = {
  json: (limits) => limits.jsonRequestBytes,
  voice: (limits) => limits.voiceRequestBytes,
  file: (limits) => limits.fileRequestBytes,
};

/** Parts of the heap limit that bodies may take, and parts of that which one key may, where the limits leave it open: the rest is for answers, and other keys. */
const heapPart = 2;
const keyPart = 2;
const byHeap = Math.floor(getHeapStatistics().heap_size_limit / heapPart);

/** How many bytes of bodies may be in memory. */
function bodyBounds({ bodyMemoryBytes, keyBodyMemoryBytes }: Limits): BodyBounds {
  const process = bodyMemoryBytes ?? byHeap;
  return { process, key: keyBodyMemoryBytes ?? Math.floor(process / keyPart) };
}

/** What requests' bodies are held to, by the limits in force: on voice routes they take no longer than the whole call may. */
export function bodyRules(limits: () => Limits): Omit<BodyParts, 'clock'> & { readonly bodyBudget: BodyBudget } {
  return {
    bodyLimit: ({ limit }) => bytesOf[limit](limits()),
    bodyTime: ({ voice }) => (voice ? limits().voiceSeconds * 1000 : null),
    bodyPace: () => limits().bodyBytesPerSecond,
    bodyBudget: makeBodyBudget(() => bodyBounds(limits())),
  };
}
