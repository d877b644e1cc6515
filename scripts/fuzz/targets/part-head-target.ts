import { boundaryOf, readPartHead } from '../../../src/pipeline/multipart/parts.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { claim, type Target } from '../target.ts';

/** The heads of a form's parts, and the header that names its boundary. */
export const partHeadTarget: Target = {
  name: 'part-head',
  longest: 8_192,
  seeds: [
    'Content-Disposition: form-data; name="model"',
    'Content-Disposition: form-data; name="file"; filename="a \\"b\\".wav"; filename*=UTF-8\'\'a%20b\r\nContent-Type: audio/wav',
    'content-disposition: form-data;name=file\r\ncontent-transfer-encoding: binary',
    'multipart/form-data; boundary="a b"; charset=utf-8',
  ],
  words: [
    ...[
      '; name=',
      '; NAME="',
      '; name*=',
      '; filename="',
      "; filename*=UTF-8''",
      '%',
      '%ff',
      '\\"',
      '\\',
      '"',
      ';',
      '; ',
      '\r\n',
      '\r',
      '\n',
    ],
    ...[
      '\r\nContent-Disposition: ',
      'form-data',
      '\r\nContent-Type: ',
      '; boundary=',
      ';boundary="',
      ' ',
      '\t',
      '__proto__',
      'é',
    ],
    ...['\0', '\u2028', ': ', '\r\n\r\n', '--'],
  ],
  run: (input) => {
    const text = input.toString('utf8');
    let boundary = '';
    try {
      boundary = boundaryOf(text.slice(0, 1_024));
      claim(/^[\x20-\x7e]{1,70}$/.test(boundary) && !boundary.endsWith(' '), 'A boundary was read that is none.');
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
    const { name, filename, contentType } = readPartHead(text);
    claim(name !== '' && name.length <= 200 && name !== '__proto__', 'A field was read that has no name.');
    // oxlint-disable-next-line no-control-regex -- a name is written into a header again
    claim(!/[\0-\x1f"\\]/.test(name), 'A name was read that cannot be written again.');
    return `${filename === null} ${contentType === null} ${boundary === ''} ${text.split('\r\n').length}`;
  },
};
