import { describe, expect, it } from 'vitest';
import { makeAdminAuthentication } from '../../../src/control-api/people/access.ts';
import { createKey } from '../../../src/identity/key-format.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeKey } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';

const secret = 'dg-admin-for-the-tests-only';
const bearer = (value: string): readonly string[] => ['Host', 'x', 'Authorization', `Bearer ${value}`];

describe('the door of the control API', () => {
  const nobody = makeMemoryKeyStore();

  it('lets the administrator key in, by whatever spelling of the header', () => {
    const authenticate = makeAdminAuthentication(() => new Secret(secret), nobody);
    expect(authenticate(bearer(secret))).toBe('admin');
    expect(authenticate(['AUTHORIZATION', `bearer  ${secret}`])).toBe('admin');
  });

  it('lets no one in where there is no administrator key', () => {
    const authenticate = makeAdminAuthentication(() => undefined, nobody);
    for (const value of ['', 'undefined', 'null', secret]) {
      expect(() => authenticate(bearer(value))).toThrow(expect.objectContaining({ status: 401 }));
    }
  });

  it('lets in the key of the configuration that is in force, and the one before no more', () => {
    let present = new Secret(secret);
    const authenticate = makeAdminAuthentication(() => present, nobody);
    expect(authenticate(bearer(secret))).toBe('admin');
    present = new Secret('dg-admin-of-the-next-configuration');
    expect(() => authenticate(bearer(secret))).toThrow(expect.objectContaining({ status: 401 }));
    expect(authenticate(bearer('dg-admin-of-the-next-configuration'))).toBe('admin');
  });

  it('refuses a header that came twice, also with the right key in it', () => {
    const authenticate = makeAdminAuthentication(() => new Secret(secret), nobody);
    expect(() => authenticate([...bearer(secret), ...bearer(secret)])).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });

  it('refuses a secret that also calls models, though it was configured as the administrator key', () => {
    const keys = makeMemoryKeyStore({ keys: [makeKey(secret)] });
    const authenticate = makeAdminAuthentication(() => new Secret(secret), keys);
    expect(() => authenticate(bearer(secret))).toThrow('API key for models');
  });

  it('calls only what is an API key one, not all that looks alike', () => {
    const [known, unknown] = [createKey().reveal(), createKey().reveal()];
    const authenticate = makeAdminAuthentication(
      () => new Secret(secret),
      makeMemoryKeyStore({ keys: [makeKey(known)] }),
    );
    expect(() => authenticate(bearer(known))).toThrow(/API key for models.*administrator key.*GET \/v1\/key/s);
    expect(() => authenticate(bearer(unknown))).toThrow('This is not the administrator key');
  });
});
