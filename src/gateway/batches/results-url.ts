import type { GatewayServices } from '../services.ts';
import type { OwnMembers } from './keep-batch.ts';

/** The address of a message batch's results, on this gateway: clients go there with the key that they have from here. */
export const resultsUrl =
  ({ origin }: Pick<GatewayServices, 'origin'>): OwnMembers =>
  async ({ results_url: theirs }, { id }) => {
    if (theirs === undefined || theirs === null) return {};
    return { results_url: `${origin()}/v1/messages/batches/${id}/results` };
  };
