import type { Mismatch } from '../metering/ledger-records.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';

const mostNamed = 100;

/** `GET /ledger/verify` */
export const verifyLedger: ConsoleHandler<'verifyLedger'> =
  ({ ledger, audit }) =>
  async (call) => {
    const found = [...(await ledger.verify()), ...(await audit.verify())];
    answer(call, 200, {
      object: 'ledger_verification',
      ok: found.length === 0,
      disagreements: found.slice(0, mostNamed).map(writeMismatch),
    } satisfies Answers['Verification']);
  };

const writeMismatch = ({ workspaceId, invariant, object, message }: Mismatch): Answers['Disagreement'] => ({
  workspace_id: workspaceId,
  invariant,
  row: object,
  message,
});
