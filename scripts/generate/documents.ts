import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of `specs/` that hold a document; `generated/` has a folder of the same name for each. */
export const documentNames = ['spec-a', 'spec-b', 'console'] as const;

export type DocumentName = (typeof documentNames)[number];

/** The root file of a document. */
export const entryOf = (specs: string, name: DocumentName): string => join(specs, name, 'openapi.yaml');

/** The documents that exist, in their fixed order. */
export const presentDocuments = (specs: string): readonly DocumentName[] =>
  documentNames.filter((name) => existsSync(entryOf(specs, name)));
