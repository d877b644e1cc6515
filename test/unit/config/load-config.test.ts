import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { checkDocument } from '../../../src/config/check-document.ts';
import { readYaml } from '../../../src/config/read-yaml.ts';
import { runWords } from '../cli/make-context.ts';
import { goodEnvironment, goodFile, loadText, problemsOf, problemsWithout } from './load-text.ts';
import { formatProblem } from '../../../src/config/problems.ts';
import { makeCredentials } from '../../../src/providers/credentials/credentials.ts';
import { secretsOf } from '../../../src/providers/headers.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';

describe('the order of sources', () => {
  const file = 'server:\n  port: 1000\n  host: 10.0.0.1\n';

  it('takes the default when nothing is set', async () => {
    const { config } = await loadConfig({ file: null, environment: {} });
    expect(config.server).toEqual({
      host: '127.0.0.1',
      port: 8585,
      workers: 1,
      publicUrl: null,
      corsOrigins: [],
      metrics: { host: '127.0.0.1', port: 8586 },
      shutdown: { delayMilliseconds: 0, graceMilliseconds: 30_000 },
    });
    expect(config.storage).toMatchObject({ database: 'sqlite:.diglot/diglot.db', drive: 'file:.diglot/drive' });
    expect(config.limits.voiceRequestBytes).toBe(28 * 1024 * 1024);
  });

  it('lets the file win over the default, the environment over the file, the flag over both', async () => {
    const environment = { DIGLOT_PORT: '2000' };
    expect((await loadText(file)).config.server.port).toBe(1000);
    expect((await loadText(file, { environment })).config.server.port).toBe(2000);
    const { server } = (await loadText(file, { environment, flags: { 'server.port': '3000' } })).config;
    expect(server).toMatchObject({ port: 3000, host: '10.0.0.1' });
  });

  it('reads a variable for every setting of server, storage and limits', async () => {
    const environment = {
      DIGLOT_HOST: '0.0.0.0',
      DIGLOT_PUBLIC_URL: 'https://models.example.com/',
      DIGLOT_METRICS_PORT: '0',
      DIGLOT_SHUTDOWN_DELAY_SECONDS: '5',
      DIGLOT_DATABASE: 'sqlite:/tmp/x.db',
      DIGLOT_DRIVE: 'file:/tmp/drive',
      DIGLOT_OFFLINE_SECONDS: '10',
      DIGLOT_SPOOL: 'false',
      DIGLOT_LIMITS_VOICE_SECONDS: '60',
    };
    const { config, notices } = await loadConfig({ file: null, environment });
    expect(config.server).toMatchObject({
      host: '0.0.0.0',
      publicUrl: 'https://models.example.com',
      corsOrigins: [],
      metrics: { host: '127.0.0.1', port: 0 },
      shutdown: { delayMilliseconds: 5_000, graceMilliseconds: 30_000 },
    });
    expect(config.storage).toEqual({
      database: 'sqlite:/tmp/x.db',
      drive: 'file:/tmp/drive',
      offlineMilliseconds: 10_000,
      spool: false,
    });
    expect(config.limits.voiceSeconds).toBe(60);
    expect(notices).toEqual([]);
  });

  it('keeps storage in the data folder, unless configured otherwise', async () => {
    const { storage } = (await loadText('storage: { drive: "file:/mnt/drive" }\n', { dataFolder: '/data' })).config;
    expect(storage).toMatchObject({ database: 'sqlite:/data/diglot.db', drive: 'file:/mnt/drive' });
  });

  it('names the variable or the flag when its value is wrong', async () => {
    expect(await problemsWithout({ environment: { DIGLOT_PORT: 'many' } })).toEqual([
      'environment DIGLOT_PORT  server.port — must be a whole number from 0 to 65535; you wrote "many".',
    ]);
    expect(await problemsWithout({ flags: { 'server.port': '-1' } })).toEqual([
      'flag --port  server.port — must be a whole number from 0 to 65535; you wrote -1.',
    ]);
  });

  it('can switch the metrics off', async () => {
    expect((await loadText('server: { metrics: null }\n')).config.server.metrics).toBeNull();
  });
});

