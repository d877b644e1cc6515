import type { DocumentPath } from '../catalog/finding.ts';
import { isObject } from '../shared/json/json.ts';
import type { DefaultedDocument } from './defaults.ts';
import { writePath } from './problems.ts';
import type { OutsideSetting } from './variables.ts';
import type { ReadDocument } from './read-yaml.ts';

/** Returns the origin of the value (or the name) of a setting. */
export type FindPlace = (path: DocumentPath, part?: 'name' | 'value') => string;

/** Makes a function that finds origins: a flag or variable first, else line and column of the file. */
export function findPlace(
  read: ReadDocument,
  outside: readonly OutsideSetting[],
  defaulted: DefaultedDocument,
): FindPlace {
  const providers = defaulted.document['providers'];
  return (path, part) => {
    const name = writePath(path);
    const setting = outside.findLast((one) => one.path.join('.') === name);
    if (setting) return setting.origin;
    const [section, index, member] = path;
    const row = section === 'providers' && Array.isArray(providers) ? (providers[Number(index)] as unknown) : null;
    const id = isObject(row) ? row['id'] : null;
    const variables = typeof id === 'string' ? defaulted.variables.get(id) : undefined;
    if (!variables) return read.placeOf(path, part);
    return `environment ${member === 'base_url' ? variables.base_url : variables.credential}`;
  };
}
