/** What the shell is told: scripts branch on these. */
export const exitCodes = { done: 0, failed: 1, configuration: 2, upstream: 3, denied: 4 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
