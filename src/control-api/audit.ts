import type { AuditRecord } from '../identity/audit-log.ts';
import type { Mismatch } from '../metering/ledger-records.ts';
import { parseJson } from '../shared/json/json.ts';
import { answer, type Answers, type ControlHandler } from './deps.ts';
import { readPage, writePage } from './pages.ts';
import { writeInstant } from '../shared/time/format-date.ts';

/** `GET /audit` */
const listAuditEntries: ControlHandler<'listAuditEntries'> =
  ({ audit, people }) =>
  async (call) => {
    const { subject } = call.query;
    const page = await audit.page({ ...(subject !== undefined && { object: subject }), ...readPage(call.query) });
    const actors = [...new Set(page.items.map(({ actor }) => actor))];
    const found = await Promise.all(actors.map((id) => people.find(id)));
    const emails = new Map(found.flatMap((person) => (person ? [[person.id, person.email] as const] : [])));
    const write = (record: AuditRecord) => writeAuditEntry(record, emails.get(record.actor) ?? null);
    answer(call, 200, writePage(page, write) satisfies Answers['AuditPage']);
  };

const writeAuditEntry = (record: AuditRecord, actorName: string | null): Answers['AuditEntry'] => ({
  object: 'audit_entry',
  seq: record.seq,
  at: writeInstant(record.at),
  actor: record.actor,
  actor_name: actorName,
  action: record.action,
  subject: record.object,
  diff: parseJson(record.diff) ?? null,
  request_id: record.requestId,
  hash: record.hash,
});

const mostNamed = 100;

/** `GET /ledger/verify` */
const verifyLedger: ControlHandler<'verifyLedger'> =
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

export const auditOperations = { listAuditEntries, verifyLedger };
