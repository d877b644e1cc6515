import { GatewayError } from '../errors/gateway-error.ts';
import { stepByCommand } from '../errors/operator-steps.ts';
import { echo } from '../shared/text/echo.ts';
import { allows } from '../shared/text/name-pattern.ts';
import type { Caller, Scope } from './caller.ts';

/** The parts of a scope that name things. `networks` is checked by authentication. */
export type ScopePart = 'models' | 'operations' | 'products' | 'regions';

/** The two checks of a key's scope, as dependencies of other folders. */
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

/** Whether a key's scope covers a model, an operation family, a Product or a region. Lists contain exact names or `prefix*`. */
export const mayUse: ScopeRules['mayUse'] = (scope, part, name) => allows(scope[part], name);

/**
 * Refuses a call that the key's scope does not cover.
 *
 * @throws {GatewayError} 403 `out_of_scope` with what was requested and what the key may use instead
 */
export const assertScope: ScopeRules['assertScope'] = ({ scope, keyId, keyName }, part, name) => {
  if (mayUse(scope, part, name)) return;
  throw new GatewayError(
    'out_of_scope',
    `The key ${keyName} may not use the ${singular[part]} ${echo(name)}. Its scope for ${part}: ${listed(scope[part])}. ` +
      `Use another key, or ask the operator to change the scope: ${stepByCommand('changeScope', `${keyId} --${part} <list>`)}.`,
  );
};

export const scopeRules: ScopeRules = { mayUse, assertScope };

const mostListed = 10;

function listed(names: readonly string[] | null): string {
  if (names === null || names.length === 0) return 'none';
  const more = names.length - mostListed;
  return names.slice(0, mostListed).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
