import { replyJson } from '../shared/reply.ts';
import type { ConsoleCall } from './console-call.ts';

/** Answers of the control API hold secrets and balances: nobody on the way keeps them. */
export const neverKept = { 'cache-control': 'no-store' } as const;

/** A whole answer in JSON. */
export function answer(call: Pick<ConsoleCall, 'reply'>, status: number, value: object): void {
  replyJson(call.reply, { status, headers: neverKept }, value);
}
