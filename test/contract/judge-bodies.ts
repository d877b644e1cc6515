import { readFileSync } from 'node:fs';
import express, { type Request } from 'express';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { Document } from '../../src/http/contract/document.ts';
import { loadContract } from '../../src/http/contract/load-contract.ts';
import type { JsonObject } from '../../src/shared/json.ts';

/** The sentence with which a body is refused; null when it is let through. */
export type JudgeBody = (operation: string, body: JsonObject) => Promise<string | null>;

/** The contract of one specification as the gateway enforces it, made to judge bodies alone. */
export async function judgeBodies(spec: 'spec-a' | 'spec-b', base: string): Promise<JudgeBody> {
  const document = JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')) as Document;
  const app = express();
  const contract = await loadContract(app, document, base);
  return async (operation, body) => {
    const headers = { 'content-type': 'application/json' };
    const url = { originalUrl: base, url: base, path: base };
    const request = { app, method: 'POST', ...url, headers, query: {}, params: {}, cookies: {}, body };
    try {
      await contract.check(request as unknown as Request, { id: operation, params: {} });
      return null;
    } catch (error) {
      if (error instanceof GatewayError) return error.message;
      throw error;
    }
  };
}
