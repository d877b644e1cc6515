import { isObject, type JsonObject } from '../shared/json.ts';
import { demoSettings } from './demo-settings.ts';
import type { Environment } from './environment.ts';
import { ownProviderSettings } from './own-provider-settings.ts';

/** A document with what is served when it names no upstream. */
export interface DefaultedDocument {
  readonly document: JsonObject;
  /** By provider id: the variables that its parts came from. */
  readonly variables: ReadonlyMap<string, { readonly base_url: string; readonly credential: string }>;
  readonly notices: readonly string[];
}

const isEmpty = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0);

const join = (written: unknown, added: readonly object[]): readonly object[] => [
  ...(Array.isArray(written) ? (written as readonly object[]) : []),
  ...added,
];

/**
 * Adds the offline demo and the providers of the environment to a document that names no providers and no models.
 * A document that names its own is left alone: then nothing is callable, or free, that it does not say.
 */
export function addDefaults(document: JsonObject, environment: Environment): DefaultedDocument {
  if (!isEmpty(document['providers']) || !isEmpty(document['models'])) {
    return { document, variables: new Map(), notices: [] };
  }
  const own = ownProviderSettings(environment);
  const bootstrap = isObject(document['bootstrap']) ? document['bootstrap'] : {};
  const added = {
    providers: [...demoSettings.providers, ...own.settings.providers],
    models: [...demoSettings.models, ...own.settings.models],
    products: join(document['products'], [...demoSettings.products, ...own.settings.products]),
    plans: join(document['plans'], demoSettings.plans),
    bootstrap: { ...bootstrap, workspaces: join(bootstrap['workspaces'], demoSettings.bootstrap.workspaces) },
  };
  return {
    document: { ...document, ...(added as unknown as JsonObject) },
    variables: own.variables,
    notices: own.notices,
  };
}
