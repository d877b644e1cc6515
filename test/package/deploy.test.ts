import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { applyStep, baseSettings, readDockerfile, type ImageSettings } from '../../scripts/nightly-image/dockerfile.ts';
import { makeSharedMetrics } from '../../src/cli/workers/supervise.ts';
import { writeServerFile } from '../../src/cli/find-server.ts';
import { commands } from '../../src/cli/run-cli.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readVariables } from '../../src/config/environment.ts';
import { makeMetrics } from '../../src/telemetry/metrics.ts';
import { idleState } from '../fakes/process-state.ts';

const read = (name: string): string => readFileSync(`deploy/${name}`, 'utf8');

/** Names of Diglot's metrics in PromQL, without the suffixes of a histogram's series. */
const metricsIn = (text: string): string[] =>
  [...new Set(text.match(/\bdiglot_[a-z0-9_]+/g))].map((name) => name.replace(/_(bucket|sum|count)$/, ''));

interface Setting {
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly items?: Setting;
  readonly anyOf?: readonly Setting[];
}

const schema = JSON.parse(readFileSync('diglot.schema.json', 'utf8')) as Required<Pick<Setting, 'properties'>>;

/** A setting by its path, as `server.metrics.port`; null: the configuration has none. */
function settingAt(path: string): Setting | null {
  let at: Setting = schema;
  for (const name of path.split('.')) {
    const forms = [at, ...(at.anyOf ?? [])].flatMap((form) => [form, ...(form.items ? [form.items] : [])]);
    const next = forms.map((form) => form.properties?.[name]).find((found) => found !== undefined);
    if (next === undefined) return null;
    at = next;
  }
  return at;
}

const defaultOf = (path: string): unknown => settingAt(path)?.default;

/** Paths of settings in backquotes: those whose first part is a section of the configuration. */
const settingsIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)(?:: [^`]*)?`/g)]
    .map(([, path = '']) => path)
    .filter((path) => (path.split('.')[0] ?? '') in schema.properties);

describe('alert rules, dashboard and pages', () => {
  it.each([
    ['prometheus/alerts.yaml', 9],
    ['grafana/diglot.json', 14],
    ['README.md', 3],
  ])('%s names only metrics that exist', async (name, least) => {
    const ofWorkers = makeSharedMetrics(() => ({ workers: () => [], replaced: () => 0 }));
    const text = (await makeMetrics((model) => model, idleState).text()) + (await ofWorkers.text());
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric));
    const named = metricsIn(read(name));
    expect(named.length).toBeGreaterThanOrEqual(least);
    expect(named.filter((metric) => !known.has(metric))).toEqual([]);
  });
});

const pages: readonly (readonly [page: string, settings: number])[] = [
  ['README.md', 8],
  ['../README.md', 3],
  ['../docs/configuration.md', 6],
  ['../docs/console.md', 1],
  ...readdirSync('specs/decisions').map((page) => [`../specs/decisions/${page}`, 0] as const),
];

