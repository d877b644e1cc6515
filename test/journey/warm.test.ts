import { describe, expect, it } from 'vitest';
import { startGateway } from './start-gateway.ts';

describe('judges that are made before their first calls', () => {
  it('let calls through between them', async () => {
    const gateway = await startGateway();
    const order: string[] = [];
    const warming = gateway.app.warm().then(() => order.push('all judges'));
    const { status } = await fetch(`${gateway.url}/livez`);
    order.push('a call');
    await warming;
    expect([status, order]).toEqual([200, ['a call', 'all judges']]);
  });
});
