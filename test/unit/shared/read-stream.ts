/** An event as an EventSource gives it to its listeners; a name of null is `message`. */
export interface Dispatched {
  readonly name: string | null;
  readonly data: string;
}

/**
 * The standard's own algorithm, step by step, for a whole stream. What has no blank line behind it is never dispatched.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function readStream(text: string): Dispatched[] {
  const dispatched: Dispatched[] = [];
  let data = '';
  let hasData = false;
  let name = '';
  let rest = text.startsWith('\uFEFF') ? text.slice(1) : text;
  for (;;) {
    const end = /\r\n|\n|\r/.exec(rest);
    if (!end) return dispatched;
    const line = rest.slice(0, end.index);
    rest = rest.slice(end.index + end[0].length);
    if (line === '') {
      if (hasData) dispatched.push({ name: name === '' ? null : name, data: data.slice(0, -1) });
      data = '';
      hasData = false;
      name = '';
    } else if (!line.startsWith(':')) {
      const [, field = '', value = ''] = /^([^:]*)(?::[ ]?(.*))?$/su.exec(line) ?? [];
      if (field === 'event') name = value;
      if (field === 'data') {
        data += `${value}\n`;
        hasData = true;
      }
    }
  }
}
