import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLog, makeTimestamp, prettyLog } from '../../../src/telemetry/log.ts';
import { inArea, usualLevels, type LogLevels } from '../../../src/shared/log.ts';

const failure = new Error('upstream said Bearer abcdef123456', { cause: new Error('key sk-proj-abcdef123456') });

describe('the log for machines', () => {
  const lines = (write: (log: ReturnType<typeof jsonLog>) => void): readonly Record<string, unknown>[] => {
    const written: string[] = [];
    write(jsonLog(() => usualLevels, { write: (line) => void written.push(line) }));
    return written.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('is one JSON object an event, with its moment, level, sentence and fields', () => {
    const [line, ...rest] = lines((log) => log.info('A call ended.', { status: 200, charge: null, left: undefined }));
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      message: 'A call ended.',
      status: 200,
      charge: null,
    });
    expect(rest).toEqual([]);
  });

  it('leaves out what is below its level', () => {
    expect(lines((log) => log.debug('Quiet.'))).toEqual([]);
  });

  it('describes causes of causes, without credentials', () => {
    const [line] = lines((log) => log.error('Failed.', {}, failure));
    expect(line?.['cause']).toContain('caused by Error: key sk-proj');
    expect(JSON.stringify(line)).not.toContain('abcdef123456');
  });
});

describe('the level of an area', () => {
  it.each([
    ['machines', (levels: () => LogLevels, write: (text: string) => void) => jsonLog(levels, { write })],
    [
      'people',
      (levels: () => LogLevels, write: (text: string) => void) =>
        prettyLog({ levels, colour: false, write, now: () => 0 }),
    ],
  ])('takes the place of the usual one, as it is when a line is written, in the log for %s', (_, open) => {
    let text = '';
    let levels: LogLevels = { level: 'warn', levels: { upstream: 'debug', calls: 'error' } };
    const log = open(
      () => levels,
      (part) => (text += part),
    );
    const write = (at: number): void => {
      log.info(`usual ${at}`);
      inArea(log, 'upstream').debug(`upstream ${at}`);
      inArea(log, 'calls').warn(`calls ${at}`);
      inArea(log, 'calls').error(`failed ${at}`, { area: 'store' });
    };
    write(1);
    levels = { level: 'info', levels: { upstream: 'error', store: 'error' } };
    write(2);
    const written = ['usual 1', 'upstream 1', 'calls 1', 'failed 1', 'usual 2', 'upstream 2', 'calls 2', 'failed 2'];
    expect(written.filter((one) => text.includes(one))).toEqual([
      'upstream 1',
      'failed 1',
      'usual 2',
      'calls 2',
      'failed 2',
    ]);
    expect(text).toMatch(/area"?[=:]"?upstream/);
  });
});

describe('the log for people', () => {
  it('is one short line an event', () => {
    let text = '';
    const log = prettyLog({ levels: () => usualLevels, colour: false, write: (part) => (text += part), now: () => 0 });
    log.warn('Slow.', { model: 'demo', note: 'two words', empty: null });
    log.debug('Quiet.');
    log.error('Failed.', {}, failure);
    expect(text.split('\n')[0]).toBe('00:00:00 warn  Slow. model=demo note="two words"');
    expect(text).not.toContain('Quiet');
    expect(text).not.toContain('abcdef123456');
  });
});

describe('the way out of the log', () => {
  const logging = (script: string): ChildProcess => {
    const module = new URL('../../../src/telemetry/log.ts', import.meta.url).href;
    const source = `import { jsonLog } from ${JSON.stringify(module)}; const log = jsonLog(() => ({ level: 'info', levels: {} })); ${script}`;
    return spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  };

  it('is taken soon, also where nothing follows', async () => {
    const child = logging(`log.info('Alone.'); setInterval(() => undefined, 1_000);`);
    const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    expect(line.toString()).toContain('Alone.');
    child.kill();
  });

  it('is taken by every line before the process ends', async () => {
    const child = logging(`for (let at = 1; at <= 1_000; at += 1) log.info('Line.', { at }); process.exit(0);`);
    const text = await new Response(Readable.toWeb(child.stdout ?? Readable.from([])) as BodyInit).text();
    expect(text.trim().split('\n')).toHaveLength(1_000);
    expect(text).toContain('"at":1000');
  });
});

describe.skipIf(process.platform === 'win32')('the end of a long log with an active reader', () => {
  it.each([
    ['while it is written', `setTimeout(() => void output.settle().then(() => process.exit(0)), 3);`],
    ['right after its last line', `output.settle().then(() => process.exit(0));`],
    ['at once', `process.exit(0);`],
  ])('has every line, whole and in order, %s', async (_, end) => {
    const module = new URL('../../../src/telemetry/log.ts', import.meta.url).href;
    const source = `import { backgroundOutput } from ${JSON.stringify(module)}; process.stdout; const output = backgroundOutput(1);
      for (let at = 0; at < 20_000; at += 1) output.write(JSON.stringify({ at, text: 'é'.repeat(100) }) + '\\n'); ${end}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = await new Response(Readable.toWeb(child.stdout) as BodyInit).text();
    const places = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { at: number }).at);
    expect(places).toEqual(Array.from({ length: 20_000 }, (_line, at) => at));
  });
});

describe.skipIf(process.platform === 'win32')('a log that nobody reads', () => {
  it.each([
    ['stands still', (stdout: Readable) => void stdout.pause()],
    ['has gone', (stdout: Readable) => void stdout.destroy()],
  ])('keeps no process alive, if its reader %s', async (_, leave) => {
    const module = new URL('../../../src/telemetry/log.ts', import.meta.url).href;
    const source = `import { jsonLog } from ${JSON.stringify(module)}; const log = jsonLog(() => ({ level: 'info', levels: {} }));
      process.stdout.on('error', () => undefined);
      for (let at = 1; at <= 5_000; at += 1) log.info('x'.repeat(200)); setTimeout(() => process.exit(7), 500);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    leave(child.stdout);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    expect(await once(child, 'exit')).toEqual([7, null]);
    clearTimeout(late);
  });
});

describe('the time of a line', () => {
  it('is the moment in ISO 8601, whatever moments came before', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), fc.integer({ min: -1e12, max: 4e12 }), (steps, start) => {
        let at = start;
        const timestamp = makeTimestamp(() => at);
        for (const step of steps) {
          at += step % 7 === 0 ? -step : step;
          expect(timestamp()).toBe(`,"time":"${new Date(at).toISOString()}"`);
        }
      }),
    );
  });
});
