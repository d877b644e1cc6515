import { readFileSync } from 'node:fs';
import { operations as specA } from '../../generated/spec-a/operations.ts';
import { operations as specB } from '../../generated/spec-b/operations.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { objectOf, type JsonObject } from '../../src/shared/json/json.ts';

/** A document that SDKs call, with its operation table. */
interface SdkDocument {
  readonly name: 'spec-a' | 'spec-b';
  readonly operations: readonly OperationFacts[];
  readonly document: JsonObject;
}

const read = (name: string): JsonObject => objectOf(JSON.parse(readFileSync(`generated/${name}/openapi.json`, 'utf8')));

/** Spec A and Spec B as generated. */
export const sdkDocuments: readonly SdkDocument[] = [
  { name: 'spec-a', operations: Object.values(specA), document: read('spec-a') },
  { name: 'spec-b', operations: Object.values(specB), document: read('spec-b') },
];
