import { isSeal } from '../seal.ts';
import type { Field } from '../translation/field.ts';
import type { ReasoningPart, SearchPart } from '../translation/parts.ts';

const wire = 'responses';

const textsOf = (list: Field): readonly string[] => list.items().flatMap((each) => each.at('text').text ?? []);

/** A reasoning item, of a request or of an answer. */
export function readReasoning(item: Field): ReasoningPart {
  const encrypted = item.at('encrypted_content').text;
  const sealed = encrypted !== null && isSeal(encrypted);
  const full = textsOf(item.at('content'));
  return {
    type: 'reasoning',
    path: item.path,
    texts: full.length > 0 ? full : textsOf(item.at('summary')),
    form: full.length > 0 ? 'full' : 'summary',
    proof: sealed ? null : { wire, raw: item.raw },
    seal: sealed ? encrypted : null,
  };
}

/** A run of the web search, of a request or of an answer. */
export function readSearch(item: Field): SearchPart {
  const action = item.at('action');
  const encrypted = item.at('encrypted_content').text;
  const sealed = encrypted !== null && isSeal(encrypted);
  return {
    type: 'search',
    path: item.path,
    id: item.at('id').text ?? '',
    query: action.at('query').text ?? action.at('queries').items()[0]?.text ?? null,
    sources: action
      .at('sources')
      .items()
      .flatMap((source) => {
        const url = source.at('url').text;
        return url === null ? [] : [{ url, title: source.at('title').text }];
      }),
    failed: item.at('status').text === 'failed',
    proof: sealed ? null : { wire, raw: item.raw },
    seal: sealed ? encrypted : null,
  };
}
