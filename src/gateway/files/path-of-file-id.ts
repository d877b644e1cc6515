import { isObject, parseJson, type Json } from '../../shared/json.ts';

/** Members that name files. */
const names: readonly string[] = ['file_id', 'file_ids'];

/** Where a JSON body first names a file: `messages[0].content[1].file.file_id`. Only for telling that it cannot be had. */
export const pathOfFileId = (bytes: Buffer, id: string): string =>
  find({ value: parseJson(bytes.toString('utf8')), path: '', isNaming: false }, id)?.replace(/^\./, '') ?? 'file_id';

interface Place {
  readonly value: Json | undefined;
  readonly path: string;
  /** Whether a text that stands here is the id of a file. */
  readonly isNaming: boolean;
}

function find({ value, path, isNaming }: Place, id: string): string | null {
  if (typeof value === 'string') return isNaming && value === id ? path : null;
  for (const place of placesIn({ value, path, isNaming })) {
    const found = find(place, id);
    if (found !== null) return found;
  }
  return null;
}

function placesIn({ value, path, isNaming }: Place): readonly Place[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each, index) => ({ value: each, path: `${path}[${index}]`, isNaming }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, each]) => ({
    value: each,
    path: `${path}.${name}`,
    isNaming: names.includes(name),
  }));
}
