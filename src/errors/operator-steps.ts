/**
 * What messages tell an operator to do next. Every way of doing it stands here: a request of the control API, a command, and
 * later a page of the web console. `{}` stands for a value.
 */
export const operatorSteps = {
  issueKey: { command: 'diglot keys create <name>' },
  listKeys: { command: 'diglot keys list', request: 'GET /console/api/keys' },
  changeScope: { command: 'diglot keys update {}' },
  grantCredits: { command: 'diglot credits grant {} <credits> --reason <text>' },
  listWorkspaces: { command: 'diglot workspaces list', request: 'GET /console/api/workspaces' },
  listMembers: { command: 'diglot members list --workspace {}', request: 'GET /console/api/workspaces/{}/members' },
  listPlans: { command: 'diglot plans list', request: 'GET /console/api/plans' },
  findCall: {
    command: 'diglot calls list --request-id <id>',
    request: 'GET /console/api/calls?request_id=<id>',
  },
  exportUsage: { command: 'diglot usage --csv', request: 'GET /console/api/usage/export' },
} as const;

type Steps = typeof operatorSteps;
type Step = keyof Steps;
type RequestStep = { [Name in Step]: Steps[Name] extends { readonly request: string } ? Name : never }[Step];

const fill = (template: string, value: string): string => `\`${template.replace('{}', () => value)}\``;

/** A step for callers of models: a command, since few of them hold an administrator key. `value` replaces `{}`. */
export const stepByCommand = (step: Step, value = ''): string => fill(operatorSteps[step].command, value);

/** A step for callers of the control API: a request of it. `value` replaces `{}`. */
export const stepByRequest = (step: RequestStep, value = ''): string => fill(operatorSteps[step].request, value);

const requests = Object.values(operatorSteps).flatMap((step) => {
  if (!('request' in step)) return [];
  const literal = step.request.replaceAll(/[.?]/g, '\\$&').replace('{}', '([^`/]+)');
  return [{ pattern: new RegExp(`\`${literal}\``, 'g'), command: step.command }];
});

/** A message of the control API for the person at the command line: its requests become commands. */
export const withCommands = (message: string): string =>
  requests.reduce(
    (text, { pattern, command }) => text.replace(pattern, (_, value: string) => fill(command, value)),
    message,
  );
