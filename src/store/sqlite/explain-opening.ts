import { StoreError } from '../store-error.ts';
import { failureKind } from './sqlite-failure.ts';

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const damaged = (path: string): string =>
  `${path} is damaged and was left as it is. Restore it from a backup; nothing is repaired or made anew by itself.`;

/** What it means that a page of the file is not as it must be. */
export const damage = (path: string, cause: unknown): StoreError => new StoreError(damaged(path), { cause });

/** What a failure to open means to the person who starts the program. */
export function explainOpening(path: string, cause: unknown): StoreError {
  if (cause instanceof StoreError) return cause;
  const message = {
    busy: `${path} is in use by another process. Stop the other diglot, or give this one its own folder with --data.`,
    corrupt: damaged(path),
    full: `The disk that holds ${path} is full. Free some space, then start again.`,
    constraint: `${path} holds a row that breaks a rule of its table. Restore it from a backup.`,
    broken: `${path} cannot be read or written: ${textOf(cause)}. Check the disk and the folder's permissions.`,
    other: `${path} cannot be opened: ${textOf(cause)}. Check that the folder exists and may be written to.`,
  }[failureKind(cause)];
  return new StoreError(message, { cause });
}
