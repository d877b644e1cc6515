import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
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
        'remark: Prices were not compared with those in force: no gateway runs on .diglot. A start compares them.',
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

  it.each([
    ['10.0.0.0/8', true],
    ['fd00::/8', true],
    ['127.0.0.1/32', false],
    ['10.1.2.0/24', false],
  ])('notes a network of proxies that is so wide that callers may be in it: %s', (network, isWide) =>
    inFolder({ 'diglot.yaml': `${goodFile}sign_in: { trusted_proxies: ["${network}"] }\n` }, async (folder) => {
      const { code, out } = await runWords(['check', join(folder, 'diglot.yaml')], { environment });
      expect([code, out.includes(`sign_in.trusted_proxies[0] — ${network} is wide:`)]).toEqual([0, isWide]);
    }),
  );

  it('prints every problem as file:line:column and exits 2', () =>
    inFolder({ 'diglot.yaml': goodFile.replace('provider: openai', 'provider: opanai') }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out } = await runWords(['check', file], { environment });
      expect(code).toBe(2);
      expect(out).toBe(
        `${file}:9:27  models[0].targets[0].provider — names no provider of this file: opanai. Did you mean openai?\n${file}: 1 problem.\n`,
      );
    }));

  it('says where an alias stands for nothing', () =>
    inFolder({ 'diglot.yaml': 'server: {}\nmail: *nothing\n' }, async (folder) => {
      const file = join(folder, 'diglot.yaml');
      const { code, out, err } = await runWords(['check', file]);
      expect([code, out, err]).toEqual([
        2,
        `${file}:2:7  repeats a value that is not named with & above it. Put quotes around a value that begins with *.\n${file}: 1 problem.\n`,
        '',
      ]);
      expect(await runWords(['serve', '--config', file])).toMatchObject({
        code: 2,
        err: expect.stringContaining('1 problem. Nothing was started.') as string,
      });
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

  it('shows no control character of the file to the terminal', () =>
    inFolder({ 'diglot.yaml': '"\\e[31mred": 1\n' }, async (folder) => {
      const { code, out } = await runWords(['check', join(folder, 'diglot.yaml')]);
      expect([code, out.includes('\u001B')]).toEqual([2, false]);
      expect(out).toContain('?[31mred — is not a setting');
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

  it('says within a second that it is given a folder, a pipe, or a file without end', () =>
    inFolder({}, async (folder) => {
      const pipe = join(folder, 'pipe.yaml');
      execFileSync('mkfifo', [pipe]);
      const huge = join(folder, 'huge.yaml');
      await writeFile(huge, '');
      truncateSync(huge, 5_000_000_000);
      for (const [path, why] of [
        [folder, 'it is a folder'],
        [pipe, 'it is a pipe or a device; write its content to a file'],
        ['/dev/zero', 'it is a pipe or a device; write its content to a file'],
        [huge, 'it has more than 16777216 bytes'],
      ] as const) {
        const { code, out } = await runWords(['check', path]);
        expect([code, out]).toEqual([2, `${path}  the file cannot be read (${why}).\n${path}: 1 problem.\n`]);
      }
      const text = goodFile.replace('${OPENAI_KEY}', `\${file:${pipe}}`);
      await writeFile(join(folder, 'secret.yaml'), text);
      const named = await runWords(['check', join(folder, 'secret.yaml')]);
      expect(named.out).toContain(`names a file that cannot be read: ${pipe} (it is a pipe`);
      const variable = await runWords(['check'], { environment: { DIGLOT_ADMIN_KEY_FILE: pipe } });
      expect(variable.out).toContain(`names a file that cannot be read: ${pipe} (it is a pipe`);
    }));

  it('names the files of credentials that cannot be read, and so does the doctor', () =>
    inFolder({ token: 'CANARY' }, async (folder) => {
      const row = (id: string, credential: string): string =>
        `  - { id: ${id}, spec: a, base_url: "https://x.services.ai.azure.com/openai/v1", kind: azure-openai, credential: { ${credential} } }\n`;
      const workload = 'type: entra-workload-identity, tenant_id: t, client_id: c, token_file';
      const rows = `providers:\n${row('good', `${workload}: ${join(folder, 'token')}`)}${row('bad', `${workload}: ${folder}/none`)}`;
      const google = `  - { id: vertex, spec: b, kind: vertex, base_url: "https://v.example/v1/projects/p/locations/l", credential: { type: google-service-account, file: ${folder} } }\n`;
      const file = join(folder, 'diglot.yaml');
      await writeFile(file, rows + google);
      const { code, out } = await runWords(['check', file]);
      expect([
        code,
        out.split('\n').filter((line) => line.startsWith('notice') && line.includes('.credential.')),
      ]).toEqual([
        0,
        [
          expect.stringContaining(`${file}:3:`) as string,
          expect.stringContaining(
            `providers[2].credential.file — names a file that cannot be read: ${folder} (it is a folder). Calls of this provider fail until it can.`,
          ) as string,
        ],
      ]);
      const doctor = await runWords(['doctor', '--config', file, '--data', folder]);
      expect(doctor.code).toBe(3);
      expect(doctor.out).toMatch(
        /^bad {2}provider bad .*\/none, which its credential names, cannot be read \(ENOENT\)$/m,
      );
      expect(doctor.out).toMatch(/^-- {3}provider good /m);
    }));

  it('says that a file is not there', async () => {
    const { code, out } = await runWords(['check', '/nowhere.yaml']);
    expect(code).toBe(2);
    expect(out).toContain('/nowhere.yaml  the file cannot be read (ENOENT).');
  });
});
