import type { PersonRecord, PersonStore } from '../identity/people/person-store.ts';
import type { AuditLog, AuditRecord } from '../identity/stores.ts';
import type { Mismatch } from '../metering/ledger-records.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { everyPage } from '../shared/collections.ts';
import { isObject, objectOf, parseJson } from '../shared/json/json.ts';
import { writeInstant } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import { answer, type Answers, type ControlHandler } from './deps.ts';
import { readPage, writePage } from './requests.ts';

/** What entries are about, as the first part of a subject. */
const subjectKinds = ['workspace', 'key', 'member', 'person', 'alert', 'provider', 'catalogue'];

/** The subjects that a caller means: a bare id is that of a thing of any kind. */
const namesOf = (subject: string): readonly string[] =>
  subject.includes(':') ? [subject] : [subject, ...subjectKinds.map((kind) => `${kind}:${subject}`)];

const listAuditEntries: ControlHandler<'listAuditEntries'> =
  ({ audit, people }) =>
  async (call) => {
    const { subject } = call.query;
    const objects = subject === undefined ? undefined : namesOf(subject);
    const page = await audit.page({ objects, ...readPage(call.query) });
    const actors = await findActors(people, page.items);
    const write = (record: AuditRecord) => writeAuditEntry(record, actors.get(record.actor)?.email ?? null);
    answer(call, 200, writePage(page, write) satisfies Answers['AuditPage']);
  };

/** The people among those who did something, by their ids. */
export async function findActors(
  people: Pick<PersonStore, 'find'>,
  done: readonly { readonly actor: string }[],
): Promise<ReadonlyMap<string, PersonRecord>> {
  const ids = [...new Set(done.map(({ actor }) => actor))];
  const found = await Promise.all(ids.map((id) => people.find(id)));
  return new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}

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

interface Change {
  /** For example `key.revoke`. */
  readonly action: string;
  /** For example `key:key_0Yx…`. */
  readonly object: string;
  /** The change as plain JSON values, without secrets and their hashes. */
  readonly diff: Readonly<Record<string, unknown>>;
}

/** Makes the audit event of an administrator's action. It is written in one transaction with the change. */
export const noteChange = (
  { clock }: { readonly clock: Clock },
  call: { readonly actor: string; readonly requestId: string | null },
  change: Change,
): AuditEvent => ({
  at: clock.now(),
  actor: call.actor,
  action: change.action,
  object: change.object,
  diff: JSON.stringify(change.diff),
  requestId: call.requestId,
});

/** The members that differ between two values, each before and after. */
export function changedMembers(before: object, after: object): Readonly<Record<string, unknown>> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { before: old[name] ?? null, after: value }]),
  );
}

/** Entries that are read at once: each may have a whole catalogue twice. */
const entriesRead = 10;

/** An entry with changes of members. */
interface ChangeEntry {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The members as they were then, by name; null: removed. */
  readonly changes: readonly (readonly [name: string, value: unknown])[];
}

/** The entries about an object after the one with this number, newest first, with their changes as `changedMembers` has them. */
export async function* changesAfter(
  audit: Pick<AuditLog, 'page'>,
  object: string,
  last: number,
): AsyncGenerator<ChangeEntry> {
  const pages = everyPage((after) => audit.page({ objects: [object], limit: entriesRead, after }));
  for await (const { items } of pages) {
    for (const { seq, at, diff } of items) {
      if (seq <= last) return;
      const changes = Object.entries(objectOf(parseJson(diff)));
      yield {
        ...{ seq, at },
        changes: changes.flatMap(([name, change]) =>
          isObject(change) && 'after' in change ? [[name, change['after']] as const] : [],
        ),
      };
    }
  }
}

/** No entry has this number or a lower one. */
export const noEntry = -1;
