import { CliFailure } from './cli-failure.ts';
import { dataOf, type ControlClient } from './control-client.ts';

/**
 * The workspace that is meant when none is named: the only one there is.
 *
 * @param what is to be said where there are several, for example `whose key it is`
 * @throws {CliFailure} when there are several, or none
 */
export async function onlyWorkspace(client: ControlClient, what: string): Promise<string> {
  const { data } = await dataOf(client.GET('/workspaces'));
  const [only, ...others] = data.map(({ id }) => id);
  if (only !== undefined && others.length === 0) return only;
  const known =
    data.length === 0
      ? 'There is none yet: diglot workspaces create <id>.'
      : `There are: ${data.map(({ id }) => id).join(', ')}.`;
  throw new CliFailure(`Say ${what}: --workspace <id>. ${known}`);
}
