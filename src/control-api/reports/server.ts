import { programVersion } from '../../shared/program-version.ts';
import { writeInstant } from '../../shared/time/calendar.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { answer, type Answers, type ControlHandler, type RecentError, type ServerState } from '../deps.ts';

const getServer: ControlHandler<'getServer'> =
  ({ origin, demoOnly, mail }) =>
  async (call) => {
    answer(call, 200, {
      object: 'server',
      version: programVersion(),
      base_urls: { openai: `${origin()}/v1`, anthropic: origin() },
      demo_only: demoOnly(),
      mail: mail() !== null,
    } satisfies Answers['Server']);
  };

const getSystem: ControlHandler<'getSystem'> =
  ({ state, storeHealth, engine, instances, warning, metering, lastReconciliation }) =>
  async (call) => {
    const { state: health, message } = storeHealth();
    const last = lastReconciliation();
    answer(call, 200, {
      object: 'system',
      version: programVersion(),
      node: process.versions.node,
      started_at: writeInstant(state.startedAt),
      database: { engine, state: health, message: message === '' ? null : message },
      instances: (await instances.live().catch(() => [])).map((instance) => ({
        id: instance.id,
        started_at: writeInstant(instance.startedAt),
        last_seen_at: writeInstant(instance.heartbeatAt),
        catalogue: instance.catalogHash,
        current: instance.isThis,
      })),
      warning: warning(),
      reconciliation: last && {
        at: writeInstant(last.at),
        ok: last.disagreements === 0,
        disagreements: last.disagreements,
      },
      open_calls: metering.openHolds(),
      errors: state.errors().map(({ at, requestId, operation, status }) => ({
        at: writeInstant(at),
        request_id: requestId,
        operation,
        status,
      })),
    } satisfies Answers['System']);
  };

/** The operations on the server itself. */
export const serverOperations = { getServer, getSystem };

const mostErrors = 50;

/** Keeps the last errors of this instance in memory. */
export function makeServerState(clock: Pick<Clock, 'now'>): ServerState {
  const errors: RecentError[] = [];
  return {
    startedAt: clock.now(),
    errors: () => errors.toReversed(),
    noteFailure: ({ requestId, operation, status }) => {
      errors.push({ at: clock.now(), requestId, operation, status });
      if (errors.length > mostErrors) errors.shift();
    },
  };
}
