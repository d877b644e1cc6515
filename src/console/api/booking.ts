import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookedEntry, LedgerEntry } from '../../../generated/console/types.ts';
import { t } from '../text/text.ts';
import { groupDigits } from '../values/decimal.ts';
import { api, dataOf, failureOf } from './client.ts';

/** The newest entries, among which one is that was booked while the form is open. */
const watchedEntries = 200;

const newExternalId = (): string => `console-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** What was booked with this id by an attempt whose answer was lost. */
async function findEntry(workspaceId: string, externalId: string): Promise<LedgerEntry | undefined> {
  const params = { path: { workspace_id: workspaceId }, query: { limit: watchedEntries } };
  const { data } = await dataOf(api.GET('/workspaces/{workspace_id}/ledger', { params }));
  return data.find((entry) => entry.external_id === externalId);
}

/**
 * Posts entries to the ledger, each with one id at every attempt, so that one whose answer was lost is not booked twice. If the
 * form was changed meanwhile, the form says what was booked, and the next attempt is another entry.
 *
 * @param post sends what the form says, with this id
 */
export function useBooking<Values>(
  workspaceId: string,
  post: (values: Values, externalId: string) => Promise<BookedEntry>,
): (values: Values) => Promise<BookedEntry> {
  const [externalId, setExternalId] = useState(newExternalId);
  const client = useQueryClient();
  return async (values) => {
    try {
      const booked = await post(values, externalId);
      setExternalId(newExternalId());
      return booked;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.isUnreachable) throw failure.inWords(t('booking.unanswered'));
      if (failure.problem?.param !== 'external_id') throw thrown;
      const entry = await findEntry(workspaceId, externalId);
      if (!entry) throw thrown;
      setExternalId(newExternalId());
      void client.invalidateQueries();
      throw failure.inWords(t('booking.done', { amount: groupDigits(entry.amount) }));
    }
  };
}
