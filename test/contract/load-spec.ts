import { readFileSync } from 'node:fs';
import express from 'express';
import type { Document } from '../../src/contract/document.ts';
import { loadContract, type Contract } from '../../src/contract/load-contract.ts';

/** The contract of one specification, exactly as the gateway enforces it. */
export function loadSpec(spec: 'spec-a' | 'spec-b' | 'console'): Contract {
  const document = JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')) as Document;
  return loadContract(express(), document, { 'spec-a': '/v1', 'spec-b': '/', console: '/console/api' }[spec]);
}
