/**
 * The members of `after` that differ from those of `before`; undefined if none does. A form sends only these, so that it does not
 * undo what another person changed since it was opened.
 */
export function changed<Members extends object>(before: Members, after: Members): Partial<Members> | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<Members>);
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is readonly Values[] => Array.isArray(value) && value.every(isValues);

const mostCharacters = 80;

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : value == null ? '–' : (JSON.stringify(value) ?? '–');

const membersOf = (value: Values): string =>
  Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => `${name.replaceAll('_', ' ')} ${wholeWords(member)}`)
    .join(' · ');

const wholeWords = (value: unknown): string =>
  Array.isArray(value) ? value.map(wholeWords).join(', ') : isValues(value) ? membersOf(value) : plain(value);

/** A value in few words; of an object, what is set in it. */
function wordsOf(value: unknown): string {
  const text = wholeWords(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text || '–';
}

/** One line of a change. */
export interface ChangeLine {
  readonly name: string;
  readonly words: string;
}

/** Members that say what a thing is rather than what was done to it. */
const obvious = new Set(['object', 'id', 'workspace_id', 'created_at']);

const asText = (value: unknown): string => JSON.stringify(value ?? null);

/** The rows of one list that the other does not have. */
const missingIn = (rows: readonly Values[], others: readonly Values[]): readonly Values[] => {
  const known = new Set(others.map(asText));
  return rows.filter((row) => !known.has(asText(row)));
};

/** A row that only holds texts and numbers is read at a glance; of one that holds more, what differs is shown. */
const isSimple = (row: Values): boolean =>
  Object.values(row).every((value) => typeof value !== 'object' || value === null);

/** Rows are the same row if their first member is equal, such as the `from` of a price. */
const nameOf = (row: Values): string => asText(Object.values(row)[0]);

/** A line for each row that was added, removed or changed. */
function rowLines(name: string, before: readonly Values[], after: readonly Values[]): readonly ChangeLine[] {
  const [gone, added] = [missingIn(before, after), missingIn(after, before)];
  const twinOf = (row: Values, others: readonly Values[]) => others.find((other) => nameOf(other) === nameOf(row));
  return [
    ...gone.flatMap((row) => (twinOf(row, added) ? [] : lines(name, row, null))),
    ...added.flatMap((row) => {
      const twin = twinOf(row, gone);
      if (!twin) return lines(name, null, row);
      return isSimple(row) && isSimple(twin)
        ? [{ name, words: `${wordsOf(twin)} → ${wordsOf(row)}` }]
        : lines(name, twin, row);
    }),
  ];
}

/** A line for each value in it that differs. */
function lines(name: string, before: unknown, after: unknown): readonly ChangeLine[] {
  if (asText(before) === asText(after)) return [];
  if (isRows(before) && isRows(after)) return rowLines(name, before, after);
  if (!isValues(before) || !isValues(after)) return [{ name, words: `${wordsOf(before)} → ${wordsOf(after)}` }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((member) =>
    lines(`${name} ${member.replaceAll('_', ' ')}`, before[member] ?? null, after[member] ?? null),
  );
}

/** The lines of an entry of the audit log: of members with a value before and after, those that differ, down to single values. */
export function changeLines(of: unknown): readonly ChangeLine[] {
  if (!isValues(of)) return [];
  const members = Object.entries(of).filter(([name, value]) => !obvious.has(name) && value !== null);
  return members.flatMap(([name, value]) => {
    const title = name.replaceAll('_', ' ');
    const isChange = isValues(value) && ('before' in value || 'after' in value);
    return isChange ? lines(title, value['before'], value['after']) : [{ name: title, words: wordsOf(value) }];
  });
}
