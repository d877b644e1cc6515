import { makeClientSecrets } from '../../src/identity/client-secret.ts';
import { makeSealer } from '../../src/shared/secret.ts';

/** Client secrets that are sealed with a key of the tests. */
export const clientSecrets = makeClientSecrets(makeSealer([Buffer.alloc(32, 7)]));
