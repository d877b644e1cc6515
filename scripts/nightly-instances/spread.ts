import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '../crash-test/start-gateway.ts';
import { control } from './fleet.ts';

/** How fast a change of a key is in force on all instances, in milliseconds from the answer to whoever made it. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** What revocations were answered with, such as `3/3`, and how often. */
  readonly appliedOn: Readonly<Record<string, number>>;
  /** Calls that another instance let in after a revocation was answered as applied on all. */
  readonly letIn: number;
}

interface Issued {
  readonly secret: string;
  readonly key: { readonly id: string };
}

const statusOf = async (gateway: Gateway, secret: string): Promise<number> => {
  const response = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${secret}` } });
  await response.arrayBuffer();
  return response.status;
};

/** Issues a key on one gateway, waits until the others let it in, and revokes it on the next one. */
export async function measureSpread(gateways: readonly Gateway[], rounds: number): Promise<Spread> {
  const times: number[] = [];
  const appliedOn: Record<string, number> = {};
  let letIn = 0;
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [gateways[round % gateways.length], gateways[(round + 1) % gateways.length]];
    if (!first || !second) throw new Error('There are no gateways.');
    const { secret, key } = (await control(first, '/keys', {
      workspace_id: 'acme',
      name: `spread ${round}`,
    })) as unknown as Issued;
    const issuedAt = performance.now();
    const until = async (gateway: Gateway): Promise<void> => {
      while ((await statusOf(gateway, secret)) !== 200) await wait(1);
      times.push(performance.now() - issuedAt);
    };
    await Promise.all(gateways.filter((gateway) => gateway !== first).map(until));
    const revoked = await control(second, `/keys/${key.id}/revoke`, {});
    const reach = String(revoked['applied_on']);
    appliedOn[reach] = (appliedOn[reach] ?? 0) + 1;
    const after = await Promise.all(gateways.map((gateway) => statusOf(gateway, secret)));
    letIn += after.filter((status) => status !== 401).length;
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (permille: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * permille) / 1000))] ?? 0);
  return { p50: at(500), p99: at(990), most: Math.round(sorted.at(-1) ?? 0), appliedOn, letIn };
}
