import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { loadConfig } from '../../src/config/load-config.ts';
import { readVariables } from '../../src/config/environment.ts';
import { manifestSchema, type Manifest } from './kubernetes-kinds.ts';

const chart = 'deploy/helm';
const fixtures = 'test/fixtures/helm';
/** Helm 3: from the shell's path, or a path in DIGLOT_HELM. Without it the kept renderings are checked, and that they are this chart's. */
const helm = process.env['DIGLOT_HELM'] ?? 'helm';
const hasHelm = spawnSync(helm, ['version']).status === 0;

/** Of everything that a rendering is made from. */
function digest(values: string): string {
  const files = readdirSync(chart, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), ...(values === 'usual' ? [] : [join(fixtures, `${values}.values.yaml`)])])
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

const run = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
};

const template = (...args: readonly string[]) => run('template', 'diglot', chart, '--kube-version', '1.30.0', ...args);

const cases = ['usual', 'several'] as const;
const keptAt = (values: string): string => join(fixtures, `${values}.rendered.yaml`);
const valuesOf = (values: string): readonly string[] =>
  values === 'usual' ? [] : ['--values', join(fixtures, `${values}.values.yaml`)];

const documentsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter((document) => document !== null)
    .map((document) => manifestSchema.parse(document));

type Kind = Manifest['kind'];

const ofKind = <Name extends Kind>(documents: readonly Manifest[], kind: Name) =>
  documents.filter((document): document is Extract<Manifest, { kind: Name }> => document.kind === kind);

describe.each(cases)('the chart with %s values', (values) => {
  const text = readFileSync(keptAt(values), 'utf8');
  const documents = documentsOf(text);
  const [set] = ofKind(documents, 'StatefulSet');
  const [map] = ofKind(documents, 'ConfigMap');
  const [container] = set?.spec.template.spec.containers ?? [];

  it.runIf(hasHelm)('renders what is kept here (else: vitest -u)', async () => {
    const { status, stdout, stderr } = template(...valuesOf(values));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    await expect(`# ${digest(values)}\n${stdout}`).toMatchFileSnapshot(`../../${keptAt(values)}`);
  });

  it('has not changed since it was rendered', () => {
    expect(text.split('\n')[0]).toBe(`# ${digest(values)}`);
  });

  it('joins what belongs together', () => {
    const labels = set?.spec.template.metadata.labels ?? {};
    const selectors = [
      set?.spec.selector.matchLabels,
      ...ofKind(documents, 'Service').map(({ spec }) => spec.selector),
      ...ofKind(documents, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ];
    for (const selector of selectors) expect(labels).toMatchObject(selector ?? { missing: '' });
    expect(ofKind(documents, 'Service').map(({ metadata }) => metadata.name)).toContain(set?.spec.serviceName);
    const ports = container?.ports.map(({ name }) => name) ?? [];
    const wanted = [
      ...ofKind(documents, 'Service').flatMap(({ spec }) => spec.ports.map(({ targetPort }) => targetPort)),
      ...[container?.startupProbe, container?.livenessProbe, container?.readinessProbe].map(
        (probe) => probe?.httpGet.port,
      ),
    ];
    expect(ports).toEqual(expect.arrayContaining(wanted));
    const volumes = [
      ...(set?.spec.template.spec.volumes.map(({ name }) => name) ?? []),
      ...(set?.spec.volumeClaimTemplates.map(({ metadata }) => metadata.name) ?? []),
    ];
    expect(container?.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    expect(set?.spec.template.spec.volumes.find(({ name }) => name === 'config')?.configMap?.name).toBe(
      map?.metadata.name,
    );
  });

  it('gives the server the folders, ports and time that it wants', async () => {
    const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
    const mounts = container?.volumeMounts.map(({ mountPath }) => mountPath) ?? [];
    expect(mounts).toContain(/DIGLOT_DATA=(\S+)/.exec(dockerfile)?.[1]);
    expect(mounts).toContain(/WORKDIR (\/etc\S*)/.exec(dockerfile)?.[1]);
    expect(container?.ports.map(({ containerPort }) => containerPort).join(' ')).toBe(
      /EXPOSE (.*)/.exec(dockerfile)?.[1],
    );
    expect(readVariables(Object.fromEntries((container?.env ?? []).map(({ name }) => [name, '1']))).notices).toEqual(
      [],
    );
    const file = map?.data['diglot.yaml'] ?? '';
    const { server } = parse(file) as {
      readonly server: { readonly shutdown: { readonly delay_seconds: number; readonly grace_seconds: number } };
    };
    expect(set?.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
      server.shutdown.delay_seconds + server.shutdown.grace_seconds + 10,
    );
    const folder = mkdtempSync(join(tmpdir(), 'diglot-helm-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'diglot.yaml');
    writeFileSync(path, file);
    const names = [...file.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [
      name,
      `a value of ${name} that is long enough`,
    ]);
    const environment = Object.fromEntries(names) as Readonly<Record<string, string>>;
    const { config } = await loadConfig({ file: path, environment, flags: {} });
    expect(config.server.shutdown.graceMilliseconds).toBe(server.shutdown.grace_seconds * 1000);
  });
});

it('the chart has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
});

it('a configuration with other ports than those that the chart looks at is refused', () => {
  const { properties } = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as {
    readonly properties: {
      readonly config: { readonly properties: { readonly server: { readonly properties: object } } };
    };
  };
  const [set] = ofKind(documentsOf(readFileSync(keptAt('usual'), 'utf8')), 'StatefulSet');
  const [http, metrics] = set?.spec.template.spec.containers[0]?.ports.map(({ containerPort }) => containerPort) ?? [];
  expect(properties.config.properties.server.properties).toMatchObject({
    port: { const: http },
    metrics: { properties: { port: { const: metrics } } },
  });
});

it('a manifest with a field that its kind does not have is refused here', () => {
  const [first] = documentsOf(readFileSync(keptAt('several'), 'utf8'));
  expect(() => documentsOf(stringify({ ...first, specs: {} }))).toThrow('specs');
});

describe.runIf(hasHelm)('Helm', () => {
  it('has nothing against the chart', () => {
    const { status, stdout } = run('lint', '--strict', chart);
    expect(status, stdout).toBe(0);
  });

  it.each([
    [['--set', 'replicas=2'], 'More than one replica needs PostgreSQL'],
    [['--set', 'databaseKey=DATABASE'], 'config.server.seal_keys is required'],
    [['--set', 'replicas=2,databaseKey=DATABASE', '--set', 'config.server.seal_keys={a}'], 'needs a bucket'],
    [['--set', 'config.storage.database=postgres://user:password@host/name'], 'may contain a password'],
    [['--set', 'config.server.port=9000'], 'config.server.port'],
    [['--set', 'config.server.metrics.port=9001'], 'config.server.metrics.port'],
    [['--set', 'replica=2'], "'replica' not allowed"],
    [['--set', 'replicas=0'], 'replicas'],
    [['--set', 'persistence.size=ten'], 'persistence.size'],
  ])('refuses %s with the reason', (args, reason) => {
    const { status, stderr } = template(...args);
    expect(status).not.toBe(0);
    expect(stderr.replaceAll('/', '.')).toContain(reason);
  });
});
