/** Where something stands in a document: member names and list positions from the top. */
export type DocumentPath = readonly (string | number)[];

/** Something that the cross-checks have to say about the catalogue as written. */
export interface Finding {
  /** An error keeps the catalogue from being used, a notice is shown at start, a remark by `diglot check` alone. */
  readonly severity: 'error' | 'notice' | 'remark';
  readonly path: DocumentPath;
  /** What is wrong, as a clause, and what to do. Never a secret. */
  readonly message: string;
  /** The nearest existing name, where a name was not found. */
  readonly suggestion?: string;
}

/** A finding that keeps the catalogue from being used. */
export const wrong = (path: DocumentPath, message: string, suggestion?: string | null): Finding =>
  suggestion == null ? { severity: 'error', path, message } : { severity: 'error', path, message, suggestion };

/** A finding that people should know of. */
export const noted = (path: DocumentPath, message: string): Finding => ({ severity: 'notice', path, message });

/** A finding that explains how the catalogue is read. */
export const remarked = (path: DocumentPath, message: string): Finding => ({ severity: 'remark', path, message });

/** One finding for every name that stands twice. `place` gives the path of the nth name. */
export function findDuplicates(names: readonly string[], place: (index: number) => DocumentPath): readonly Finding[] {
  const first = new Map<string, number>();
  return names.flatMap((name, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    return [wrong(place(index), `${name} stands here a second time; the first is number ${earlier + 1} of the list`)];
  });
}
