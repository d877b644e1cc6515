/**
 * The image without Docker: runs the steps of `deploy/Dockerfile` in empty root folders, starts the result as
 * `deploy/compose.yaml` says, and inspects it from outside. Exits with 1 if a step fails or a check does not hold.
 *
 *     node scripts/nightly-image.ts [--debian FOLDER] [--dockerfile FILE]
 *
 * Needs Linux, root, util-linux, iproute2, and npm's registry. Debian's minimal system is made with debootstrap from Debian's archive,
 * or taken from FOLDER: `debootstrap --variant=minbase --include=libatomic1 bookworm FOLDER`. What it cannot show: that the images named by `FROM` are
 * as they are expected to be, and the other architecture.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildImage } from './nightly-image/build-image.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { debian: text, dockerfile: { ...text, default: 'deploy/Dockerfile' } } });

const folder = mkdtempSync(join(tmpdir(), 'diglot-nightly-image-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const { root, settings } = buildImage({
  dockerfile: resolve(values.dockerfile),
  context: process.cwd(),
  folder,
  debian: values.debian === undefined ? null : resolve(values.debian),
  log: (line) => console.log(line),
});
const [size] = spawnSync('du', ['-sm', join(root, 'app')], { encoding: 'utf8' }).stdout.split('\t');
console.log(`The image adds ${size} MB. It runs as ${settings.user}:`);
const attempt = join(import.meta.dirname, 'nightly-image/try-image.ts');
const { status } = spawnSync('unshare', ['--net', process.execPath, attempt, root, JSON.stringify(settings)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
