import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** The way from one instance to its database, which a test takes away. */
export interface DatabaseLink {
  /** The address of the database by this way. */
  readonly url: string;
  /** Ends every connection and refuses new ones, as a server does that stops. */
  readonly cut: () => void;
  /** Carries nothing more and ends nothing, as a network does that has lost its way. */
  readonly stall: () => void;
  /** Carries nothing more on the connections that are open, and ends none of them, as after a long sleep. New ones are carried. */
  readonly strand: () => void;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

type State = 'carries' | 'cut' | 'stalled' | 'stranded';

export async function openDatabaseLink(database: string): Promise<DatabaseLink> {
  const target = new URL(database);
  const sockets = new Set<Socket>();
  let state: State = 'carries';

  const carry = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  };
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const far = connect({ port: Number(target.port), host: target.hostname });
    carry(client, far);
    carry(far, client);
    if (state === 'stalled') for (const socket of [client, far]) socket.unpipe();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      endAll();
    },
    stall: () => {
      state = 'stalled';
      for (const socket of sockets) socket.unpipe();
    },
    strand: () => {
      state = 'stranded';
      for (const socket of sockets) socket.unpipe();
    },
    // What stalled has been given up by both sides.
    mend: () => {
      if (state === 'stalled' || state === 'stranded') endAll();
      state = 'carries';
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** A transaction beside the gateway, which a person might leave open, after its first statement. It ends with the test. */
export async function openTransaction(url: string, first = ''): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; ${first}`);
  return client;
}

/** How many statements wait for a lock in the database of this connection. */
export async function waitingForLocks(client: pg.Client): Promise<number> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // A transaction sees the activity of one moment.
  await client.query('select pg_stat_clear_snapshot()');
  return (await client.query(sql)).rowCount ?? 0;
}