describe('variables', () => {
  it('do not turn on what the file turns off, which a flag does', async () => {
    const text = 'server: { metrics: null }';
    const environment = { DIGLOT_METRICS_HOST: '0.0.0.0', DIGLOT_PORT: '1' };
    const { config, notices } = await loadText(text, { environment });
    expect([config.server.metrics, config.server.port]).toEqual([null, 1]);
    expect(notices.map(formatProblem)).toContain(
      'environment DIGLOT_METRICS_HOST  has no effect, because server.metrics is null.',
    );
    const flagged = await loadText(text, { environment, flags: { 'server.metrics.port': '2' } });
    expect(flagged.config.server.metrics).toEqual({ host: '0.0.0.0', port: 2 });
  });

  it('fill a section that is empty, or that null does not turn off', async () => {
    const environment = {
      ...{ DIGLOT_METRICS_HOST: '0.0.0.0', DIGLOT_SHUTDOWN_GRACE_SECONDS: '60', DIGLOT_LOG_LEVELS_CALLS: 'warn' },
    };
    const filled = { metrics: { host: '0.0.0.0' }, shutdown: { graceMilliseconds: 60_000 } };
    const texts = [
      'server:\nlog:\n',
      'server:\n  shutdown:\n  metrics:\n    # port: 8586\nlog:\n  levels:\n',
      'server: { shutdown: null }\nlog: { levels: ~ }\n',
    ];
    for (const text of texts) {
      const { config, notices } = await loadText(text, { environment });
      expect(config, text).toMatchObject({ server: filled, log: { levels: { calls: 'warn' } } });
      expect(notices.map(formatProblem).join(), text).not.toContain('has no effect');
    }
  });

  it.each(['null', '~', 'Null', '!!null null'])('leave the metrics off where the file says %s', async (word) => {
    const environment = { DIGLOT_METRICS_HOST: '0.0.0.0' };
    for (const text of [`server:\n  metrics: ${word}\n`, `mail: &off ${word}\nserver:\n  metrics: *off\n`])
      expect((await loadText(text, { environment })).config.server.metrics, text).toBeNull();
  });

  it.each(['CONFIG', 'DATA'])('whose value is a path have no form that ends in _FILE: DIGLOT_%s', async (name) => {
    const environment = { [`DIGLOT_${name}_FILE`]: '/etc/diglot.yaml' };
    const problem = `environment DIGLOT_${name}_FILE  is unknown: the path itself is the value. Did you mean DIGLOT_${name}?`;
    expect(await problemsWithout({ environment })).toEqual([problem]);
    const { code, err } = await runWords(['keys', 'list'], { environment });
    expect([code, err.split('\n')[0]]).toEqual([2, problem]);
  });

  it('are read from a file when their name ends in _FILE', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'diglot-config-'));
    const secret = join(folder, 'admin');
    await writeFile(secret, 'an administration key\n');
    const { config } = await loadConfig({ file: null, environment: { DIGLOT_ADMIN_KEY_FILE: secret } });
    expect(config.adminKey?.reveal()).toBe('an administration key');
    expect(JSON.stringify(config.adminKey)).not.toContain('administration');
    await rm(folder, { recursive: true });
  });

  it.each(['', '\n', ' \r\n'])('say so when that file holds %j: the default must not take its place', async (text) => {
    const folder = await mkdtemp(join(tmpdir(), 'diglot-config-'));
    const file = join(folder, 'database');
    await writeFile(file, text);
    expect(await problemsWithout({ environment: { DIGLOT_DATABASE_FILE: file } })).toEqual([
      `environment DIGLOT_DATABASE_FILE  names a file that is empty: ${file}. Write the value into it, or remove the variable.`,
    ]);
    await rm(folder, { recursive: true });
  });

  it('say so when that file is not there, or the variable is set as well', async () => {
    expect(await problemsWithout({ environment: { DIGLOT_ADMIN_KEY_FILE: '/nowhere' } })).toEqual([
      'environment DIGLOT_ADMIN_KEY_FILE  names a file that cannot be read: /nowhere (ENOENT).',
    ]);
    const both = { DIGLOT_PORT: '1', DIGLOT_PORT_FILE: '/nowhere' };
    expect(await problemsWithout({ environment: both })).toEqual([
      'environment DIGLOT_PORT_FILE  is set together with DIGLOT_PORT; remove one of the two.',
    ]);
  });

  it('that mean nothing are named, with the one that was meant', async () => {
    const { notices } = await loadConfig({ file: null, environment: { DIGLOT_PROT: '1', HOME: '/root' } });
    expect(notices.map(formatProblem)).toEqual(['DIGLOT_PROT is unknown and ignored. Did you mean DIGLOT_PORT?']);
  });

  it('that Kubernetes sets for a service named diglot are not taken for settings', async () => {
    const environment = {
      DIGLOT_PORT: 'tcp://10.0.0.1:8585',
      DIGLOT_SERVICE_HOST: '10.0.0.1',
      DIGLOT_PORT_8585_TCP_ADDR: '10.0.0.1',
    };
    const { config, notices } = await loadConfig({ file: null, environment });
    expect(config.server.port).toBe(8585);
    expect(notices).toEqual([]);
  });

  it('fill in names in the file, as numbers where numbers belong', async () => {
    const text = 'server:\n  port: ${PORT}\n  host: "${HOST}.internal"\n  public_url: "https://$${x}.example"\n';
    const { server } = (await loadText(text, { environment: { PORT: '9000', HOST: 'db' } })).config;
    expect(server).toMatchObject({ port: 9000, host: 'db.internal', publicUrl: 'https://${x}.example' });
  });

  it('make a short administration key a problem', async () => {
    expect(await problemsWithout({ environment: { DIGLOT_ADMIN_KEY: 'short' } })).toEqual([
      'environment DIGLOT_ADMIN_KEY  must have at least 16 characters, because it gives full access.',
    ]);
    expect(await problemsWithout({ environment: { DIGLOT_ADMIN_KEY: '…0123456789abcdef' } })).toEqual([
      'environment DIGLOT_ADMIN_KEY  must have ASCII characters alone and no line break, because it comes in a header.',
    ]);
  });
});