describe.each(pages)('the page deploy/%s', (name, least) => {
  const text = read(name);

  it('names only settings that exist', () => {
    const named = settingsIn(text);
    expect(named.length).toBeGreaterThanOrEqual(least);
    expect(named.filter((path) => settingAt(path) === null)).toEqual([]);
  });

  it('states the defaults that the configuration has', () => {
    const stated = [...text.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`\s+\((\d+)( MiB| s)?(?: by default)?\)/g)];
    for (const [, path = '', number, unit] of stated)
      expect([path, defaultOf(path)]).toEqual([path, Number(number) * (unit === ' MiB' ? 1_048_576 : 1)]);
    if (name === 'README.md') expect(stated.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the production page', () => {
  it('has only configuration that is accepted', async () => {
    const blocks = [...read('README.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    const folder = mkdtempSync(join(tmpdir(), 'diglot-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'diglot.yaml');
    writeFileSync(file, blocks.join('\n'));
    const environment = Object.fromEntries(
      [...blocks.join('').matchAll(/\$\{(\w+)\}/g)].map(([, variable = '']) => [variable, `${variable} `.repeat(8)]),
    );
    const { config } = await loadConfig({ file, environment, flags: {} });
    expect(config.storage.database).toMatch(/^postgres:/);
  });

  it('names only commands that exist', () => {
    const named = [...read('README.md').matchAll(/(?:^|`)diglot ([a-z-]+)/gm)].map(([, command = '']) => command);
    expect(named.length).toBeGreaterThanOrEqual(3);
    expect(named.filter((command) => !(command in commands))).toEqual([]);
  });

  it('names only options that exist', () => {
    const named = [...read('README.md').matchAll(/(?:`|^diglot .*?)(--[a-z-]+)/gm)].map(([, option = '']) => option);
    const help = ['serve', 'migrate'].map(
      (command) => spawnSync(process.execPath, ['src/bin.js', command, '--help'], { encoding: 'utf8' }).stdout,
    );
    expect(named).toContain('--workers');
    expect(named.filter((option) => !help.join('').includes(`${option} `))).toEqual([]);
  });

  it('names the ports that are the defaults', () => {
    const ports = new Set(
      read('README.md')
        .match(/(?<=port )\d{4}/g)
        ?.map(Number),
    );
    expect([...ports]).toEqual([defaultOf('server.metrics.port')]);
  });
});

describe('compose of several instances', () => {
  interface Service {
    readonly environment: Readonly<Record<string, string>>;
    readonly ports: readonly string[];
    readonly volumes: readonly string[];
  }
  const { services, volumes } = parse(read('several/compose.yaml'), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, object>>;
  };
  const instances = Object.entries(services).filter(([name]) => name.startsWith('diglot'));

  it('has a configuration that is accepted, for PostgreSQL and a bucket', async () => {
    const { environment = {} } = instances[0]?.[1] ?? {};
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.startsWith('${') ? `${name}-${'x'.repeat(32)}` : value,
    ]);
    const { config } = await loadConfig({
      file: 'deploy/several/config/diglot.yaml',
      environment: Object.fromEntries(filled) as Readonly<Record<string, string>>,
      flags: {},
    });
    expect([config.storage.database, config.storage.drive]).toEqual([
      expect.stringMatching(/^postgres:\/\/.*@postgres\/diglot$/),
      expect.stringMatching(/^s3:\/\/diglot\?endpoint=http:\/\/s3:/),
    ]);
  });

  it('gives each instance a volume and ports of its own, which exist', () => {
    expect(instances.length).toBeGreaterThanOrEqual(2);
    const isNamed = (volume: string): boolean => !volume.startsWith('.');
    for (const pick of [(service: Service) => service.ports, (service: Service) => service.volumes.filter(isNamed)]) {
      const own = instances.flatMap(([, service]) => pick(service).map((each) => each.replace(/:[^:]*$/, '')));
      expect(new Set(own).size).toBe(own.length);
    }
    const named = Object.values(services).flatMap((service) =>
      service.volumes.filter(isNamed).map((volume) => volume.replace(/:.*/, '')),
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
  });

  it('confines the instances as the compose file of one does', () => {
    const single = (parse(read('compose.yaml')) as { readonly services: { readonly diglot: object } }).services.diglot;
    const names = ['image', 'read_only', 'tmpfs', 'cap_drop', 'security_opt', 'stop_grace_period', 'restart'];
    const kept = Object.entries(single).filter(([name]) => names.includes(name));
    expect(kept).toHaveLength(names.length);
    for (const [, service] of instances) expect(service).toMatchObject(Object.fromEntries(kept));
  });
});

describe.each(['compose.yaml', 'several/compose.yaml'])('the configuration in %s', (name) => {
  it('has the variables of .env, of whichever providers it names, and no image has that file', () => {
    const { services } = parse(read(name), { merge: true }) as {
      readonly services: Readonly<Record<string, { readonly env_file?: unknown }>>;
    };
    const gateways = Object.entries(services).filter(([service]) => service.startsWith('diglot'));
    for (const [, { env_file: files }] of gateways) expect(files).toEqual([{ path: '.env', required: false }]);
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain(
      `deploy/${name.replace('compose.yaml', '.env')}`,
    );
  });

  it('is mounted as a folder, so that a file that an editor puts in the place of another is seen', () => {
    const { services } = parse(read(name), { merge: true }) as {
      readonly services: Readonly<Record<string, { readonly volumes: readonly string[]; readonly configs?: unknown }>>;
    };
    const gateways = Object.entries(services).filter(([service]) => service.startsWith('diglot'));
    expect(gateways.length).toBeGreaterThan(0);
    for (const [, { volumes, configs }] of gateways)
      expect([volumes.filter((volume) => volume.includes('/etc/')), configs]).toEqual([
        ['./config:/etc/diglot:ro'],
        undefined,
      ]);
  });
});

describe.each([
  ['compose.yaml', read('compose.yaml')],
  ['several/compose.yaml', read('several/config/diglot.yaml')],
])('the network of %s', (name, naming) => {
  it('has a fixed gateway, which is the address of a proxy on the host and is named as a trusted one', () => {
    const { networks } = parse(read(name), { merge: true }) as {
      readonly networks: { readonly default: { readonly ipam: { readonly config: readonly { gateway: string }[] } } };
    };
    const [{ gateway: written } = { gateway: '' }] = networks.default.ipam.config;
    const gateway = written.replace(/\$\{COMPOSE_NETWORK:-([\d.]+)\}/, '$1');
    expect(naming).toContain(`trusted_proxies: [${gateway}/32]`);
    expect(read('README.md')).toContain(`\`${gateway}\``);
  });
});

