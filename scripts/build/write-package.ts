import type { JsonObject } from '../../src/shared/json.ts';

const kept = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'homepage',
  'bugs',
  'type',
  'engines',
];

/**
 * The `package.json` of the published package. It needs only what runs: no scripts, no development packages, and not the
 * runtime's platform packages (a clone pins its Node through them; whoever installs the package has a Node already).
 *
 * @param root the repository's own `package.json`
 */
export function writePackage(root: JsonObject): string {
  const manifest = {
    ...Object.fromEntries(kept.filter((name) => name in root).map((name) => [name, root[name]])),
    bin: root['bin'],
    files: ['src', 'generated', 'dist/docs', 'diglot.schema.json', 'CHANGELOG.md', 'SECURITY.md'],
    dependencies: root['dependencies'],
    publishConfig: { access: 'public' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
