import { expect, it } from 'vitest';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { TurnWireId } from '../../src/wires/translation/parts.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../fakes/corpus.ts';
import { wireIds } from '../unit/wires/translation/turn-wires.ts';
import { accountOf } from './loss-account.ts';

const wireOf: Readonly<Record<string, TurnWireId>> = {
  chat: 'chat-completions',
  responses: 'responses',
  messages: 'messages',
};

it.skipIf(!hasCorpus)(`what a recorded request loses on its way and back is what was reported${corpusNote}`, () => {
  const wrong = new Map<string, string>();
  let accounts = 0;
  for (const { endpoint, id, request_body: body, status } of recordedPairs()) {
    const from = wireOf[endpoint];
    if (from === undefined || !body || status !== 200) continue;
    for (const to of wireIds.filter((wire) => wire !== from)) {
      try {
        const { silent, idle, invented } = accountOf(body, { from, to });
        accounts += 1;
        for (const each of silent)
          wrong.set(`${from} → ${to} silent: ${each.replaceAll(/\d+/g, 'N').slice(0, 90)}`, `${id} ${each}`);
        for (const each of idle)
          wrong.set(`${from} → ${to} idle: ${each.replaceAll(/\d+/g, 'N').slice(0, 90)}`, `${id} ${each}`);
        for (const each of invented)
          wrong.set(`${from} → ${to} invented: ${each.replaceAll(/\d+/g, 'N').slice(0, 90)}`, `${id} ${each}`);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
      }
    }
  }
  expect(accounts).toBeGreaterThan(4_000);
  expect(Object.fromEntries(wrong)).toEqual({});
});
