import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { loadConfig, type LoadedConfig } from '../../../src/config/load-config.ts';
import { watchConfig } from '../../../src/config/watch-config.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import type { Log, LogFields } from '../../../src/shared/log.ts';
import { goodEnvironment, goodFile } from './load-text.ts';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

function linesLog(): { readonly lines: Line[]; readonly log: Log } {
  const lines: Line[] = [];
  const write =
    (level: string) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return { lines, log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') } };
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; waited < 15_000 && !condition(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (!condition()) throw new Error('Nothing happened within 15 s.');
}

describe('a configuration file that changes while the gateway runs', () => {
  let folder = '';
  let file = '';
  let stop = (): void => undefined;
  const applied: Config[] = [];
  const compared: Config[] = [];
  const refusals: (string | null)[] = [];
  let written: ReturnType<typeof linesLog>;

  const take = ({ config }: LoadedConfig): void => void applied.push(config);

  interface Starting {
    readonly apply?: (loaded: LoadedConfig) => void;
    /** Done between the start's reading of the file and the watch. */
    readonly changing?: () => Promise<void>;
    /** Whether the defaults apply where there is no file, as for a gateway that was started without one. */
    readonly defaults?: boolean;
  }

  const start = async (
    text: string,
    { apply = take, changing = () => Promise.resolve(), defaults = false }: Starting = {},
  ) => {
    await writeFile(file, text);
    const { config, text: content } = await loadConfig({ file, environment: goodEnvironment });
    await changing();
    const watcher = watchConfig({
      file,
      initial: config,
      text: content,
      load: (running) => {
        compared.push(running);
        const { catalog } = running;
        const found = defaults && !existsSync(file) ? null : file;
        return loadConfig({ file: found, environment: goodEnvironment, running: catalog, now: Date.UTC(2026, 10, 20) });
      },
      apply,
      noteRefusal: (refusal) => void refusals.push(refusal),
      clock: systemClock,
      log: written.log,
    });
    stop = watcher.close;
    await watcher.settled();
    return watcher;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diglot-watch-'));
    file = join(folder, 'diglot.yaml');
    applied.length = 0;
    compared.length = 0;
    refusals.length = 0;
    written = linesLog();
  });

  afterEach(async () => {
    stop();
    await rm(folder, { recursive: true });
  });

  const said = (words: string): boolean => written.lines.some(({ message }) => message.includes(words));

  it('is swapped in whole', async () => {
    await start(goodFile);
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => said('is in force'));
    expect(applied.map(({ catalog }) => catalog.models[0]?.id)).toEqual(['gpt-6']);
  });

  it('is seen when an editor puts another file in its place', async () => {
    await start(goodFile);
    await writeFile(`${file}.new`, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await rename(`${file}.new`, file);
    await until(() => applied.length === 1);
  });

  it('keeps in words why it is not in force, until one is', async () => {
    let isAway = false;
    await start(goodFile, {
      apply: () => {
        if (isAway) throw new Error('The database does not answer.');
      },
    });
    await writeFile(file, goodFile.replace('provider: openai', 'provider: opanai'));
    await until(() => refusals.length > 0);
    expect(refusals.at(-1)).toBe(
      'The changed configuration has a problem, so the previous one stays in force. The log says what is wrong.',
    );
    await writeFile(file, goodFile);
    await until(() => refusals.at(-1) === null);
    await rm(file);
    await until(() => refusals.at(-1)?.startsWith('The configuration file is missing') === true);
    isAway = true;
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => refusals.at(-1)?.includes('cannot be applied yet') === true);
    isAway = false;
    await until(() => refusals.at(-1) === null);
    isAway = true;
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-7'));
    await until(() => refusals.at(-1)?.includes('cannot be applied yet') === true);
    isAway = false;
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => refusals.at(-1) === null);
    expect(refusals.join(' ')).not.toContain(folder);
  });

  it('changes nothing when it has problems, and says each with its line', async () => {
    await start(goodFile);
    await writeFile(file, goodFile.replace('provider: openai,', 'provider: opanai,'));
    await until(() => said('stays in force'));
    expect(applied).toEqual([]);
    expect(written.lines[0]?.fields['problem']).toMatch(/diglot\.yaml:9:27 .*Did you mean openai\?$/);
  });

  it('changes nothing when it rewrites a price that has begun', async () => {
    await start(goodFile);
    await writeFile(file, goodFile.replace('"2.00"', '"1.00"'));
    await until(() => said('stays in force'));
    expect(applied).toEqual([]);
  });

  it('is taken when the mistake is mended', async () => {
    await start(goodFile);
    await writeFile(file, 'server: [');
    await until(() => said('stays in force'));
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => applied.length === 1);
  });

  it('is compared with the change before it, not with the start', async () => {
    await start(goodFile);
    const later = goodFile.replace('id: gpt-5-mini', 'id: gpt-6');
    await writeFile(file, later);
    await until(() => applied.length === 1);
    await writeFile(file, later.replace('id: gpt-6', 'id: gpt-7'));
    await until(() => applied.length === 2);
    expect(compared.map(({ catalog }) => catalog.models[0]?.id)).toEqual(['gpt-5-mini', 'gpt-6']);
  });

  it('is found when it is made while the gateway starts', async () => {
    await start(goodFile, { changing: () => writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6')) });
    expect(applied.map(({ catalog }) => catalog.models[0]?.id)).toEqual(['gpt-6']);
  });

  it('is found where the folder reports nothing, as one that was put in the place of the first', async () => {
    await start(goodFile);
    await rename(folder, `${folder}.old`);
    await until(() => said('missing'));
    await mkdir(folder);
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => applied.length === 1);
    await rm(`${folder}.old`, { recursive: true });
  });

  it('is tried again while it cannot be applied, which is said once', async () => {
    let tries = 0;
    await start(goodFile, {
      apply: (loaded) => {
        tries += 1;
        if (tries < 3) throw new Error('The database is away.');
        take(loaded);
      },
    });
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => said('is in force'));
    expect([tries, applied.length]).toEqual([3, 1]);
    expect(written.lines.filter(({ message }) => message.includes('cannot be applied yet'))).toHaveLength(1);
  });

  it('is tried again when it was asked for and cannot be applied, though the file is as it was', async () => {
    let tries = 0;
    const { reread } = await start(goodFile, {
      apply: (loaded) => {
        tries += 1;
        if (tries < 3) throw new Error('The database is away.');
        take(loaded);
      },
    });
    reread();
    await until(() => said('is in force'));
    expect([tries, applied.length]).toEqual([3, 1]);
  });

  it('says what needs a restart', async () => {
    await start(goodFile);
    await writeFile(file, `server: { port: 9000 }\n${goodFile}`);
    await until(() => said('need a restart'));
    expect(written.lines.find(({ level }) => level === 'warn')?.fields).toEqual({ sections: 'server' });
  });

  const restarts = (): readonly unknown[] =>
    written.lines.filter(({ message }) => message.includes('a restart')).map(({ level, fields }) => [level, fields]);

  const change = async (text: string): Promise<void> => {
    const before = applied.length;
    await writeFile(file, text);
    await until(() => applied.length > before && written.lines.at(-1)?.message.includes('is in force') === true);
  };

  it('says it again with the next change, and takes it back when the setting is as it was', async () => {
    await start(goodFile);
    const wanted = ['warn', { sections: 'server' }];
    await change(`server: { port: 9000 }\n${goodFile}`);
    await change(`server: { port: 9000 }\n${goodFile.replace('id: gpt-5-mini', 'id: gpt-6')}`);
    expect(restarts()).toEqual([wanted, wanted]);
    await change(goodFile);
    expect(restarts()).toEqual([wanted, wanted, ['info', {}]]);
    await change(goodFile.replace('id: gpt-5-mini', 'id: gpt-7'));
    expect(restarts()).toHaveLength(3);
  });

  it('asks for a restart for another key of the bucket, and for no public address', async () => {
    const bucket = (secret: string): string =>
      `storage: { drive: "s3://bucket?endpoint=http://127.0.0.1:1&region=r", drive_access_key_id: id, drive_secret_access_key: ${secret} }\n${goodFile}`;
    await start(bucket('old'));
    await change(`server: { public_url: "https://models.example.com" }\n${bucket('old')}`);
    expect(restarts()).toEqual([]);
    await change(bucket('new'));
    expect(restarts()).toEqual([['warn', { sections: 'storage' }]]);
  });

  it.each([
    ['server', 'server: { seal_keys: [KEY] }', '0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'],
    ['server', 'server: { workers: KEY }', '2', '3'],
    ['telemetry', 'telemetry: { traces: { endpoint: "http://127.0.0.1:4318", headers: { a: KEY } } }', 'one', 'two'],
  ])('asks for a restart for what %s reads only at start: %s', async (sections, settings, before, after) => {
    const text = (value: string): string => `${settings.replace('KEY', value)}\n${goodFile}`;
    await start(text(before));
    await change(text(after));
    expect(restarts()).toEqual([['warn', { sections }]]);
    // The name of the folder is random, and may have a digit in it.
    expect(JSON.stringify(written.lines).replaceAll(/diglot-watch-\w+/g, '')).not.toContain(after);
  });

  it('says once that it is gone, keeps the settings, and is read when it is back', async () => {
    await start(goodFile);
    await rm(file);
    await until(() => said('missing'));
    await writeFile(join(folder, 'other'), 'x');
    await new Promise((resolve) => setTimeout(resolve, 400));
    const message = 'The configuration file is missing or cannot be read. The current settings stay in force.';
    expect(written.lines).toEqual([{ level: 'warn', message, fields: { file } }]);
    expect(applied).toEqual([]);
    await change(goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    expect(applied).toHaveLength(1);
  });

  it('keeps the settings when it is gone, however often it is asked for', async () => {
    const { reread, settled } = await start(goodFile, {
      // As for a gateway that was started without a file: without one, the defaults apply.
      defaults: true,
    });
    await rm(file);
    reread();
    await settled();
    reread();
    await settled();
    expect(applied).toEqual([]);
    expect(written.lines.map(({ level }) => level)).toEqual(['warn', 'warn']);
  });

  it('keeps the settings when it is empty, as it is on a full disk or while it is written', async () => {
    const { reread, settled } = await start(goodFile);
    for (const text of ['', '\n', '# nothing yet\n']) {
      await writeFile(file, text);
      await until(() => said('is empty'));
      reread();
      await settled();
    }
    expect(applied).toEqual([]);
    await writeFile(file, goodFile.replace('id: gpt-5-mini', 'id: gpt-6'));
    await until(() => applied.length === 1);
  });
});
