import { splitForm, type FormPiece } from '../../../src/pipeline/multipart/parts.ts';
import { cut } from '../make-random.ts';
import { claim, type Target } from '../target.ts';

const boundary = 'b0undary';
const delimiter = `\r\n--${boundary}`;

/** A part of a form: its name and its content, as latin1. */
type Part = readonly [name: string, content: string];

/** The parts of a form, by a second parser: whatever is between two delimiters is a part. */
function partsOf(text: string): readonly Part[] {
  const pieces = (text.startsWith('--') ? `\r\n${text}` : text).split(delimiter).slice(1);
  const end = pieces.findIndex((piece) => piece.startsWith('--'));
  return pieces.slice(0, end).map((piece): Part => {
    const from = piece.indexOf('\r\n');
    const to = piece.indexOf('\r\n\r\n', from);
    const [, terms = ''] = /^content-disposition:(.*)$/im.exec(piece.slice(from, to)) ?? [];
    const name = /;[ \t]*name=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(terms) ?? [];
    return [Buffer.from(name[1] ?? name[2] ?? '', 'latin1').toString('utf8'), piece.slice(to + 4)];
  });
}

function readParts(pieces: readonly FormPiece[]): readonly Part[] {
  const parts: [string, string][] = [];
  for (const piece of pieces) {
    if (piece.kind === 'part') parts.push([piece.head.name, '']);
    const last = parts.at(-1);
    if (piece.kind === 'content' && last) last[1] += piece.bytes.toString('latin1');
  }
  return parts;
}

const part = (head: string, content: string): string => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;
const disposition = 'Content-Disposition: form-data; name=';

/** Forms that are streamed. */
export const formTarget: Target = {
  name: 'form',
  longest: 65_536,
  seeds: [
    `${part(`${disposition}"model"`, 'm')}${part(`${disposition}"file"; filename="a"`, '\0\r\n--b0undar\r\n')}--${boundary}--\r\n`,
    `\r\n${part(`X: y\r\n${disposition}a`, '')}--${boundary}-- \r\nepilogue`,
    `--${boundary}--`,
  ],
  words: [
    ...[
      delimiter,
      `--${boundary}`,
      `${delimiter}--`,
      `${delimiter}\r\n`,
      `${delimiter} \t\r\n`,
      '\r\n',
      '\r',
      '\n',
      '--',
      '-',
    ],
    ...[
      `\r\n${disposition}"x"`,
      part(`${disposition}"y"`, 'z'),
      '\r\n\r\n',
      `${delimiter}: x`,
      '"',
      ';',
      `; name="`,
      '\0',
    ],
  ],
  run: (input, random) => {
    const splitter = splitForm(boundary);
    const pieces = cut(input, random).flatMap((chunk) => splitter.push(Buffer.from(chunk)));
    splitter.finish();
    const passed = pieces.flatMap((piece) => ('bytes' in piece ? [piece.bytes] : []));
    claim(Buffer.concat(passed).equals(input), 'A form was not passed on to the byte.');
    const parts = readParts(pieces);
    const own = partsOf(input.toString('latin1'));
    claim(JSON.stringify(parts) === JSON.stringify(own), 'A form was read differently by another program.');
    return `${parts.length} ${parts.map(([, content]) => Math.min(content.length, 3)).join('')}`.slice(0, 40);
  },
};
