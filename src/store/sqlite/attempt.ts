import { GatewayError } from '../../errors/gateway-error.ts';
import type { Answer, Failure } from './protocol.ts';
import { failureKind } from './sqlite-failure.ts';

interface Parts {
  /** Called when the disk is full. Answers whether trying once more can help. */
  readonly makeRoom: () => boolean;
  /** Called when nobody can say any more what is on the disk. */
  readonly onBroken: (reason: string) => void;
}

const notWritten = 'The call could not be written to the ledger and was not acknowledged. Try again later.';
export const notTaken: Failure = { code: 'overloaded', message: notWritten };
const taken = 'Something with this name or id is there already. Look at what there is, or choose another.';
const unexplained =
  'Internal error of the database. Nothing was charged that was not delivered. Send the request again.';
const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Does something with the database and tells what came of it; where room was made on a full disk, it is done again. */
export type Attempt = <Value>(action: () => Value) => Answer<Value>;

/** After a failure that leaves open what is on the disk nothing more is done, not even what stands behind it in one batch. */
export function makeAttempt({ makeRoom, onBroken }: Parts): Attempt {
  let isBroken = false;

  const failureOf = (cause: unknown): Failure => {
    if (cause instanceof GatewayError) return { code: cause.code, message: cause.message };
    const kind = failureKind(cause);
    const detail = textOf(cause);
    if (kind === 'constraint') return { code: 'conflict', message: taken, detail };
    if (kind === 'full') return { code: 'overloaded', message: notWritten, detail };
    if (kind !== 'broken' && kind !== 'corrupt') return { code: 'internal', message: unexplained, detail };
    isBroken = true;
    onBroken(detail);
    return { code: 'overloaded', message: notWritten, detail };
  };

  const withRoom = <Value>(action: () => Value): Value => {
    try {
      return action();
    } catch (cause) {
      if (failureKind(cause) !== 'full' || !makeRoom()) throw cause;
      return action();
    }
  };

  return (action) => {
    if (isBroken) return { failure: notTaken };
    try {
      return { value: withRoom(action) };
    } catch (cause) {
      return { failure: failureOf(cause) };
    }
  };
}
