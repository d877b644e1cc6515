import type { Handlers } from '../../../generated/spec-b/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import { keepNewBatch } from '../batches/keep-batch.ts';
import { resultsUrl } from '../batches/results-url.ts';
import { routeBatch } from '../batches/route-batch.ts';
import type { Call } from '../call.ts';
import { resolveFileIds } from '../files/resolve-file-ids.ts';
import { estimateHold } from '../hold-estimate.ts';
import { readAsked } from '../read-asked.ts';
import { nothingAsked } from '../kept/kept-outgoing.ts';
import { withOwnIds } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';

/** Of its lines. */
const dialect = 'anthropic-messages';

/**
 * `POST /v1/messages/batches`: goes to the provider of its models.
 *
 * @throws {GatewayError} what routing refuses of any of its models; what admission refuses of the most that all can cost
 */
export const createMessageBatch =
  ({ relay, router, findOwned, metering, ...rooms }: GatewayServices): Handlers<Call>['createMessageBatch'] =>
  async (call) => {
    const { requests } = call.body;
    const all = requests.map(({ params }) => ({
      ...readAsked(Buffer.from(JSON.stringify(params)), params, dialect),
      model: params.model,
    }));
    const { names, routes, ...way } = routeBatch(call, all, router);
    const parts = all.flatMap((asked) => {
      const route = routes.get(asked.model);
      return route === undefined ? [] : [{ route, estimate: estimateHold(asked, route.model, dialect) }];
    });
    const renames = [...names].some(([name, there]) => name !== there);
    const renamed = () =>
      requests.map((request) => ({
        ...request,
        params: { ...request.params, model: names.get(request.params.model) ?? request.params.model },
      }));
    const written = renames ? spliceJson(call.bytes, { requests: JSON.stringify(renamed()) }) : call.bytes;
    const { bytes, files, providerId } = await resolveFileIds(call, { bytes: written, body: call.body }, findOwned);
    if (providerId !== null && providerId !== way.providerId) throw filesElsewhere();
    const ownMembers = resultsUrl(rooms);
    const callersNames = new Map([...names].map(([name, there]) => [there, name] as const));
    const reservation = metering.reserve({ caller: call.caller, startedAt: rooms.clock.now(), parts });
    try {
      await relay(call, {
        asked: nothingAsked,
        body: () => bytes,
        ...way,
        keeping: (route) => keepNewBatch(call, { ...rooms, ownMembers, reservation, names: callersNames }, route),
      });
    } catch (error) {
      throw withOwnIds(error, files);
    } finally {
      reservation.release();
    }
  };

const filesElsewhere = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    'The files of this batch are not kept where its models are served. Upload them again in the region of the batch.',
    { param: 'requests' },
  );
