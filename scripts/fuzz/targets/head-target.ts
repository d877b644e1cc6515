import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { checkHead, readRequestId } from '../../../src/http/request-head.ts';
import { forwardedHeaders, hopHeader, pickRequestHeaders } from '../../../src/providers/headers.ts';
import { makeProvider } from '../../../test/fakes/make-config.ts';
import { claim, type Target } from '../target.ts';

const provider = makeProvider('up', 'a', 'http://127.0.0.1:1');
const socket = new Socket();

/** Headers whose second occurrence another server might use. */
const decisive = ['authorization', 'x-api-key', 'host', 'content-type', 'content-length', 'x-product-sku'];

interface FoldsHeaders {
  readonly _addHeaderLines: (rawHeaders: readonly string[], count: number) => void;
}

/**
 * A head as Node's parser would hand it over: target, version, then one header per line; it lets no control characters through.
 */
export function messageOf(text: string): IncomingMessage {
  // oxlint-disable-next-line no-control-regex -- Node's parser refuses these before they reach the application
  const [target = '', version = '', ...lines] = text.replace(/[\0-\x08\x0b-\x1f\x7f]/g, '').split('\n');
  const message = new IncomingMessage(socket);
  message.url = target;
  message.httpVersion = version === '1.0' ? '1.0' : '1.1';
  const rawHeaders = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):(.*)$/s.exec(line) ?? [];
    return name === '' ? [] : [name, value.trim()];
  });
  // How Node joins headers of one name.
  (message as unknown as FoldsHeaders)._addHeaderLines(rawHeaders, rawHeaders.length);
  return message;
}

/** What Node's parser lets through, and the headers for the upstream that result. */
export const headTarget: Target = {
  name: 'head',
  longest: 16_384,
  seeds: [
    '/v1/models\n1.1\nHost: a\nAuthorization: Bearer x',
    '/v1/messages?beta=true\n1.1\nhost: a\nx-api-key: x\ncontent-type: application/json\nanthropic-beta: a,b\nX-Request-Id: 1',
    '/x\n1.0\nTransfer-Encoding: chunked\nExpect: 100-continue\nx-diglot-hop: 1\ntraceparent: 00-a-b-01',
  ],
  words: [
    ...['\nHost: b', '\nauthorization: ', '\nAUTHORIZATION: ', '\nX-Api-Key: ', '\n__proto__: ', '\nconstructor: '],
    ...['\nTransfer-Encoding: ', 'chunked', 'gzip, chunked', '\nexpect: ', '\nx-diglot-hop: ', '-1', '1e999', 'NaN'],
    ...['\ncontent-length: ', '\nContent-Type: ', '\nset-cookie: ', '\nx-request-id: ', 'http://evil/', '\n1.0\n', 'é'],
  ],
  run: (input) => {
    const message = messageOf(input.toString('latin1'));
    checkHead(message);
    const names = message.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
    for (const name of decisive)
      claim(names.filter((one) => one === name).length < 2, `A second ${name} was let through.`);
    claim(names.length <= 100 && (message.url ?? '').startsWith('/'), 'A head beyond its bounds was let through.');
    const coding = names.indexOf('transfer-encoding');
    claim(
      coding === -1 || /^chunked$/i.test(message.rawHeaders[2 * coding + 1] ?? ''),
      'A transfer coding was let through that is never undone.',
    );
    const id = readRequestId(message.headers['x-request-id']);
    claim(id === null || /^[!-~]{1,128}$/.test(id), 'A request id was believed that cannot stand in a header.');
    const picked = pickRequestHeaders(message.headers, provider);
    const allowed = new Set<string>([...forwardedHeaders, hopHeader]);
    claim(
      Object.keys(picked).every((name) => allowed.has(name)),
      'A header goes to the upstream that may not.',
    );
    claim(/^\d+$/.test(picked[hopHeader] ?? ''), `The upstream gets ${picked[hopHeader]} gateways.`);
    return `${Object.keys(picked).join()} ${id === null} ${coding !== -1} ${names.length >> 3}`;
  },
};
