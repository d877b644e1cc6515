import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { writeWorkspace } from './write-workspace.ts';

/** `GET /workspaces` */
export const listWorkspaces: ConsoleHandler<'listWorkspaces'> =
  ({ keys }) =>
  async (call) => {
    const data = keys
      .listWorkspaces()
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(writeWorkspace);
    answer(call, 200, { object: 'list', data } satisfies Answers['WorkspaceList']);
  };
