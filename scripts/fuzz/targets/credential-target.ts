import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { claimsIssued, createKey, isWhole, readCredential } from '../../../src/identity/key-format.ts';
import { claim, type Target } from '../target.ts';
import { messageOf } from './head-target.ts';

const issued = createKey((length) => 'a'.repeat(length)).reveal();

/** Who a request says it is. */
export const credentialTarget: Target = {
  name: 'credential',
  longest: 16_384,
  seeds: [
    `/x\n1.1\nAuthorization: Bearer ${issued}`,
    `/x?a=1&b=%20\n1.1\nx-api-key: ${issued}\nauthorization: Bearer ${issued}`,
    '/x?a=CANARY\n1.1\nauthorization: a CANARY without a scheme',
  ],
  words: [
    ...['\nAuthorization: ', '\nx-api-key: ', 'Bearer ', 'bearer  ', 'Basic ', 'token ', 'AWS4-HMAC-SHA256 ', issued],
    ...[
      'sk-dg-',
      'sk-ant-',
      'CANARY',
      '?key=',
      '&api_key=',
      '&x%2Dapi%2Dkey=',
      '%',
      '%zz',
      '+',
      '&&',
      '='.repeat(9),
      '\t',
    ],
  ],
  run: (input) => {
    const { url = '', rawHeaders } = messageOf(input.toString('latin1'));
    const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
    const values = rawHeaders.filter((_, index) => index % 2 === 1);
    const kinds = (['a', 'b'] as const).map((spec) => {
      try {
        const secret = readCredential({ spec, rawHeaders, query });
        claim(secret !== '' && secret.length <= 1_024, 'A secret of no use was read.');
        claim(
          values.some(
            (value) => value === secret || (value.toLowerCase().startsWith('bearer ') && value.endsWith(secret)),
          ),
          'A secret was read that was not sent.',
        );
        claim(!query.includes('sk-dg-'), 'A key in the address was passed over.');
        if (isWhole(secret))
          claim(claimsIssued(secret) && secret.length === issued.length, 'A checksum fits that cannot.');
        return `read ${isWhole(secret)}`;
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        const reported = `${error.message} ${JSON.stringify(error.param)}`;
        claim(!reported.includes('CANARY') && !reported.includes(issued.slice(0, 16)), 'A secret stands in an error.');
        return error.message;
      }
    });
    return kinds.join(' ').replace(/\d+/g, '#');
  },
};
