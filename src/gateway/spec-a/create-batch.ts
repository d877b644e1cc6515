import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { Caller } from '../../identity/caller.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import { batchFiles } from '../batches/batch-files.ts';
import { keepNewBatch } from '../batches/keep-batch.ts';
import type { Call } from '../call.ts';
import { nothingAsked, wayTo } from '../kept/kept-outgoing.ts';
import { withOwnIds } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';

/**
 * `POST /batches`: goes to where its input file is kept.
 *
 * @throws {GatewayError} `not_found` when the file is not this workspace's; `out_of_scope` for a key that is bound to models
 */
export const createBatch =
  ({ relay, findOwned, assertCovered, ...rooms }: GatewayServices): Handlers<Call>['createBatch'] =>
  async (call) => {
    const { spec, caller, body } = call;
    assertAnyModel(caller);
    assertCovered({ caller, startedAt: call.startedAt, parts: [] });
    const file = await findOwned({ spec, kind: 'file', id: body.input_file_id, caller, param: 'input_file_id' });
    const bytes = spliceJson(call.bytes, { input_file_id: JSON.stringify(file.upstreamId) });
    const ownMembers = batchFiles(rooms);
    try {
      await relay(call, {
        asked: nothingAsked,
        body: () => bytes,
        ...wayTo(file),
        keeping: (route) => keepNewBatch(call, { ...rooms, ownMembers }, route),
      });
    } catch (error) {
      throw withOwnIds(error, [file]);
    }
  };

/** The models of a batch stand in its file, which is not read here: a key that may call only some could call any. */
function assertAnyModel({ scope, keyName }: Caller): void {
  if (scope.models === null) return;
  throw new GatewayError(
    'out_of_scope',
    `Key ${keyName} is limited to some models, and a batch file can name any. Use a key without that limit.`,
  );
}
