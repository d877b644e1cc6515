/** Recorded bodies that the contract refuses, and why that is right. */
export interface RefusedBodies {
  readonly id: RegExp;
  /** What the refusal says; a body refused for anything else is not meant. */
  readonly says: RegExp;
  readonly reason: string;
}

/** Bodies of Spec A. */
export const refusedBySpecA: readonly RefusedBodies[] = [
  {
    id: /^envoy-ai-gateway-fd602d20e64c$/,
    says: /^(temperature must be a number of at least 0|messages\[0\]\.content must be)/,
    reason: 'A made-up request with several faults: a temperature below 0, a message without content.',
  },
  {
    id: /^pydantic-ai-0966b7e97b5a$/,
    says: /^temperature must be a number of at least 0; you sent -1\.$/,
    reason: 'Sent to see a refusal; the upstream answered 400 as well.',
  },
];

/** Bodies of Spec B. */
export const refusedBySpecB: readonly RefusedBodies[] = [
  {
    id: /^dd-trace-py-ec7f2ed13ac8$/,
    says: /^messages\[0\] must be an object; you sent "Invalid content"\.$/,
    reason: 'Sent to see a refusal; the upstream answered 400 as well.',
  },
];
