import { describe, expect, it } from 'vitest';
import { startGateway } from './start-gateway.ts';

const messageOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly error: { readonly message: string } }).error.message;

describe('a refusal of a model API', () => {
  it('links to the page of the console that helps, where the server knows its public address', async () => {
    const gateway = await startGateway({ publicUrl: 'https://models.example.com' });
    const unknown = { headers: { authorization: 'Bearer sk-unknown-key' } };
    for (const path of ['/v1/models', '/anthropic/v1/models']) {
      const answer = await gateway.call(path, unknown);
      expect(answer.status).toBe(401);
      expect(await messageOf(answer)).toMatch(/ See API Keys: https:\/\/models\.example\.com\/console\/keys$/);
    }
    await gateway.close();
  });

  it('links to no address that only this machine knows', async () => {
    const gateway = await startGateway();
    const answer = await gateway.call('/v1/models', { headers: { authorization: 'Bearer sk-unknown-key' } });
    expect(await messageOf(answer)).not.toContain('/console');
    await gateway.close();
  });
});
