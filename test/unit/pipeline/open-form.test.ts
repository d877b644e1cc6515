import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormRules, Upload } from '../../../src/pipeline/multipart/reader.ts';
import { openForm, type FormNeeds } from '../../../src/pipeline/multipart/open-form.ts';
import type { OpenSpool } from '../../../src/objects/byte-storage.ts';
import { makeSpools } from '../../../src/store/bytes/spool.ts';
import { formType, makeForm, readForm, type FormPart } from '../../fakes/make-form.ts';
import { slices } from '../../fakes/script.ts';

const rule = { minimum: null, maximum: null, allowed: null, most: 1 } as const;
const rules: FormRules = {
  fields: new Map([
    ['model', { ...rule, kind: 'text' }],
    ['file', { ...rule, kind: 'file' }],
    ['n', { ...rule, kind: 'integer', minimum: 1, maximum: 10 }],
    ['stream', { ...rule, kind: 'boolean' }],
    ['format', { ...rule, kind: 'text', allowed: ['url', 'b64'] }],
    ['tag[]', { ...rule, kind: 'text', most: 2 }],
  ]),
  required: ['model', 'file'],
};

const model: FormPart = { name: 'model', value: 'whisper-1' };
const tag: FormPart = { name: 'tag[]', value: 'a' };
const file: FormPart = { name: 'file', filename: 'a.wav', value: Buffer.alloc(200_000, 7) };

function uploadOf(form: Buffer, size = 10_000): Upload & { readonly facts: () => number } {
  const chunks = [...slices(form, size)];
  let facts = 0;
  return {
    contentType: formType,
    length: form.length,
    limit: 1_000_000,
    rules,
    facts: () => facts,
    flow: () => undefined,
    turn: () => Promise.resolve(),
    read: async () => {
      await Promise.resolve();
      facts += 1;
      return chunks.shift() ?? null;
    },
  };
}

