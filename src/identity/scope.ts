import { GatewayError } from '../errors/gateway-error.ts';
import { stepByCommand } from '../errors/operator-steps.ts';
import { echo } from '../shared/text/echo.ts';
import { allows } from '../shared/text/name-pattern.ts';
import type { Caller, Scope } from './caller.ts';

/** The parts of a scope that name things; `networks` is checked when the caller is authenticated. */
export type ScopePart = 'models' | 'operations' | 'products' | 'regions';

/** The two questions about a key's scope, as other rooms are given them. */
export interface ScopeRules {
  readonly mayUse: (scope: Scope, part: ScopePart, name: string) => boolean;
  /** @throws {GatewayError} 403 `out_of_scope` naming the part */
  readonly assertScope: (caller: Caller, part: ScopePart, name: string) => void;
}

const singular = {
  models: 'model',
  operations: 'operation family',
  products: 'Product',
  regions: 'region',
} as const satisfies Record<ScopePart, string>;

/** Whether a key's scope covers a model, an operation family, a Product or a region. Lists hold exact names or `prefix*`. */
export const mayUse: ScopeRules['mayUse'] = (scope, part, name) => allows(scope[part], name);

/**
 * Lets a call on only where the key's scope covers it.
 *
 * @throws {GatewayError} 403 `out_of_scope` that names the part, the thing asked for and what the key may use instead
 */
export const assertScope: ScopeRules['assertScope'] = ({ scope, keyId, keyName }, part, name) => {
  if (mayUse(scope, part, name)) return;
  throw new GatewayError(
    'out_of_scope',
    `The key ${keyName} may not use the ${singular[part]} ${echo(name)}. Its scope for ${part}: ${listed(scope[part])}. ` +
      `Use another key, or let the operator change the scope: ${stepByCommand('changeScope', `${keyId} --${part} <list>`)}.`,
  );
};

/** Both questions as one value, for the rooms that are given them. */
export const scopeRules: ScopeRules = { mayUse, assertScope };

const mostListed = 10;

function listed(names: readonly string[] | null): string {
  if (names === null || names.length === 0) return 'none';
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
