import { GatewayError } from '../../src/errors/gateway-error.ts';
import { makeRandom, type Random } from './make-random.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';

/** Something that must not happen. */
interface Finding {
  readonly target: string;
  readonly what: string;
  readonly input: Buffer;
}

/** Progress of a hunt. */
export interface Hunt {
  readonly target: Target;
  executions: number;
  /** Inputs that were kept because their outcome was new. */
  readonly corpus: readonly Buffer[];
  /** The slowest input, in milliseconds. */
  slowest: number;
  readonly findings: ReadonlyMap<string, Finding>;
  /** Continues for this many milliseconds. */
  readonly run: (milliseconds: number) => void;
}

/** Milliseconds that one input may take. */
const longestRun = 50;

/** The most inputs that are kept for one target, and their most bytes: long ones show little and cost much. */
const mostKept = 4_000;
const longestKept = 2_048;

/** Milliseconds spent on shortening a finding's input. */
const shortening = 2_000;

interface Outcome {
  /** The outcome, without figures and quotations, which differ every time. */
  readonly kind: string;
  /** What is wrong with that; null: nothing. */
  readonly wrong: string | null;
  readonly milliseconds: number;
}

const plain = (text: string): string => text.replace(/`[^`]*`|"[^"]*"|\d+/g, '#').slice(0, 200);

function attempt({ run }: Target, input: Buffer, random: Random): Outcome {
  const from = performance.now();
  const after = (): number => performance.now() - from;
  try {
    return { kind: run(input, random), wrong: null, milliseconds: after() };
  } catch (error) {
    if (error instanceof GatewayError) return { kind: plain(error.message), wrong: null, milliseconds: after() };
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { kind: plain(what), wrong: what, milliseconds: after() };
  }
}

/** The time that the input itself takes: the machine may have been busy with something else the first time. */
const leastOf = (target: Target, input: Buffer): number =>
  Math.min(...Array.from({ length: 5 }, (_, seed) => attempt(target, input, makeRandom(seed)).milliseconds));

/** The shortest input found that still fails in the same way. */
function shorten(input: Buffer, random: Random, isWrong: (input: Buffer) => boolean): Buffer {
  let shortest = input;
  const end = performance.now() + shortening;
  for (let trial = 0; trial < 1_000 && performance.now() < end; trial += 1) {
    const from = random.below(shortest.length);
    const size = 1 + random.below(Math.max(1, shortest.length >> (trial % 8)));
    const shorter = Buffer.concat([shortest.subarray(0, from), shortest.subarray(from + size)]);
    if (isWrong(shorter)) shortest = shorter;
  }
  return shortest;
}

/** Prepares a hunt for inputs that a part of the gateway cannot handle. */
export function makeHunt(target: Target, seed: number): Hunt {
  const random = makeRandom(seed);
  const corpus = target.seeds.map((one): Buffer => Buffer.from(one));
  const words = target.words.map((word) => Buffer.from(word));
  const material = { corpus, words, longest: target.longest };
  const kinds = new Set<string>();
  const findings = new Map<string, Finding>();

  const keep = (what: string, input: Buffer, isWrong: (input: Buffer) => boolean): void => {
    const name = plain(what);
    if (findings.has(name)) return;
    findings.set(name, { target: target.name, what, input: shorten(input, random, isWrong) });
  };

  const validator = (input: Buffer): void => {
    // The same cuts for the same input, so that a finding can be reproduced.
    const { kind, wrong, milliseconds } = attempt(target, input, makeRandom(input.length));
    hunt.executions += 1;
    if (wrong !== null) {
      keep(wrong, input, (one) => attempt(target, one, makeRandom(one.length)).kind === kind);
    } else if (milliseconds > hunt.slowest) {
      const least = milliseconds > longestRun ? leastOf(target, input) : milliseconds;
      hunt.slowest = Math.max(hunt.slowest, least);
      if (least > longestRun) keep('It takes too long.', input, (one) => leastOf(target, one) > longestRun);
    }
    if (kinds.has(kind) || corpus.length >= mostKept || input.length > longestKept) return;
    kinds.add(kind);
    corpus.push(input);
  };

  const hunt: Hunt = {
    target,
    executions: 0,
    corpus,
    slowest: 0,
    findings,
    run: (milliseconds) => {
      const end = performance.now() + milliseconds;
      if (hunt.executions === 0) for (const one of [...corpus]) validator(one);
      while (performance.now() < end) validator(mutate(random, material));
    },
  };
  return hunt;
}
