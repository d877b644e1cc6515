import { expect, it } from 'vitest';
import { programName } from '../../../src/cli/banner.ts';

const home = '/src/diglot';
const started = (script: string, workingFolder: string, npmCommand?: string) =>
  programName({
    environment: npmCommand === undefined ? {} : { npm_command: npmCommand },
    script,
    home,
    workingFolder,
  });

it.each([
  ['npm start in a clone', started('/src/diglot/src/bin.js', home, 'run-script'), 'npx diglot'],
  ['npx diglot', started('/home/ada/.npm/_npx/1/node_modules/.bin/diglot', '/home/ada', 'exec'), 'npx diglot'],
  ['node src/bin.js in a clone', started('/src/diglot/src/bin.js', home), 'npx diglot'],
  ['diglot, installed globally', started('/usr/local/bin/diglot', '/home/ada'), 'diglot'],
  ['node by its path', started('/my tools/bin.js', '/home/ada'), "node '/my tools/bin.js'"],
])('after %s the next command is typed the same way', (_name, name, expected) => {
  expect(name).toBe(expected);
});
