import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from '../../../src/shared/public-address.ts';

describe('a host of this machine', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('is %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each(['127.mail.example.com', '127.0.0.1.example.com', '127.1', '128.0.0.1', 'localhost.example.com', '::2'])(
    'is not %s, which a name server may send elsewhere',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
