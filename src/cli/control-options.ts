import type { Command } from 'commander';
import type { ClientOptions } from './client-settings.ts';

/** Flags of every command that administers a gateway. */
export interface ControlOptions extends ClientOptions {
  readonly json?: boolean;
}

/** Adds the flags of `ControlOptions`. */
export const addControlOptions = (command: Command): Command =>
  command
    .option('--url <origin>', 'origin of the gateway; default: the one that runs here')
    .option('-d, --data <folder>', 'data folder; default: .diglot')
    .option('-c, --config <file>', 'configuration file')
    .option('--json', 'print the answer as JSON');
