import { formatCredits } from '../shared/money.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { findCall } from './find-call.ts';
import { refundsOf } from './refunds-of.ts';
import { writeCall, writeLine } from './write-call.ts';
import { writeEntry } from './write-entry.ts';

/** `GET /calls/{call_id}` */
export const getCall: ConsoleHandler<'getCall'> =
  ({ ledger }) =>
  async (call) => {
    const record = await findCall(ledger, call.params.call_id);
    const { entries, refundable } = await refundsOf(ledger, record);
    answer(call, 200, {
      call: writeCall(record),
      lines: record.lines.map(writeLine),
      refunds: entries.map(writeEntry),
      refundable: formatCredits(refundable),
    } satisfies Answers['CallDetail']);
  };
