import type { IncomingMessage } from 'node:http';
import type { Spec } from '../catalog/catalog.ts';
import type { JsonObject } from '../shared/json.ts';
import type { DemoFault } from './demo-fault.ts';

/** Which vendor is being asked: every client of Spec B names its version, and no other does. */
export const specOf = (request: IncomingMessage): Spec =>
  request.headers['anthropic-version'] === undefined ? 'a' : 'b';

/** A failure as the vendor of that spec writes it. */
export const errorBody = (fault: DemoFault, spec: Spec, requestId: string): JsonObject =>
  spec === 'a'
    ? { error: { message: fault.message, type: fault.type, param: fault.param, code: fault.code } }
    : { type: 'error', error: { type: fault.type, message: fault.message }, request_id: requestId };
