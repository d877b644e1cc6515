import type { ErrorCode } from './codes.ts';
import { GatewayError, type UpstreamError } from './gateway-error.ts';

/**
 * Next steps that messages suggest to an operator, each as a command and, where there is one, as a request of the control API.
 * `{}` stands for a value.
 */
export const operatorSteps = {
  issueKey: { command: 'diglot keys create <name>' },
  listKeys: { command: 'diglot keys list', request: 'GET /console/api/keys' },
  revokeKey: { command: 'diglot keys revoke {}' },
  changeScope: { command: 'diglot keys update {}' },
  grantCredits: { command: 'diglot credits grant {} <credits> --reason <text>' },
  adjustBelowZero: {
    command: 'diglot credits adjust {} <credits> --reason <text> --allow-negative',
    request: 'POST /console/api/workspaces/{}/credits/adjustments with "allow_negative": true',
  },
  listWorkspaces: { command: 'diglot workspaces list', request: 'GET /console/api/workspaces' },
  listMembers: { command: 'diglot members list --workspace {}', request: 'GET /console/api/workspaces/{}/members' },
  addMember: {
    command: 'diglot members add <email> --workspace <id>',
    request: 'POST /console/api/workspaces/<id>/members',
  },
  changePlan: { command: 'diglot workspaces update {} --plan <id>' },
  listPlans: { command: 'diglot plans list', request: 'GET /console/api/plans' },
  findCall: {
    command: 'diglot calls list --request-id <id>',
    request: 'GET /console/api/calls?request_id=<id>',
  },
  listLostBatches: { command: 'diglot batches lost', request: 'GET /console/api/lost-batches' },
  exportUsage: { command: 'diglot usage --csv', request: 'GET /console/api/usage/export' },
} as const;

type Steps = typeof operatorSteps;
type Step = keyof Steps;
type RequestStep = { [Name in Step]: Steps[Name] extends { readonly request: string } ? Name : never }[Step];

const fill = (template: string, value: string): string => `\`${template.replace('{}', () => value)}\``;

/** A step as a command, for callers of the model APIs. `value` replaces `{}`. */
export const stepByCommand = (step: Step, value = ''): string => fill(operatorSteps[step].command, value);

/** A step that people take for their workspace's keys: in the console, or as a command. `value` replaces `{}`. */
export const stepForKeys = (step: 'issueKey' | 'changeScope', value = ''): string =>
  `on the ${keysPage.name} page of the console, or with ${stepByCommand(step, value)}`;

/** Who may take such a step. */
export const keyManagers = "the people who manage this workspace's keys";

/** A step as a request, for callers of the control API. `value` replaces `{}`. */
export const stepByRequest = (step: RequestStep, value = ''): string => fill(operatorSteps[step].request, value);

const requestPatterns = Object.values(operatorSteps).flatMap((step) => {
  if (!('request' in step)) return [];
  const literal = step.request.replaceAll(/[.?]/g, '\\$&').replace('{}', '([^`/]+)');
  return [{ pattern: new RegExp(`\`${literal}\``, 'g'), command: step.command }];
});

/** Replaces the requests in a message of the control API by commands, for the command line. */
export const withCommands = (message: string): string =>
  requestPatterns.reduce(
    (text, { pattern, command }) => text.replace(pattern, (_, value: string) => fill(command, value)),
    message,
  );

/** A page of the console. */
interface Page {
  readonly name: string;
  readonly path: string;
}

const keysPage: Page = { name: 'API Keys', path: '/console/keys' };

/** The pages that help with an error. */
const helpfulPages: Partial<Record<ErrorCode, Page>> = {
  missing_api_key: keysPage,
  invalid_api_key: keysPage,
  out_of_scope: keysPage,
  limit_reached: { name: 'Overview', path: '/console/' },
  insufficient_credits: { name: 'Plans and Credits', path: '/console/credits' },
};

/**
 * Adds a link to the page of the console that helps with an error.
 *
 * @param publicUrl what links start with; null if the configuration names no address that callers can open
 */
export function withConsoleLink(
  error: GatewayError | UpstreamError,
  publicUrl: string | null,
): GatewayError | UpstreamError {
  const page = error instanceof GatewayError ? helpfulPages[error.code] : undefined;
  if (page === undefined || publicUrl === null || !(error instanceof GatewayError)) return error;
  const { code, message, cause, param, headers } = error;
  return new GatewayError(code, `${message} See ${page.name}: ${publicUrl}${page.path}`, { cause, param, headers });
}
