import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '../crash-test/start-gateway.ts';
import { change, control } from './fleet.ts';
import { figuresOf, type Figures } from './scheduling-delay.ts';

/**
 * How fast a change of a key takes effect on all other instances: in milliseconds from the answer to the request that made it.
 */
export interface Spread {
  readonly issued: Figures;
  /** A scope that no longer covers the caller's address. */
  readonly scoped: Figures;
  /** From the request: a revocation is answered when it has taken effect. */
  readonly revoked: Figures;
  /** What revocations were answered with, such as `3/3`, and how often. */
  readonly appliedOn: Readonly<Record<string, number>>;
  /** Calls that another instance admitted after a revocation was reported as applied on all. */
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

/** Milliseconds between two checks of one instance: with a shorter pause, the checks themselves use up the processor. */
const pause = 2;
/** Milliseconds after which a change counts as lost. */
const patience = 20_000;

/** Issues a key on one gateway, narrows it on the next and revokes it on the one after, and checks the others meanwhile. */
export async function measureSpread(gateways: readonly Gateway[], rounds: number): Promise<Spread> {
  const times = { issued: [] as number[], scoped: [] as number[], revoked: [] as number[] };
  const appliedOn: Record<string, number> = {};
  let letIn = 0;
  const at = (place: number): Gateway => {
    const gateway = gateways[place % gateways.length];
    if (!gateway) throw new Error('There are no gateways.');
    return gateway;
  };
  /** Until all instances agree, except the one that answered. */
  const untilAll = async (secret: string, wanted: number, made: { readonly by: Gateway; readonly into: number[] }) => {
    const answeredAt = performance.now();
    const until = async (gateway: Gateway): Promise<void> => {
      while ((await statusOf(gateway, secret)) !== wanted) {
        if (performance.now() - answeredAt > patience) throw new Error(`A change was not in force on ${gateway.url}.`);
        await wait(pause);
      }
      made.into.push(performance.now() - answeredAt);
    };
    await Promise.all(gateways.filter((gateway) => gateway !== made.by).map(until));
  };
  for (let round = 0; round < rounds; round += 1) {
    const [first, second, third] = [at(round), at(round + 1), at(round + 2)];
    const wish = { workspace_id: 'acme', name: `spread ${round}` };
    const { secret, key } = (await control(first, '/keys', wish)) as unknown as Issued;
    await untilAll(secret, 200, { by: first, into: times.issued });
    await change(second, `/keys/${key.id}`, { scope: { networks: ['203.0.113.0/24'] } });
    await untilAll(secret, 403, { by: second, into: times.scoped });
    const askedAt = performance.now();
    const revoked = await control(third, `/keys/${key.id}/revoke`, {});
    times.revoked.push(performance.now() - askedAt);
    const reach = String(revoked['applied_on']);
    appliedOn[reach] = (appliedOn[reach] ?? 0) + 1;
    const after = await Promise.all(gateways.map((gateway) => statusOf(gateway, secret)));
    letIn += after.filter((status) => status !== 401).length;
  }
  const { issued, scoped, revoked } = times;
  return { issued: figuresOf(issued), scoped: figuresOf(scoped), revoked: figuresOf(revoked), appliedOn, letIn };
}
