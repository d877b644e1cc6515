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
    summary: 'make one call on each spec and one stream against the running gateway',
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
};
