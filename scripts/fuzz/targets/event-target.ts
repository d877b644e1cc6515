import { readEventFields, splitEvents, spliceEvent } from '../../../src/shared/json/sse.ts';
import { readStream } from '../../../test/unit/shared/read-stream.ts';
import { cut } from '../make-random.ts';
import { claim, scale, type Target } from '../target.ts';

const marker = Buffer.from('changed');

/** Streams of an upstream. */
export const eventTarget: Target = {
  name: 'sse',
  longest: 65_536,
  seeds: [
    'data: {"a":1}\n\ndata: [DONE]\n\n',
    'event: message_start\ndata: {"type":"message_start"}\n\nevent: ping\ndata: {}\n\n',
    '\uFEFF: comment\r\nid: 1\r\nretry: 2\r\ndata: x\r\ndata: y\r\n\r\ndata\r\rdata:z\n\r',
  ],
  words: [
    ...['data:', 'data: ', 'data', 'event:', 'event: ', '\n\n', '\r\r', '\r\n\r\n', '\r', '\n', '\n\r', ':', ' ', '\0'],
    ...['id: ', 'retry: ', 'data: [DONE]\n\n', '\u2028', '👋', 'DATA: x\n', ' data: x\n', 'dat', 'a: ', '{"a":"'],
  ],
  run: (input, random) => {
    // A byte order mark counts only before the first event; before a later one, a client reads it differently than we do, and no
    // upstream writes one there.
    const head = input.subarray(0, 3);
    const bytes = Buffer.concat([
      head,
      Buffer.from(input.subarray(3).toString('latin1').replaceAll('ï»¿', ''), 'latin1'),
    ]);
    const splitter = splitEvents();
    const events = cut(bytes, random).flatMap((chunk) => splitter.push(Buffer.from(chunk)));
    const rest = splitter.rest();
    claim(Buffer.concat([...events, ...(rest ? [rest] : [])]).equals(bytes), 'A stream was not passed on to the byte.');
    const reported = events
      .map((event) => readEventFields(event))
      .flatMap(({ name, data }) => (data === null ? [] : [{ name: name === '' ? null : name, data }]));
    const own = readStream(bytes.toString('utf8'));
    claim(JSON.stringify(reported) === JSON.stringify(own), 'A stream was read as its standard does not read it.');
    for (const event of events) {
      const before = readEventFields(event);
      const spliced = readEventFields(spliceEvent(event, () => marker));
      claim(spliced.name === before.name, 'A splice changed the name of an event.');
      // A line of data without a colon is an empty one, and stays: in JSON an extra line break means nothing.
      if (before.data?.trim())
        claim(spliced.data?.trim() === 'changed', 'A splice did not change the data of an event.');
    }
    return [events.length, reported.length, reported.filter(({ name }) => name !== null).length, rest?.length ?? -1]
      .map(scale)
      .join(' ');
  },
};