describe('the whole file', () => {
  it('becomes the configuration that the program reads', async () => {
    const { config, notices, remarks } = await loadText(goodFile, { environment: goodEnvironment });
    const provider = config.catalog.providers.get('openai');
    expect(provider).toMatchObject({ spec: 'a', baseUrl: 'https://api.openai.com/v1', operations: null });
    expect(provider?.credential).toMatchObject({ type: 'header', header: 'authorization', scheme: 'Bearer' });
    const secrets = secretsOf(provider?.credential ?? null, makeCredentials(systemClock));
    expect(secrets.map((secret) => secret.reveal())).toEqual(['sk-proj-0123456789']);
    expect(config.catalog.models).toHaveLength(1);
    expect(config.catalog.plans.get('team')).toEqual({
      id: 'team',
      name: 'team',
      products: ['chat-small'],
      monthlyCredits: 150_000_000_000_000n,
      holdFactorPermille: 1_000,
    });
    expect(config.bootstrap.workspaces).toEqual([
      { id: 'acme', name: 'acme', plan: 'team', credits: 1_000_000_000_000n, timeZone: 'UTC' },
    ]);
    expect(config.bootstrap.keys[0]?.secret.reveal()).toBe('a secret of the gateway');
    expect(notices).toEqual([]);
    expect(remarks.map(formatProblem)).toEqual([
      expect.stringMatching(
        /^\/.+diglot\.yaml:15:9 {2}products\[0\]\.prices\[0\] — charges kinds without a price of their own like others: cache_write_tokens as input_tokens, cache_write_1h_tokens as input_tokens, input_audio_tokens as input_tokens, output_audio_tokens as output_tokens, cached_input_audio_tokens as input_audio_tokens\.$/,
      ),
    ]);
  });

  it('may repeat a value any number of times, and values that repeat others', async () => {
    const model = (index: number): string =>
      `  - { id: m-${index}, product: chat-small, targets: *targets, abilities: *abilities }\n`;
    const first = `  - id: m-0
    product: chat-small
    targets: &targets [&target { provider: openai, region: global }]
    abilities: &abilities { sampling: one }
  - { id: m-1, product: chat-small, targets: [*target] }
`;
    const models = Array.from({ length: 998 }, (_, index) => model(index + 2)).join('');
    const text = goodFile.replace(/models:\n(?: .*\n)+/, `models:\n${first}${models}`);
    const { config } = await loadText(text, { environment: goodEnvironment });
    expect(config.catalog.models).toHaveLength(1_000);
    const target = { provider: 'openai', region: 'global' };
    for (const each of config.catalog.models) expect(each.targets).toMatchObject([target]);
    expect(config.catalog.models.at(-1)?.abilities).toEqual(config.catalog.models[0]?.abilities);
  });

  it('leaves no secret in its JSON', async () => {
    const { config } = await loadText(goodFile, { environment: goodEnvironment });
    const text = JSON.stringify(config, (_, value: unknown) => {
      if (typeof value === 'bigint') return value.toString();
      return value instanceof Map ? [...(value as Map<string, unknown>)] : value;
    });
    expect(text).not.toContain('0123456789');
    expect(text).not.toContain('a secret of the gateway');
  });
});

describe('a large file', () => {
  const models = Array.from(
    { length: 1_500 },
    (_, n) => `  - { id: m${n}, targets: [{ provider: p }], product: s${n} }`,
  );
  const products = models.map((_, n) => `  - { sku: s${n}, free: true }`);
  const provider = '  - { id: p, spec: a, base_url: "demo:" }';
  const text = ['providers:', provider, 'models:', ...models, 'products:', ...products, ''].join('\n');

  it('is read in pieces, so that a gateway that reads it again serves its calls meanwhile', async () => {
    let served = 0;
    const serving = setInterval(() => (served += 1), 1);
    const read = readYaml({ name: 'diglot.yaml', text }, {});
    expect(await read).toMatchObject({ problems: [] });
    clearInterval(serving);
    expect(served).toBeGreaterThan(2);
  });

  it('is composed, looked through and checked in steps, and calls have a turn after each of them', async () => {
    const turnsDuring = async (action: () => Promise<unknown>): Promise<number> => {
      let turns = 0;
      let isOver = false;
      const turn = (): void => {
        turns += 1;
        if (!isOver) setImmediate(turn);
      };
      setImmediate(turn);
      await action();
      isOver = true;
      return turns;
    };
    // However short each step is.
    expect(await turnsDuring(() => readYaml({ name: 'diglot.yaml', text: 'a: 1' }, {}))).toBe(4);
    expect(await turnsDuring(() => checkDocument({}, {}, new Map()))).toBe(1);
  });

  it('may not nest its values without end', async () => {
    expect(await problemsOf(`a: ${'['.repeat(20_000)}`)).toEqual([
      expect.stringMatching(/^file:1:\d+ {2}nests its values more than 100 levels deep\.$/),
    ]);
  });
});
