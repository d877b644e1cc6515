import type { Catalog } from '../../catalog/catalog.ts';
import type { AuditLog } from '../../identity/audit-log.ts';
import { hashJson, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { changedMembers } from '../note-change.ts';

/** How the audit log names the prices of the configuration. */
const subject = 'catalogue:prices';

interface Deps {
  readonly audit: Pick<AuditLog, 'append' | 'page'>;
  readonly catalog: () => Catalog;
  readonly clock: Clock;
}

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

/** All Products and plans, each as JSON, by what it is. */
const describe = ({ products, plans }: Catalog): Readonly<Record<string, unknown>> =>
  parseJson(
    JSON.stringify(
      Object.fromEntries([
        ...[...products].map(([sku, product]) => [`product:${sku}`, product] as const),
        ...[...plans].map(([id, plan]) => [`plan:${id}`, plan] as const),
      ]),
      plain,
    ),
  ) as Readonly<Record<string, unknown>>;

/**
 * Makes the function that notes in the audit log that Products or plans of the configuration have changed: with a hash before
 * and after, and with each change if this process knew the configuration before. A change is usually noted
 * once: two instances that load it at the same moment may both note it. It does nothing where all of the catalogue is noted.
 */
export function makePriceNotes({ audit, catalog, clock }: Deps): () => Promise<void> {
  let known: Readonly<Record<string, unknown>> | null = null;
  /** The catalogue of which everything is noted. */
  let noted: Catalog | null = null;
  const note = async (present: Readonly<Record<string, unknown>>): Promise<void> => {
    const before = known;
    const hash = hashJson(present);
    if (before !== null && hashJson(before) === hash) return;
    const [last] = (await audit.page({ object: subject, limit: 1 })).items;
    const inLog = stringOf(objectOf(objectOf(parseJson(last?.diff ?? '{}'))['hash'])['after']);
    if (inLog === hash) {
      known = present;
      return;
    }
    const removed = Object.keys(before ?? {}).filter((name) => !(name in present));
    const changes = before && {
      ...changedMembers(before, present),
      ...Object.fromEntries(removed.map((name) => [name, { before: before[name], after: null }])),
    };
    const diff = JSON.stringify({ hash: { before: inLog, after: hash }, ...changes });
    const by = { actor: 'configuration', requestId: null };
    await audit.append({ at: clock.now(), ...by, action: 'prices.change', object: subject, diff });
    known = present;
  };
  const noteOnce = async (): Promise<void> => {
    const present = catalog();
    if (present === noted) return;
    await note(describe(present));
    noted = present;
  };
  // One after the other: two at once would both find that it is not noted yet.
  let work: Promise<void> = Promise.resolve();
  return () => (work = work.then(noteOnce, noteOnce));
}
