import { isDeepStrictEqual } from 'node:util';
import type { KeyStore, WorkspaceRecord } from '../identity/key-store.ts';
import type { MeteringRoom } from '../metering/metering-room.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { inTurn } from '../shared/in-turn.ts';
import { findWorkspace } from './find-workspace.ts';

interface ChangeRooms {
  readonly keys: KeyStore;
  readonly metering: Pick<MeteringRoom, 'moveZone'>;
}

/** What is to become of a workspace. */
export interface WorkspaceChange {
  readonly workspaceId: string;
  /** Gives the record to keep; where nothing differs, nothing is done, and nothing is noted. */
  readonly change: (record: WorkspaceRecord) => WorkspaceRecord;
  /** What the audit log keeps of it. */
  readonly note: (after: WorkspaceRecord, before: WorkspaceRecord) => AuditEvent;
}

/**
 * Replaces a workspace's record by what `change` makes of it; a new zone is in force, and its windows counted, when it resolves. Changes of one workspace are made one after the other, each on
 * what the one before left, so that none is lost.
 *
 * @returns the record as it is now
 * @throws {GatewayError} 404 `not_found`
 */
export const changeWorkspace = (
  { workspaceId, change, note }: WorkspaceChange,
  { keys, metering }: ChangeRooms,
): Promise<WorkspaceRecord> =>
  inTurn({ owner: keys, name: `workspace:${workspaceId}` }, async () => {
    const before = findWorkspace(keys, workspaceId);
    const after = change(before);
    if (isDeepStrictEqual(after, before)) return before;
    await keys.putWorkspace(after, note(after, before));
    const { timeZone } = after;
    const keyIds = keys.listKeys(workspaceId).map(({ id }) => id);
    if (timeZone !== before.timeZone) await metering.moveZone({ workspaceId, keyIds, timeZone });
    return after;
  });
