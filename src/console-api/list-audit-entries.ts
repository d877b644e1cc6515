import type { AuditRecord } from '../metering/audit-log.ts';
import { parseJson } from '../shared/json.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { writeInstant } from './instant.ts';
import { readPage, writePage } from './read-page.ts';

/** `GET /audit` */
export const listAuditEntries: ConsoleHandler<'listAuditEntries'> =
  ({ audit }) =>
  async (call) => {
    const { subject } = call.query;
    const page = await audit.page({ ...(subject !== undefined && { object: subject }), ...readPage(call.query) });
    answer(call, 200, writePage(page, writeAuditEntry) satisfies Answers['AuditPage']);
  };

const writeAuditEntry = (record: AuditRecord): Answers['AuditEntry'] => ({
  object: 'audit_entry',
  seq: record.seq,
  at: writeInstant(record.at),
  actor: record.actor,
  action: record.action,
  subject: record.object,
  diff: parseJson(record.diff) ?? null,
  request_id: record.requestId,
  hash: record.hash,
});
