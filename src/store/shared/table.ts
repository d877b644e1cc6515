/** A value in a column. Integers are read as `bigint`. */
type Stored = string | number | bigint | null;

/** A row as it is read, by column. */
export type StoredRow = Readonly<Record<string, Stored>> & { readonly seq: bigint };

/** How a member of a record is stored in a column. */
interface Column<Value> {
  readonly read: (stored: Stored) => Value;
  readonly write: (value: Value) => Stored;
  /** Absent: the member's name in snake case. */
  readonly name?: string;
}

/** A text, or an amount as `bigint`. */
export const asItIs = <Value extends string | bigint | null>(): Column<Value> => ({
  read: (stored) => stored as Value,
  write: (value) => value,
});

/** A number that a `number` holds exactly, such as a time; or null. */
export const number = <Value extends number | null>(): Column<Value> => ({
  read: (stored) => (stored === null ? null : Number(stored)) as Value,
  write: (value) => value,
});

export const flag = (): Column<boolean> => ({ read: (stored) => stored === 1n, write: Number });

export const json = <Value>(): Column<Value> => ({
  read: (stored) => JSON.parse(String(stored)) as Value,
  write: (value) => JSON.stringify(value),
});

export const named = <Value>(name: string, column: Column<Value>): Column<Value> => ({ ...column, name });

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The records that a table stores. */
interface Table<Kept> {
  readonly read: (row: StoredRow) => Kept;
  /** A statement that adds a record; its values are `values`. */
  readonly insert: string;
  readonly values: (record: Kept) => readonly Stored[];
}

/** @param columns of the table, by the record's members */
export function tableOf<Kept extends object>(
  table: string,
  columns: { readonly [Member in keyof Kept]: Column<Kept[Member]> },
): Table<Kept> {
  const entries = Object.entries(columns) as [keyof Kept & string, Column<Kept[keyof Kept]>][];
  const members = entries.map(([member, column]) => ({ member, column, name: column.name ?? snakeCase(member) }));
  const names = members.map(({ name }) => name).join(', ');
  return {
    read: (row) =>
      Object.fromEntries(members.map(({ member, column, name }) => [member, column.read(row[name] ?? null)])) as Kept,
    insert: `insert into ${table} (${names}) values (${members.map(() => '?').join(', ')})`,
    values: (record) => members.map(({ member, column }) => column.write(record[member])),
  };
}
