/** One part of a form as a test writes it. */
export interface FormPart {
  readonly name: string;
  /** Text, or a file's bytes when there is a filename. */
  readonly value: string | Uint8Array;
  readonly filename?: string;
  readonly type?: string;
}

export const testBoundary = 'test-boundary-7MA4YWxk';

/** `Content-Type` of the forms made here. */
export const formType = `multipart/form-data; boundary=${testBoundary}`;

/** A form's bytes, as SDKs write them. */
export function makeForm(parts: readonly FormPart[], boundary = testBoundary): Buffer {
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
        `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The parts of a form that an upstream received, by the same plain rules; content as latin1. */
export function readForm(bytes: Buffer, boundary = testBoundary): readonly (FormPart & { readonly value: string })[] {
  const text = bytes.toString('latin1');
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n');
      const head = part.slice(0, end);
      const filename = /filename="([^"]*)"/.exec(head)?.[1];
      const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
      return { name, value: part.slice(end + 4, -2), ...(filename !== undefined && { filename }) };
    });
}

/** A form of exactly so many bytes with one file that fills it. */
export function sizedForm(bytes: number, fields: readonly FormPart[], fileFirst = false): Buffer {
  const file = (length: number): FormPart => ({
    name: 'file',
    filename: 'sound.mp3',
    type: 'audio/mpeg',
    value: Buffer.alloc(length, 0x2e),
  });
  const build = (length: number) => makeForm(fileFirst ? [file(length), ...fields] : [...fields, file(length)]);
  return build(bytes - build(0).length);
}
