import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { readCallFilter } from './read-call-filter.ts';
import { readPage, writePage } from './read-page.ts';
import { writeCall } from './write-call.ts';

/** `GET /calls` */
export const listCalls: ConsoleHandler<'listCalls'> = (rooms) => async (call) => {
  const page = await rooms.ledger.calls({ ...readCallFilter(call.query, rooms), ...readPage(call.query) });
  answer(call, 200, writePage(page, writeCall) satisfies Answers['CallPage']);
};
