import { wrong, type DocumentPath, type Finding } from './finding.ts';

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
