import { describe, expect, it } from 'vitest';
import { translated } from './turn-wires.ts';

const png = Buffer.from('iVBORw0KGgo=', 'base64');
const percent = (bytes: Buffer): string => bytes.toString('hex').replace(/../g, '%$&');

/** What Messages gets for the parts of a message. */
const sent = (from: 'chat-completions' | 'responses', part: object): unknown => {
  const message = { role: 'user', content: [part] };
  const body = from === 'responses' ? { model: 'm', input: [message] } : { model: 'm', messages: [message] };
  const { messages } = translated({ from, to: 'messages' }, body).body as unknown as {
    messages: readonly { content: readonly object[] }[];
  };
  return messages[0]?.content[0];
};

describe('a file in an address without base64', () => {
  const picture = (data: string) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
  it.each([
    ['of bytes that are no text', percent(png), png.toString('base64')],
    ['that is malformed', '%E0%A4%A', Buffer.from([0xe0, 0xa4, 0x25, 0x41]).toString('base64')],
    ['that ends with the sign', 'a%', Buffer.from('a%').toString('base64')],
  ])('is the bytes that the URL standard reads: a picture %s', (_, data, base64) => {
    const url = `data:image/png,${data}`;
    expect(sent('chat-completions', { type: 'image_url', image_url: { url } })).toEqual(picture(base64));
    expect(sent('responses', { type: 'input_image', image_url: url })).toEqual(picture(base64));
  });

  it.each([
    ['100% sure', '100% sure'],
    ['gr%C3%BC%c3%9Fe', 'grüße'],
    ['grüße', 'grüße'],
  ])('is the bytes that the URL standard reads: the text %s', (data, text) => {
    const document = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } };
    const url = `data:text/plain,${data}`;
    expect(sent('chat-completions', { type: 'file', file: { file_data: url } })).toEqual(document);
    expect(sent('responses', { type: 'input_file', file_data: url })).toEqual(document);
  });
});

it('an address with a scheme in capitals holds its file too', () => {
  const url = 'DATA:image/png;base64,iVBORw0KGgo=';
  const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
  expect(sent('chat-completions', { type: 'image_url', image_url: { url } })).toEqual({ type: 'image', source });
});
