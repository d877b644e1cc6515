import type { EntraManagedIdentity, EntraSecret, EntraWorkloadIdentity } from '../../catalog/credential.ts';
import { Secret } from '../../shared/secret.ts';
import { formOf, readBearer, readIssued } from './ask-issuer.ts';
import type { Issue } from './token.ts';

/** Where a client obtains tokens (OAuth 2.0 client credentials). */
const tokensOf = ({ endpoint, tenantId }: Pick<EntraSecret, 'endpoint' | 'tenantId'>): string =>
  `${endpoint}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`;

/** A token of Microsoft Entra ID for a client with a secret. */
export const issueForSecret: Issue<EntraSecret> = async (credential, { ask, now }) => {
  const { clientId, clientSecret, scope } = credential;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret.reveal(), scope };
  const answer = await ask({ method: 'POST', url: tokensOf(credential), ...formOf(form) });
  return readBearer(readIssued(answer), now(), [clientSecret]);
};

/** The same for a client that a workload's token stands for, in the place of a secret (RFC 7523). */
export const issueForWorkload: Issue<EntraWorkloadIdentity> = async (credential, { ask, readFile, now }) => {
  const { clientId, tokenFile, scope } = credential;
  const token = new Secret(await readFile(tokenFile));
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: token.reveal(),
    scope,
  };
  const answer = await ask({ method: 'POST', url: tokensOf(credential), ...formOf(form) });
  return readBearer(readIssued(answer), now(), [token]);
};

/** A token for the identity of a machine in Azure, from its metadata service. */
export const issueForIdentity: Issue<EntraManagedIdentity> = async ({ endpoint, clientId, scope }, { ask, now }) => {
  const query = new URLSearchParams({
    'api-version': '2018-02-01',
    resource: scope.replace(/\/\.default$/, ''),
    ...(clientId !== null && { client_id: clientId }),
  });
  const url = `${endpoint}/metadata/identity/oauth2/token?${query.toString()}`;
  return readBearer(readIssued(await ask({ method: 'GET', url, headers: { metadata: 'true' } })), now());
};
