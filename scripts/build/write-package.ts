import type { JsonObject } from '../../src/shared/json/json.ts';

const kept = ['name', 'version', 'description', 'keywords', 'license', 'repository', 'homepage', 'bugs', 'type'];

/** The minimum version of Node for the package. A clone states none: npm would check its own Node, not the pinned one. */
const engines = { node: '>=24.18' };

/** A link to a file, and its text; links within the page and to other sites are none. */
const fileLink = /\[((?:`[^`]*`|[^`[\]])*)\]\((?!https?:|#)[^)]*\)/g;

/**
 * A page of the repository as the package has it. Links to files lose their address, which leads nowhere on npm's page unless the
 * package names its repository.
 *
 * @param root the repository's own `package.json`
 */
export const packagePage = (page: string, root: JsonObject): string =>
  'repository' in root ? page : page.replaceAll(fileLink, '$1');

/**
 * The `package.json` of the published package. It contains only what is needed at run time: no scripts, no development packages,
 * and not the runtime's platform packages (a clone pins its Node through them; an installed package runs on an existing Node).
 *
 * @param root the repository's own `package.json`
 */
export function writePackage(root: JsonObject): string {
  const manifest = {
    ...Object.fromEntries(kept.filter((name) => name in root).map((name) => [name, root[name]])),
    engines,
    bin: root['bin'],
    files: ['src', 'generated', 'dist/docs', 'dist/console', 'diglot.schema.json', 'CHANGELOG.md', 'SECURITY.md'],
    dependencies: root['dependencies'],
    publishConfig: { access: 'public' },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
