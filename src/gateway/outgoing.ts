import type { Readable } from 'node:stream';
import type { Route } from '../routing/route.ts';
import { spliceJson } from '../shared/splice-json.ts';
import type { Call } from './call.ts';
import { readAsked, type Asked } from './read-asked.ts';
import { splicesOf } from './splices.ts';

/** What a call wants to send: what it asks for, and the bytes for the place that routing chose. */
export interface Outgoing {
  readonly asked: Asked;
  readonly body: (route: Route) => Uint8Array | Readable | null;
}

/** A JSON call's own bytes, apart from the named splices. */
export function jsonOutgoing(call: Call, body: unknown): Outgoing {
  const asked = readAsked(call.bytes, body);
  return { asked, body: (route) => spliceJson(call.bytes, splicesOf(call, asked, route)) };
}
