import type { Request } from 'express';
import type { Caller } from '../identity/caller.ts';
import type { Upgrade } from '../pipeline/call.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { findExcess } from '../shared/json/structure.ts';
import { bodyBounds, parseBody, tooComplex } from './read-body.ts';
import type { SocketRequest } from './upgrade.ts';

/** A message is held to the same rules as a body. */
function parseMessage(bytes: Buffer): JsonObject {
  const excess = findExcess(bytes, bodyBounds);
  if (excess !== null) throw tooComplex(excess);
  return parseBody({ pieces: [bytes], length: bytes.length, strings: [] }).value;
}

/** What a handler gets of a request for a WebSocket. @param identify authenticates the same request again */
export const upgradeOf = (
  { accept }: SocketRequest,
  identify: (request: Request) => Promise<Caller>,
  request: Request,
): Upgrade => ({ accept, caller: () => identify(request), parse: parseMessage });
