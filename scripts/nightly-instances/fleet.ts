import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { adminKey, startInstance, type Gateway } from '../crash-test/start-gateway.ts';

/** How long calls are accepted after SIGTERM. The load balancer sends none after its next check of `/readyz`. */
const delaySeconds = 1;
const lookMilliseconds = 300;

/** One slot of the fleet: its own folder, and the process that currently runs on it. */
interface Place {
  readonly name: string;
  readonly folder: string;
  /** Null: it is being restarted. */
  gateway: Gateway | null;
}

interface FleetParts {
  readonly home: string;
  readonly count: number;
  readonly upstream: string;
  readonly database: string;
}

/** Gateways on one database. */
export interface Fleet {
  readonly places: readonly Place[];
  /** The running ones, for a load balancer. */
  readonly running: () => readonly Place[];
  /** Ends the process with SIGKILL and starts the next one on the data that it left. */
  readonly kill: (place: Place) => Promise<void>;
  /** Sends SIGTERM, then starts the next one: the load balancer takes it out while it still accepts calls. */
  readonly restart: (place: Place) => Promise<void>;
  /** Calls that wait in spools. */
  readonly spools: () => number;
  readonly end: () => Promise<void>;
}

export async function startFleet({ home, count, upstream, database }: FleetParts): Promise<Fleet> {
  const start = ({ folder }: Pick<Place, 'folder'>): Promise<Gateway> =>
    startInstance({ folder, upstream, delaySeconds, settings: { DIGLOT_DATABASE: database } });
  /** Retries while the database restarts, as a supervisor would. */
  const startAgain = async (place: Place): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        place.gateway = await start(place);
        return;
      } catch (cause) {
        if (tries === 10) throw cause;
      }
    }
  };
  const places = Array.from({ length: count }, (_, index): Place => {
    const folder = join(home, `instance-${index + 1}`);
    mkdirSync(folder);
    return { name: `instance ${index + 1}`, folder, gateway: null };
  });
  for (const place of places) await startAgain(place);
  const take = (place: Place): Gateway => {
    const { gateway } = place;
    if (gateway === null) throw new Error(`${place.name} does not run.`);
    place.gateway = null;
    return gateway;
  };
  return {
    places,
    running: () => places.filter(({ gateway }) => gateway !== null),
    kill: async (place) => {
      await take(place).kill();
      await startAgain(place);
    },
    restart: async (place) => {
      const stopped = place.gateway?.stop();
      await wait(lookMilliseconds);
      take(place);
      await stopped;
      await startAgain(place);
    },
    spools: () =>
      places.reduce((sum, { folder }) => {
        try {
          return sum + readdirSync(join(folder, 'settled')).length;
        } catch {
          return sum;
        }
      }, 0),
    end: async () => {
      for (const { gateway } of places) await gateway?.stop();
    },
  };
}

type Json = Record<string, unknown>;

async function ask({ url }: Gateway, path: string, init: RequestInit): Promise<Json> {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/console/api${path}`, { headers, ...init });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Json;
}

/** Calls the control API of a gateway: a POST if there is a body. */
export const control = (gateway: Gateway, path: string, body?: object): Promise<Json> =>
  ask(gateway, path, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });

/** Changes something through the control API. */
export const change = (gateway: Gateway, path: string, body: object): Promise<Json> =>
  ask(gateway, path, { method: 'PATCH', body: JSON.stringify(body) });
