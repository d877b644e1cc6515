import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signAws } from '../../../src/providers/credentials/aws.ts';
import { segmentOf } from '../../../src/providers/kinds/clouded-claude.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { verifyAwsSignature } from '../../fakes/verify-aws-signature.ts';

const identity = {
  id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const scope = 'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ';
const host = 'example.amazonaws.com';
const token =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
const moment = '20150830T123600Z';

describe('a signature of AWS', () => {
  // The vendor's own test suite: what checks our signatures below checks these.
  it.each([
    [
      'get-vanilla-utf8-query',
      { method: 'GET', url: '/?ሴ=bar', body: '' },
      {
        'x-amz-date': moment,
        authorization: `${scope}SignedHeaders=host;x-amz-date, Signature=2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04`,
      },
    ],
    [
      'post-sts-header-before',
      { method: 'POST', url: '/', body: '' },
      {
        'x-amz-date': moment,
        'x-amz-security-token': token,
        authorization: `${scope}SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead`,
      },
    ],
    [
      'post-x-www-form-urlencoded',
      { method: 'POST', url: '/', body: 'Param1=value1' },
      {
        'x-amz-date': moment,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '13',
        'x-amz-content-sha256': '9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e',
        authorization: `${scope}SignedHeaders=content-length;content-type;host;x-amz-content-sha256;x-amz-date, Signature=d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b`,
      },
    ],
  ])('is right in the vector %s', (_, { method, url, body }, headers) => {
    const request = { method, url, headers: { host, ...headers } };
    expect(verifyAwsSignature(request, Buffer.from(body), identity)).toBeNull();
    expect(verifyAwsSignature({ ...request, method: 'PUT' }, Buffer.from(body), identity)).toBe(
      'SignatureDoesNotMatch',
    );
  });

  const key = {
    accessKeyId: identity.id,
    secretAccessKey: new Secret(identity.secret),
    sessionToken: new Secret(token),
  };

  it('is right for any model, body and header', async () => {
    const header = fc.stringMatching(/^[!-~]( ?[!-~]){0,20}$/);
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 3 }), fc.uint8Array(), header, async (model, bytes, beta) => {
        fc.pre(model.isWellFormed());
        const body = Buffer.from(bytes);
        const path = `/model/${segmentOf(`m/${model}`)}/invoke`;
        const url = `https://${host}${path}`;
        fc.pre(new URL(url).pathname === path);
        const headers = { 'content-type': 'application/json', 'anthropic-beta': beta };
        const bodyHash = (): string => createHash('sha256').update(body).digest('hex');
        const now = Date.UTC(2026, 10, 22, 11);
        const signed = await signAws(key, { request: { method: 'POST', url, headers, bodyHash }, ...identity, now });
        const request = { method: 'POST', url: path, headers: { host, ...headers, ...signed } };
        expect(verifyAwsSignature(request, body, identity)).toBeNull();
        expect(signed['x-amz-date']).toBe('20261122T110000Z');
      }),
    );
  });
});

describe('a model’s name in a path', () => {
  it.each([
    ['anthropic.claude-3-v1:0', 'anthropic.claude-3-v1:0'],
    ['claude@20251101', 'claude@20251101'],
    ['a/../b', 'a%2F..%2Fb'],
    ['a;b?c#d', 'a%3Bb%3Fc%23d'],
    ['%2e%2e', '%252e%252e'],
  ])('trap 23: stays one segment: %s', (model, segment) => {
    expect(segmentOf(model)).toBe(segment);
  });

  it.each(['.', '..'])('trap 23: cannot leave its folder: %s', (model) => {
    expect(() => segmentOf(model)).toThrow('There is no model');
  });
});
