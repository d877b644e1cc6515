/** What an export is about, as the audit log names it: the workspace that was asked for, or all of them. */
export const exported = ({ workspace_id: id }: { readonly workspace_id?: string }): string =>
  id === undefined ? 'workspaces' : `workspace:${id}`;
