import { readText } from './environment.ts';

/** What a configuration was made from: another process that is given it makes the same one, whatever the files have become. */
export interface ConfigTexts {
  /** The content of the configuration file; null: there is no file. */
  readonly text: string | null;
  /** The contents of the files that it and variables name, by path. They are secrets. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the files that settings name, each once. The known content of one counts, even if the file is gone.
 *
 * @returns `files` has the contents of all that were read so far
 */
export function makeFileReader(known: ConfigTexts['files'] = new Map()) {
  const files = new Map<string, string>();
  const read: typeof readText = (file, most) => {
    const text = files.get(file) ?? known.get(file);
    const found = text === undefined ? readText(file, most) : { text };
    if ('text' in found) files.set(file, found.text);
    return found;
  };
  return { read, files };
}
