/**
 * Runs an image as `deploy/compose.yaml` does, and inspects it from outside: its user, what it can write, its ports, its health,
 * calls, and its shutdown. Runs in its own network: the ports are the image's, and nothing leaves the machine.
 *
 *     unshare --net node scripts/nightly-image/try-image.ts ROOT SETTINGS
 */
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'yaml';
import { makeCall } from '../crash-test/make-call.ts';
import { adminKey, configText } from '../crash-test/start-gateway.ts';
import { startUpstream } from '../crash-test/start-upstream.ts';
import { truthOf } from '../crash-test/truth.ts';
import { startContainer, type Container } from './container.ts';
import type { Health, ImageSettings } from './dockerfile.ts';

interface ComposeService {
  readonly ports: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
}

const [, , root = '', given = '{}'] = process.argv;
const settings = JSON.parse(given) as ImageSettings;
const compose = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
  readonly services: { readonly diglot: ComposeService };
};
const service = compose.services.diglot;

/** Prints what was checked. @throws if it does not hold */
function see(isSo: boolean, what: string, seen: unknown = ''): void {
  if (!isSo) throw new Error(`Not so: ${what}. ${String(seen)}`);
  console.log(`  ${what}${seen === '' ? '' : `: ${String(seen)}`}`);
}

spawnSync('ip', ['link', 'set', 'lo', 'up']);
const folder = mkdtempSync(join(tmpdir(), 'diglot-image-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const upstream = await startUpstream();
writeFileSync(join(folder, 'diglot.yaml'), configText(upstream.url, ''));
const [volume = ''] = settings.volumes;
const [clientPort = 0] = settings.ports;
const url = `http://127.0.0.1:${clientPort}`;
// A new volume starts with the image's content at that path, including its owner.
cpSync(join(root, volume), join(folder, 'data'), { recursive: true });
const { uid, gid } = statSync(join(root, volume));
chownSync(join(folder, 'data'), uid, gid);

const start = (command: readonly string[]): Promise<Container> =>
  startContainer(
    {
      root,
      settings: { ...settings, environment: { ...settings.environment, DIGLOT_ADMIN_KEY: adminKey } },
      command: [...settings.entrypoint, ...command],
      mounts: [
        { from: join(folder, 'data'), to: volume },
        { from: join(folder, 'diglot.yaml'), to: join(settings.folder, 'diglot.yaml'), readOnly: true },
      ],
    },
    { writable: service.tmpfs ?? [] },
  );

const isHealthy = (container: Container, { command, timeout }: Health): boolean =>
  container.execute(command, timeout).status === 0;

/** Waits as Docker does: failures count when the start period is over. */
async function waitUntilHealthy(container: Container, health: Health): Promise<number> {
  const from = performance.now();
  while (!isHealthy(container, health)) {
    if (performance.now() - from > health.startPeriod * 1_000)
      throw new Error(`Not healthy within ${health.startPeriod} s:\n${container.printed()}`);
    await wait(200);
  }
  return (performance.now() - from) / 1_000;
}

const statusOf = (pid: number, field: string): string =>
  new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

/** Ports that something listens on in this network, on all addresses. */
function openPorts(): readonly number[] {
  const rows = readFileSync('/proc/self/net/tcp', 'utf8').split('\n').slice(1);
  const listening = rows.map((row) => row.trim().split(/\s+/)).filter(([, , , state]) => state === '0A');
  const addresses = listening.map(([, local = '']) => local.split(':'));
  return addresses
    .filter(([address]) => address === '00000000')
    .map(([, port = '']) => parseInt(port, 16))
    .toSorted((one, other) => one - other);
}

function lookInside(container: Container): void {
  const name = readFileSync(`/proc/${container.pid}/comm`, 'utf8').trim();
  see(/^(?:node|diglot|MainThread)/.test(name), 'process 1 is Node itself', name);
  see(statusOf(container.pid, 'NSpid').endsWith('\t1'), 'and has number 1 in its namespace');
  see(
    !/\b0\b/.test(statusOf(container.pid, 'Uid')),
    'it is not root',
    `user ${statusOf(container.pid, 'Uid').split('\t')[0]}`,
  );
  see(/^0+$/.test(statusOf(container.pid, 'CapEff')), 'it has no capability');
  const canWrite = (path: string): boolean => container.execute(['touch', path], 5).status === 0;
  const closed = ['/app/x', '/etc/diglot/x', '/home/node/x', '/var/x'].filter(canWrite);
  see(closed.length === 0, 'it cannot write to the image', closed.join(' '));
  see(
    [volume, ...(service.tmpfs ?? [])].every((path) => canWrite(join(path, 'x'))),
    'it can write to',
    [volume, ...(service.tmpfs ?? [])].join(', '),
  );
  see(openPorts().join() === settings.ports.join(), 'it listens on the ports that EXPOSE names', openPorts().join());
}

async function end(container: Container): Promise<void> {
  const slow = truthOf(7);
  const { health } = settings;
  const stream = makeCall(url, slow);
  await wait(1_000);
  const from = performance.now();
  container.signal(settings.stopSignal);
  await wait(300);
  if (health) see(!isHealthy(container, health), `after ${settings.stopSignal} it is not healthy, and`);
  see((await stream) === 'acknowledged', 'a stream that is open goes on to its end');
  const code = await container.ended;
  const seconds = (performance.now() - from) / 1_000;
  see(code === 0, 'process 1 ends with status 0', `after ${seconds.toFixed(1)} s`);
  see(seconds < parseFloat(service.stop_grace_period), `within stop_grace_period (${service.stop_grace_period})`);
}

/** What is installed in a version other than the locked one. */
function unlocked(): readonly string[] {
  type Packages = Readonly<Record<string, { readonly version: string }>>;
  const packagesOf = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages;
  const locked = packagesOf('package-lock.json');
  const installed = Object.entries(packagesOf(join(root, 'app/node_modules/.package-lock.json')));
  return installed.filter(([name, { version }]) => locked[name]?.version !== version).map(([name]) => name);
}

see(unlocked().length === 0, 'it has the versions of package-lock.json', unlocked().join(' '));
const leftovers = ['app/package.json', 'app/package-lock.json', 'build'].filter((name) => existsSync(join(root, name)));
see(leftovers.length === 0, 'nothing of the build is left in it', leftovers.join(' '));
see(
  service.read_only === true && service.cap_drop?.[0] === 'ALL',
  'compose.yaml wants a read-only root and no capability',
);
see(
  service.volumes.some((each) => each.endsWith(`:${volume}`)),
  'its volume is the image’s',
  volume,
);
see(
  service.ports.map((port) => Number(port.split(':').at(-1))).join() === settings.ports.join(),
  'its ports are the image’s',
);

const container = await start(settings.command);
if (settings.health === null) throw new Error('The image has no health check.');
see(true, 'the health check succeeds after', `${(await waitUntilHealthy(container, settings.health)).toFixed(1)} s`);
lookInside(container);
for (const number of [3, 1, 2]) {
  const truth = truthOf(number);
  see((await makeCall(url, truth)) === 'acknowledged', `a call is answered whole (${truth.kind})`);
}
await end(container);

const verify = await start(['ledger', 'verify']);
see(
  (await verify.ended) === 0,
  'a container of the same volume verifies the ledger',
  verify.printed().trim().split('\n').at(-1),
);
const again = await start(settings.command);
await waitUntilHealthy(again, settings.health);
again.signal(settings.stopSignal);
see((await again.ended) === 0, 'the image starts on the same volume again, and ends with status 0');
upstream.close();
process.exit();
