import type { WorkspaceRecord } from '../identity/key-store.ts';
import type { Answers } from './console-handler.ts';
import { writeInstant } from './instant.ts';

/** A workspace as the document describes it. */
export const writeWorkspace = (workspace: WorkspaceRecord): Answers['Workspace'] => ({
  object: 'workspace',
  id: workspace.id,
  name: workspace.name,
  plan_id: workspace.planId,
  time_zone: workspace.timeZone,
  status: workspace.suspendedAt === null ? 'active' : 'suspended',
  created_at: writeInstant(workspace.createdAt),
});
