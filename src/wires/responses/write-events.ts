import { writeJson } from '../../shared/json/raw-json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import type { AnswerFrame, AnswerWriter, OutEvent } from '../turn.ts';
import { LossList } from '../translation/writing.ts';
import { callerTools } from '../translation/tool-calls.ts';
import { FoldedAnswer, noteLosses } from '../translation/fold-answer.ts';
import { eventOf, ItemWriter, type Unnumbered } from './item-writer.ts';
import { echoOf, endOf, explained, itemsOf, writeItem, writeResponse } from './write-answer.ts';

const lastTypes = ['response.completed', 'response.incomplete'];

export function openWriter(frame: AnswerFrame): AnswerWriter {
  const answer = new FoldedAnswer();
  const losses = new LossList('responses');
  const tools = callerTools(frame.request);
  const items = new ItemWriter(frame, answer, tools);
  const echo = echoOf(frame);
  let sequence = 0;

  const numbered = ({ type, text }: Unnumbered): OutEvent => {
    const data = `{"type":"${type}","sequence_number":${sequence},${text}`;
    sequence += 1;
    return { bytes: writeEvent(type, data), data, last: lastTypes.includes(type) };
  };
  const start = (): readonly Unnumbered[] => {
    if (sequence > 0) return [];
    const response = writeResponse(frame, answer, { status: 'in_progress', output: [], echo });
    return ['created', 'in_progress'].map((type) => eventOf(type, { response }));
  };
  /** The explanation of a refusal is the last thing that is said. */
  const explain = (): readonly Unnumbered[] => {
    const said = explained(answer);
    if (!said) return [];
    const { part } = said;
    return [
      ...items.push({ type: 'delta', part, text: said.text }),
      ...items.push({ type: 'close', part, whole: null }),
    ];
  };
  const end = (): readonly Unnumbered[] => {
    const rest = [...items.endCall(endOf(answer)), ...explain(), ...items.end(endOf(answer))];
    const response = writeResponse(frame, answer, { status: 'ended', output: items.output, echo });
    return [...rest, eventOf(endOf(answer), { response })];
  };
  return {
    push: (event) => {
      answer.push(event);
      noteLosses(event, answer, losses);
      if (!frame.stream || event.type === 'fault' || event.type === 'idle') return [];
      const begun = start();
      const written = 'part' in event ? items.push(event) : event.type === 'end' ? end() : [];
      const [first] = written;
      if (begun.length === 0 && first && written.length === 1) return [numbered(first)];
      return [...begun, ...written].map(numbered);
    },
    whole: () => {
      const output = itemsOf({ frame, tools }, answer, explained(answer)).map((item) => writeItem(item, tools));
      return Buffer.from(writeJson(writeResponse(frame, answer, { status: 'ended', output, echo })));
    },
    losses: () => losses.list(),
  };
}
