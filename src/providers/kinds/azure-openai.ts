import { encodedSegment } from './clouded-claude.ts';
import type { ProviderKind } from './kind.ts';

/** The operations whose deployment stands in the path of dated versions; all others name it in the body. */
const deploymentPaths: ReadonlySet<string> = new Set([
  '/completions',
  '/chat/completions',
  '/embeddings',
  '/audio/transcriptions',
  '/audio/translations',
  '/audio/speech',
  '/images/generations',
  '/images/edits',
  '/batches',
]);

/** The version is the operator's. */
const ownParameter = /^api-version=$/i;

/**
 * How Azure OpenAI differs. Without `api_version` its paths are the vendor's own; with one they are dated, and some name the deployment. A
 * model's name at the provider is its deployment.
 */
export const azureOpenai: Pick<ProviderKind, 'locate' | 'search'> = {
  locate: ({ provider: { apiVersion }, operation: { path }, model }) => {
    if (apiVersion === undefined) return { path, query: '' };
    const deployment =
      model !== null && deploymentPaths.has(path) ? `/deployments/${encodedSegment(model)}${path}` : path;
    return { path: deployment, query: `api-version=${encodeURIComponent(apiVersion)}` };
  },
  search: (search) => {
    const kept = search
      .slice(1)
      .split('&')
      // A name that is well formed is read, whatever its value is.
      .filter((part) => part !== '' && !ownParameter.test(`${decoded(part.split('=', 1)[0] ?? '')}=`));
    return kept.length === 0 ? '' : `?${kept.join('&')}`;
  },
};

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
