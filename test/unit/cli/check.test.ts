import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { goodEnvironment, goodFile } from '../config/load-text.ts';
import { inFolder, runWords } from './make-context.ts';

const environment = goodEnvironment;

describe('diglot check', () => {
  it('says what a good file holds, and how it is read', () =>
    inFolder({ 'diglot.yaml': goodFile }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['check', file], { environment });
      expect(code).toBe(0);
      expect(out.split('\n')).toEqual([
        expect.stringMatching(
          /^remark: \/.+diglot\.yaml:15:9 {2}products\[0\]\.prices\[0\] — charges kinds without/,
        ) as string,
        `${file}: 1 provider, 1 model, 1 Product, 1 plan. No problems.`,
        '',
      ]);
    }));

  it('names what cannot be called yet because its first price is to come', () =>
    inFolder({ 'diglot.yaml': goodFile.replace('from: 2026-01', 'from: 2999-01') }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['check', file], { environment });
      expect(code).toBe(0);
      expect(out).toContain(
        `notice: ${file}:8:5  models[0] — gpt-5-mini cannot be called until 2999-01-01T00:00:00.000Z, when the first price of its Product chat-small begins.\n`,
      );
    }));

  it('prints every problem as file:line:column and exits 2', () =>
    inFolder({ 'diglot.yaml': goodFile.replace('provider: openai', 'provider: opanai') }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['check', file], { environment });
      expect(code).toBe(2);
      expect(out).toBe(
        `${file}:9:27  models[0].targets[0].provider — names no provider of this file: opanai. Did you mean openai?\n${file}: 1 problem.\n`,
      );
    }));

  it('prints the same for programs', () =>
    inFolder({ 'diglot.yaml': 'server:\n  prot: 1\n' }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['check', file, '--json']);
      expect(code).toBe(2);
      expect(JSON.parse(out)).toEqual({
        file,
        problems: [
          {
            place: `${file}:2:3`,
            file,
            line: 2,
            column: 3,
            path: 'server.prot',
            message:
              'is not a setting; known here: host, port, workers, public_url, metrics, cors_origins, seal_keys, shutdown',
            suggestion: 'port',
          },
        ],
        notices: [],
        remarks: [],
      });
    }));

  it('gives programs the place of a notice and a remark, too', () =>
    inFolder({ 'diglot.yaml': goodFile.replace('from: 2026-01', 'from: 2999-01') }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { out } = await runWords(['check', file, '--json'], { environment: { ...environment, DIGLOT_PROT: '1' } });
      const place = { file, suggestion: null };
      expect(JSON.parse(out)).toMatchObject({
        problems: [],
        notices: [
          {
            file: null,
            line: null,
            column: null,
            place: null,
            message: expect.stringMatching(/^DIGLOT_PROT is unknown/) as string,
          },
          {
            ...place,
            line: 8,
            column: 5,
            path: 'models[0]',
            message: expect.stringMatching(/^gpt-5-mini cannot/) as string,
          },
        ],
        remarks: [{ ...place, line: 15, column: 9, path: 'products[0].prices[0]' }],
      });
    }));

  it('finds the file by DIGLOT_CONFIG', () =>
    inFolder({ 'other.yaml': 'server: 5\n' }, async (folder) => {
      const { code } = await runWords(['check'], { environment: { DIGLOT_CONFIG: join(folder, 'other.yaml') } });
      expect(code).toBe(2);
    }));

  it('takes the file as serve does, too', () =>
    inFolder({ 'other.yaml': 'server: 5\n' }, async (folder) => {
      const file = join(folder, 'other.yaml');
      expect((await runWords(['check', '--config', file])).out).toContain(`${file}: 1 problem.`);
      expect((await runWords(['check', '-c', file, file])).code).toBe(2);
      const two = await runWords(['check', 'one.yaml', '--config', file]);
      expect(two).toMatchObject({ code: 1, err: expect.stringContaining('Name one.') as string });
    }));

  it('says that a file is not there', async () => {
    const { code, out } = await runWords(['check', '/nowhere.yaml']);
    expect(code).toBe(2);
    expect(out).toContain('/nowhere.yaml  the file cannot be read (ENOENT).');
  });
});