describe('a form that a call waits for', () => {
  let folder = '';
  let spools = 0;
  let openSpool: OpenSpool;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diglot-form-'));
    openSpool = () => {
      spools += 1;
      return makeSpools(folder)();
    };
  });
  afterAll(() => rm(folder, { recursive: true }));

  const watch = { begin: () => undefined, bytes: () => undefined };
  const memory = { take: () => undefined };
  const open = (upload: Upload, needs: FormNeeds['needs'] = ['model']) =>
    openForm(upload, { needs, openSpool, watch, memory });
  const collect = (stream: Readable): Promise<Buffer> => buffer(stream);

  it('begins at once when its model stands in front, and asks for no more than is wanted', async () => {
    const form = makeForm([model, file]);
    const upload = uploadOf(form);
    const before = spools;
    const opened = await open(upload);
    expect([opened.whole, opened.fields.get('model'), upload.facts(), spools]).toEqual([false, 'whisper-1', 1, before]);
    expect(opened.length({})).toBe(form.length);
    expect((await collect(opened.body({}))).equals(form)).toBe(true);
    expect(() => opened.body({})).toThrow(/once/);
  });

  it('waits on the disk without a name when its model stands behind the file, and can be sent twice', async () => {
    const form = makeForm([file, model]);
    const opened = await open(uploadOf(form));
    expect(await readdir(folder)).toEqual([]);
    expect([opened.whole, opened.length({})]).toEqual([true, form.length]);
    for (const _ of [1, 2]) expect((await collect(opened.body({}))).equals(form)).toBe(true);
    await opened.close();
  });

  it.each([
    ['behind', [model, file, { name: 'extra', filename: 'b', value: 'other' }]],
    ['in front', [{ name: 'extra', filename: 'b', value: 'other' }, model, file]],
  ] as const)('shows only the file that its document names, not one %s it', async (_, parts) => {
    const seen: number[] = [];
    const watched = { begin: () => void seen.push(0), bytes: (bytes: Buffer) => void seen.push(bytes.length) };
    const opened = await openForm(uploadOf(makeForm(parts)), { needs: 'all', openSpool, watch: watched, memory });
    expect([seen.filter((size) => size === 0).length, seen.reduce((sum, size) => sum + size, 0)]).toEqual([1, 200_000]);
    await opened.close();
  });

  it('writes a file that comes in small chunks to the disk in large pieces', async () => {
    const form = makeForm([file, model]);
    const written: number[] = [];
    const counting: OpenSpool = async () => {
      const spool = await makeSpools(folder)();
      return {
        ...spool,
        write: (bytes) => {
          written.push(bytes.length);
          return spool.write(bytes);
        },
      };
    };
    const opened = await openForm(uploadOf(form, 16), { needs: ['model'], openSpool: counting, watch, memory });
    expect(written.length).toBeLessThanOrEqual(3);
    expect([opened.whole, opened.length({})]).toEqual([true, form.length]);
    for (const _ of [1, 2]) expect((await collect(opened.body({}))).equals(form)).toBe(true);
    await opened.close();
  });

  it.each([true, false])('changes, adds and removes fields, small: %s', async (small) => {
    const content = small ? { ...file, value: 'RIFF' } : file;
    const form = makeForm([content, { name: 'format', value: 'url' }, model, { name: 'tag[]', value: 'x' }]);
    const opened = await open(uploadOf(form), 'all');
    const edits = { model: 'other-model', format: null, seed: '7' };
    const sent = await collect(opened.body(edits));
    expect(sent.length).toBe(opened.length(edits));
    expect(readForm(sent).map(({ name, value }) => [name, name === 'file' ? value.length : value])).toEqual([
      ['seed', '7'],
      ['file', content.value.length],
      ['model', 'other-model'],
      ['tag[]', 'x'],
    ]);
    await opened.close();
  });

  it('adds a field to a form that begins with a line break', async () => {
    const form = Buffer.concat([Buffer.from('\r\n'), makeForm([model, { ...file, value: 'x' }])]);
    const opened = await open(uploadOf(form, 3), 'all');
    const sent = await collect(opened.body({ seed: '7' }));
    expect(readForm(sent)[0]).toEqual({ name: 'seed', value: '7' });
  });

  it('changes a field that is still to come', async () => {
    const form = makeForm([model, file, { name: 'n', value: '2' }]);
    const opened = await open(uploadOf(form, 7));
    expect(opened.length({ n: '3' })).toBeNull();
    expect(readForm(await collect(opened.body({ n: '3', model: 'm' }))).map(({ value }) => value.length)).toEqual([
      1, 200_000, 1,
    ]);
  });

  it.each([
    ['no model', [file], 'model is required'],
    ['no file', [model], 'file is required'],
    ['two files', [file, file, model], 'appears twice in the form'],
    ['two models', [model, model, file], 'appears twice in the form'],
    ['a file that is text', [{ ...model }, { name: 'file', value: 'x' }], 'must be a file'],
    ['three tags', [model, tag, tag, tag, file], 'may appear 2 times at most'],
    ['a model that is a file', [{ ...model, filename: 'x' }, file], 'must be text'],
    ['a number that is none', [model, { name: 'n', value: '0x2' }, file], 'must be an integer from 1 to 10'],
    ['a number out of range', [model, { name: 'n', value: '11' }, file], 'must be an integer from 1 to 10'],
    ['a boolean that is none', [model, file, { name: 'stream', value: 'yes' }], 'must be true or false'],
    ['a value that is not allowed', [model, file, { name: 'format', value: 'x' }], 'must be one of url, b64'],
    ['text that is no UTF-8', [{ ...model, value: Buffer.from([0xff]) }, file], 'no UTF-8'],
    ['a model in a list', [model, { name: 'model[]', value: 'other' }, file], 'Send it as model'],
    ['a model in another case', [model, { name: 'Model', value: 'other' }, file], 'Send it as model'],
    ['other models', [model, { name: 'fallbacks', value: 'dear' }, file], 'fallbacks is not accepted in a form'],
    [
      'other models in a list',
      [model, { name: 'models[]', value: 'dear' }, file],
      'models[] is not accepted in a form',
    ],
    ['an address of its own', [model, { name: 'api_base', value: 'http://x' }, file], 'api_base is not accepted'],
    ['text without measure', [{ name: 'model', value: 'x'.repeat(1_048_577) }, file], 'more than 1048576 bytes'],
  ] as const)('is refused, wherever it is noticed: %s', async (_, parts, message) => {
    const refused = async (needs: FormNeeds['needs']): Promise<void> => {
      const opened = await open(uploadOf(makeForm(parts)), needs);
      await collect(opened.body({}));
    };
    await expect(refused(['model'])).rejects.toThrow(message);
    await expect(refused('all')).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });
});
