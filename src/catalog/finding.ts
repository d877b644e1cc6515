/** A place in a document: member names and list positions from the top. */
export type DocumentPath = readonly (string | number)[];

/** A result of the cross-checks. */
export interface Finding {
  /** An error makes the catalogue unusable, a notice is shown at start, and a remark only by `diglot check`. */
  readonly severity: 'error' | 'notice' | 'remark';
  readonly path: DocumentPath;
  /** What is wrong, as a clause without a subject, and what to do. Contains no secret. */
  readonly message: string;
  /** The nearest existing name, where a name was not found. */
  readonly suggestion?: string;
}

/** An error. */
export const wrong = (path: DocumentPath, message: string, suggestion?: string | null): Finding =>
  suggestion == null ? { severity: 'error', path, message } : { severity: 'error', path, message, suggestion };

/** A notice. */
export const noted = (path: DocumentPath, message: string): Finding => ({ severity: 'notice', path, message });

/** A remark. */
export const remarked = (path: DocumentPath, message: string): Finding => ({ severity: 'remark', path, message });

/** Returns an error for every repeated name. `place` gives the path of the nth name. */
export function findDuplicates(names: readonly string[], place: (index: number) => DocumentPath): readonly Finding[] {
  const first = new Map<string, number>();
  return names.flatMap((name, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    return [wrong(place(index), `repeats ${name}, which is already entry ${earlier + 1} of the list`)];
  });
}
