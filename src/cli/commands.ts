import type { DefineCommand } from './context.ts';

/** A command before it is chosen: its code is loaded only then, so that every command starts quickly. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** All commands, in the order of `diglot --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  serve: {
    summary: 'start the gateway (what diglot does without a command)',
    load: async () => (await import('./serve.ts')).defineServe,
  },
  try: {
    summary: 'try what the running gateway serves: one call after another on both specs',
    load: async () => (await import('./try.ts')).defineTry,
  },
  env: {
    summary: 'print the export lines that point both SDK families at the gateway',
    load: async () => (await import('./env.ts')).defineEnv,
  },
  check: {
    summary: 'check the configuration and the catalogue',
    load: async () => (await import('./check.ts')).defineCheck,
  },
  doctor: {
    summary: 'look at versions, data folder, database, drive and providers',
    load: async () => (await import('./doctor.ts')).defineDoctor,
  },
  keys: {
    summary: 'issue, list, change, rotate and revoke keys',
    load: async () => (await import('./keys.ts')).defineKeys,
  },
  workspaces: {
    summary: 'make and list workspaces',
    load: async () => (await import('./workspaces.ts')).defineWorkspaces,
  },
  members: {
    summary: 'list, add, change and remove the members of a workspace',
    load: async () => (await import('./members.ts')).defineMembers,
  },
  credits: {
    summary: 'grant, adjust, refund and list credits',
    load: async () => (await import('./credits.ts')).defineCredits,
  },
  limits: {
    summary: 'show the limits of a workspace: used, left, reset',
    load: async () => (await import('./limits.ts')).defineLimits,
  },
  usage: {
    summary: 'show what was used and charged, grouped and by time',
    load: async () => (await import('./usage.ts')).defineUsage,
  },
  calls: {
    summary: 'list calls, and show usage × price = charge of one',
    load: async () => (await import('./calls.ts')).defineCalls,
  },
  ledger: {
    summary: 'verify the books',
    load: async () => (await import('./ledger.ts')).defineLedger,
  },
  plans: {
    summary: 'list the plans',
    load: async () => (await import('./plans.ts')).definePlans,
  },
  prices: {
    summary: 'make Products from a public price table',
    load: async () => (await import('./prices.ts')).definePrices,
  },
};
