import type { ConfigTexts } from '../../config/environment.ts';
import { reviveSecret, type StartSettings } from '../../config/config.ts';
import { lineTo, makeChannel, type Channel } from '../../store/shared/hub.ts';
import type { WorkerParent } from '../../store/store.ts';
import type { MetricValues } from '../../telemetry/metrics.ts';

/**
 * On Linux each worker listens with a socket of its own, and the system spreads connections evenly. Elsewhere they accept from
 * one socket that they share.
 */
const ownSockets = process.platform === 'linux';

/** What a worker needs to have the configuration of the others, whatever the files have become. */
export interface InForce extends ConfigTexts {
  /** The administrator key, which may be in the data folder; null: no worker has looked yet. */
  readonly adminKey: string | null;
}

/** What a worker learns from its parent before it starts. */
export interface WorkerFacts {
  /** From 1 on; the replacement of a worker has its place. */
  readonly place: number;
  /** Whether it was started before all others, and prints the banner. */
  readonly isFirst: boolean;
  /** Id of the run, which all workers share. */
  readonly run: string;
  /** The port to listen on. */
  readonly port: number;
  readonly metricsUrl: string | null;
  readonly demoUrl: string | null;
  /** Whether the parent owns the database. */
  readonly hasDatabase: boolean;
  readonly inForce: InForce;
  /** The settings that are read only at start, as the first worker had them: written by `writeSettings`. */
  readonly startSettings: string;
}

/** What is asked between a worker and its parent, besides the store. */
export const questions = {
  /** Asks the parent for its `WorkerFacts`, once. */
  start: 'worker start',
  /** Gives the parent the address, when it is bound. */
  listening: 'worker listening',
  /** Reports to the parent that calls can be served. */
  ready: 'worker ready',
  /** Gives the parent the `InForce` that the next worker needs. */
  configured: 'worker configured',
  /** Asks the worker for its `MetricValues`. */
  metrics: 'worker metrics',
  /** Asks the worker to read the configuration and what it names again. */
  reread: 'worker reread',
  /** Asks the worker to end in order. */
  stop: 'worker stop',
} as const;

/** This process as one of several workers. */
export interface Worker {
  readonly facts: WorkerFacts;
  /** The settings that are read only at start, as all workers have them. */
  readonly startSettings: StartSettings;
  readonly parent: WorkerParent;
  /** Aborted when the parent asks to stop, and when it does not serve the store any more. */
  readonly stop: AbortSignal;
  readonly listening: (url: string) => Promise<unknown>;
  readonly ready: () => Promise<unknown>;
  readonly configured: (inForce: InForce) => Promise<unknown>;
  readonly onReread: (action: () => void) => void;
  readonly giveMetrics: (values: () => Promise<MetricValues>) => void;
}

function openChannel(): Channel {
  const channel = makeChannel(lineTo(process));
  process.once('disconnect', channel.end);
  return channel;
}

/** Signals come from the parent: a terminal sends Ctrl-C to all processes of its group. */
export async function joinParent(): Promise<Worker> {
  const channel = openChannel();
  const stopping = new AbortController();
  channel.handle(questions.stop, () => stopping.abort());
  const facts = (await channel.ask(questions.start)) as WorkerFacts;
  const { openParentStore } = await import('../../store/sqlite/shared-database.ts');
  return {
    facts,
    startSettings: JSON.parse(facts.startSettings, reviveSecret) as StartSettings,
    parent: {
      openStore: facts.hasDatabase
        ? (settings) => openParentStore(channel, { ...settings, lost: () => stopping.abort() })
        : null,
      demoUrl: facts.demoUrl,
      reusePort: ownSockets,
    },
    stop: stopping.signal,
    listening: (url) => channel.ask(questions.listening, url),
    ready: () => channel.ask(questions.ready),
    configured: (inForce) => channel.ask(questions.configured, inForce),
    onReread: (action) => channel.handle(questions.reread, action),
    giveMetrics: (values) => channel.handle(questions.metrics, values),
  };
}
