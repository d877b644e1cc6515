import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import { batchFiles } from '../batches/batch-files.ts';
import { keepNewBatch } from '../batches/keep-batch.ts';
import { routeInput } from '../batches/route-input.ts';
import type { Call } from '../call.ts';
import { nothingAsked, wayTo } from '../kept/kept-outgoing.ts';
import { withOwnIds } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';

/**
 * `POST /batches`: goes to where its input file is kept.
 *
 * @throws {GatewayError} `not_found` when the file is not this workspace's; what routing refuses of any model that it names;
 *   what admission refuses of the most that all of its lines can cost
 */
export const createBatch =
  ({ relay, router, findOwned, metering, ...rooms }: GatewayServices): Handlers<Call>['createBatch'] =>
  async (call) => {
    const { spec, caller, body } = call;
    const file = await findOwned({ spec, kind: 'file', id: body.input_file_id, caller, param: 'input_file_id' });
    const { parts, names } = routeInput(call, file, router);
    const bytes = spliceJson(call.bytes, { input_file_id: JSON.stringify(file.upstreamId) });
    const ownMembers = batchFiles(rooms, file.id);
    const reservation = metering.reserve({ caller, startedAt: rooms.clock.now(), parts });
    try {
      await relay(call, {
        asked: nothingAsked,
        body: () => bytes,
        ...wayTo(file),
        keeping: (route) => keepNewBatch(call, { ...rooms, ownMembers, reservation, names }, route),
      });
    } catch (error) {
      throw withOwnIds(error, [file]);
    } finally {
      reservation.release();
    }
  };
