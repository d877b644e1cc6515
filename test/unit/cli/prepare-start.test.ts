import { expect, it } from 'vitest';
import { CliFailure } from '../../../src/cli/context.ts';
import { explainStart } from '../../../src/cli/prepare-start.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { loadConfig } from '../../../src/config/load-config.ts';

const { config } = await loadConfig({ file: null, environment: {} });
const systemError = (code: string, port: number): Error => Object.assign(new Error(code), { code, port });

it.each([
  [systemError('EADDRINUSE', 8585), 'Port 8585 on 127.0.0.1 is already in use. Choose another port with --port'],
  [
    systemError('EADDRINUSE', 8586),
    'Choose another port with --metrics-port, for example diglot serve --metrics-port 8601.',
  ],
  [systemError('EACCES', 80), 'This user may not listen on port 80.'],
  [systemError('EADDRNOTAVAIL', 1), 'No network interface of this machine has the address 127.0.0.1.'],
  [
    Object.assign(new Error('?'), { code: 'ENOTFOUND', hostname: '127.0.0.1' }),
    '127.0.0.1 is not an address and cannot be resolved (ENOTFOUND). Set an address of this machine with --host',
  ],
  [
    new GatewayError('conflict', 'The secret of the key ci is in use.'),
    'bootstrap: The secret of the key ci is in use.',
  ],
])('says in words what %s means', (error, words) => {
  const explained = explainStart(error, config);
  expect(explained).toBeInstanceOf(CliFailure);
  expect((explained as Error).message).toContain(words);
});

it('passes what is unforeseen', () => {
  const elsewhere = Object.assign(new Error('?'), { code: 'ENOTFOUND', hostname: 'bucket.example.com' });
  for (const error of [new TypeError('?'), elsewhere]) expect(explainStart(error, config)).toBe(error);
});
