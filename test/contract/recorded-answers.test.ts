import { describe, expect, it } from 'vitest';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { isObject, parseJson, stringOf } from '../../src/shared/json/json.ts';
import { corpusNote, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { answerSchemas } from './answer-schemas.ts';
import { differingAnswers, type DifferingAnswers } from './differing-answers.ts';
import { sdkDocuments } from './sdk-documents.ts';

/** Which operation answered, by the name that the recordings give to an endpoint. */
const endpoints: Readonly<Record<string, string>> = {
  chat: 'spec-a createChatCompletion',
  responses: 'spec-a createResponse',
  responses_compact: 'spec-a compactResponse',
  responses_input_tokens: 'spec-a countResponseInputTokens',
  messages: 'spec-b createMessage',
  count_tokens: 'spec-b countMessageTokens',
};

type Check = (pair: RecordedPair) => string;

/** What is wrong with a recorded answer by its operation's document; nothing is an empty text. */
function checks(): ReadonlyMap<string, Check> {
  return new Map(
    sdkDocuments.flatMap(({ name, document, operations }) => {
      const schemas = answerSchemas(document);
      const checkStream = (facts: OperationFacts, text: string): string =>
        text
          .split('\n')
          .map((line) => parseJson(/^data: ?(\{.*)/.exec(line)?.[1] ?? ''))
          .filter(isObject)
          .map((event) => schemas.checkEvent(facts, event))
          .find((complaint) => complaint !== '') ?? '';
      return operations.map((facts): [string, Check] => [
        `${name} ${facts.id}`,
        ({ response_sse: stream, response_body: body }) =>
          stream === undefined ? schemas.checkBody(facts, 200, body) : checkStream(facts, stream),
      ]);
    }),
  );
}

describe.skipIf(!hasCorpus)(`recorded answers${corpusNote}`, () => {
  it('are as the documents say, apart from those that are listed with a reason', () => {
    const checkOf = checks();
    const pairs = [...recordedPairs()].filter(({ status, endpoint }) => status === 200 && endpoint in endpoints);
    expect(pairs.length).toBeGreaterThan(3_000);
    const needed = new Set<DifferingAnswers>();
    const unexpected: string[] = [];
    for (const pair of pairs) {
      const complaint = (checkOf.get(endpoints[pair.endpoint] ?? '')?.(pair) ?? 'no such operation').trim();
      if (complaint === '') continue;
      const listed = differingAnswers.find(({ id, says }) => id.test(pair.id) && says.test(complaint));
      if (listed) needed.add(listed);
      else unexpected.push(`${pair.id} ${stringOf(pair.model) ?? ''}: ${complaint}`);
    }
    expect(unexpected).toEqual([]);
    expect(differingAnswers.filter((entry) => !needed.has(entry)).map(({ reason }) => reason)).toEqual([]);
  });
});