describe('the folder that a compose file mounts', () => {
  const git = (...words: readonly string[]): string => spawnSync('git', words, { encoding: 'utf8' }).stdout;

  it.each(['config', 'several/config'])(
    'is in a clone as deploy/%s: else Docker creates it, and root owns it',
    (folder) => {
      expect(git('ls-files', `deploy/${folder}`)).not.toBe('');
    },
  );

  it('may hold a configuration that the repository leaves alone', () => {
    expect(git('check-ignore', 'deploy/config/diglot.yaml')).not.toBe('');
  });
});

describe('the Dockerfile', () => {
  const stages = readDockerfile(read('Dockerfile'));
  const image = (stages.at(-1)?.steps ?? []).reduce<ImageSettings>(applyStep, baseSettings);

  it('makes an image that `compose.yaml` can run: not as root, with its ports and its volume', () => {
    const { services } = parse(read('compose.yaml')) as {
      readonly services: {
        readonly diglot: { readonly ports: readonly string[]; readonly volumes: readonly string[] };
      };
    };
    expect(image.user).toBe('node');
    expect(image.ports).toEqual([defaultOf('server.port'), defaultOf('server.metrics.port')]);
    expect(services.diglot.ports.map((port) => Number(port.split(':').at(-1)))).toEqual(image.ports);
    expect(image.volumes).toEqual([image.environment['DIGLOT_DATA']]);
    expect(services.diglot.volumes.map((volume) => volume.split(':')[1])).toEqual([...image.volumes, '/etc/diglot']);
  });

  it('looks at the health of the gateway where it listens, whichever port it was given', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-health-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    let status = 200;
    const server = createServer(({ url }, response) => {
      response.writeHead(url === '/readyz' ? status : 404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const check = async (): Promise<unknown> => {
      const [, ...words] = image.health?.command ?? [];
      const [code] = (await once(
        spawn(process.execPath, words, { env: { DIGLOT_DATA: folder } }),
        'exit',
      )) as unknown[];
      return code;
    };
    expect(await check()).toBe(1);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await writeServerFile(folder, { url, pid: process.pid, run: 'run' });
    expect(await check()).toBe(0);
    status = 503;
    expect(await check()).toBe(1);
  });

  it('installs exactly the packages of package-lock.json', () => {
    const installs = stages.flatMap(({ steps }) =>
      steps.flatMap(({ value }) => value.match(/\bnpm (?:ci|i|install)\b/g) ?? []),
    );
    expect(installs).toEqual(['npm ci', 'npm ci']);
  });

  it.each([
    ['RUN ls', 'before FROM'],
    ['FROM a\nCOPY --link . .', '--link'],
    ['FROM a\nRUN <<EOF', 'not carried out'],
    ['FROM a\nENV A=$B', 'Variables'],
  ])('%j would be refused by its reader', (text, reason) => {
    expect(() => readDockerfile(text)).toThrow(reason);
  });

  it('has no step that its reader does not know', () => {
    expect(() => applyStep(baseSettings, { name: 'ADD', flags: {}, value: '. .' })).toThrow('ADD');
    const all = stages.flatMap(({ steps }) => steps);
    expect(() => all.reduce<ImageSettings>(applyStep, baseSettings)).not.toThrow();
  });
});

describe('ways to run it', () => {
  it.each(['Dockerfile', 'compose.yaml', 'several/compose.yaml', 'diglot.service', 'README.md'])(
    '%s sets only variables that exist',
    (name) => {
      const names = new Set(read(name).match(/\bDIGLOT_[A-Z_]+\b/g));
      names.delete('DIGLOT_X_FILE');
      names.delete('DIGLOT_X');
      expect(names.size).toBeGreaterThan(0);
      const { notices } = readVariables(Object.fromEntries([...names].map((variable) => [variable, '1'])));
      expect(notices).toEqual([]);
    },
  );

  it('waits for a stop longer than the server takes', () => {
    const grace = Number(defaultOf('server.shutdown.grace_seconds'));
    expect(grace).toBeGreaterThan(0);
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(grace);
    expect(Number(/TimeoutStopSec=(\d+)/.exec(read('diglot.service'))?.[1])).toBeGreaterThan(grace);
  });

  it('starts the file that the package names, without a shell between', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly bin: { readonly diglot: string } };
    expect(read('Dockerfile')).toContain(`ENTRYPOINT ["node", "/app/node_modules/diglot/${bin.diglot}"]`);
    expect(read('diglot.service')).toContain(`node_modules/diglot/${bin.diglot} serve`);
  });
});
