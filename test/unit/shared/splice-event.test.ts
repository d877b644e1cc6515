import { describe, expect, it } from 'vitest';
import { spliceEvent } from '../../../src/shared/json/sse.ts';
import { spliceJson, spliceMember } from '../../../src/shared/json/raw-json.ts';

const setId = (data: Buffer): Buffer => spliceJson(data, { id: '"ours"' });
const spliced = (event: string): string => spliceEvent(Buffer.from(event), setId).toString();

describe('a change in the data of an event', () => {
  it.each([
    ['event: x\ndata: {"id":"theirs", "n":1}\n\n', 'event: x\ndata: {"id":"ours", "n":1}\n\n'],
    ['id: 7\r\ndata:{ "n" : 1.50 ,"id":"theirs"}\r\n\r\n', 'id: 7\r\ndata:{ "n" : 1.50 ,"id":"ours"}\r\n\r\n'],
    [': note\rdata: {"id":"theirs"}\rretry: 3\r\r', ': note\rdata: {"id":"ours"}\rretry: 3\r\r'],
    ['event: x\ndata: {"id":\ndata: "theirs"}\n\n', 'event: x\ndata: {"id":"ours"}\n\n'],
    ['\uFEFFdata: {"id":"theirs"}\n\n', '\uFEFFdata: {"id":"ours"}\n\n'],
    [
      ': one\r\ndata: {"id":\r\nid: 7\r\ndata: "theirs",\r\ndata:"n":1}\r\n: two\r\n\r\n',
      ': one\r\ndata: {"id":"ours", "n":1}\r\nid: 7\r\n: two\r\n\r\n',
    ],
    [': only a comment\n\n', ': only a comment\n\n'],
  ])('leaves every other byte: %j', (event, changed) => {
    expect(spliced(event)).toBe(changed);
  });

  it('gives back the very same bytes where nothing changes', () => {
    const event = Buffer.from('data: {"id":1}\n\n');
    expect(spliceEvent(event, (data) => data)).toBe(event);
  });

  it('reaches into a member', () => {
    const inside = spliceMember(Buffer.from('{"a":{"id":1},"response": {"id":"theirs","x":"id"} }'), 'response', setId);
    expect(Buffer.from(inside).toString()).toBe('{"a":{"id":1},"response": {"id":"ours","x":"id"} }');
    const bytes = Buffer.from('{"a":1}');
    expect(spliceMember(bytes, 'response', setId)).toBe(bytes);
  });
});
