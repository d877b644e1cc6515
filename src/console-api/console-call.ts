import type { Reply } from '../shared/reply.ts';

/** What a handler of the control API is given beside its parameters, query and body (`Requests[Id]`). */
export interface ConsoleCall {
  readonly requestId: string;
  /** Who asks, as the audit log and the ledger name them: `admin`. */
  readonly actor: string;
  /** Value of the header `Idempotency-Key`; null when it was not sent. */
  readonly idempotencyKey: string | null;
  readonly reply: Reply;
}
