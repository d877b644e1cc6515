import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Call = (...values: readonly unknown[]) => unknown;

/** The same object, but that `wrap` stands around each of its methods. */
const around = <Target extends object>(target: Target, wrap: (name: string | symbol, call: Call) => Call): Target =>
  new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? wrap(name, (...values) => Reflect.apply(value, target, values)) : value;
    },
  });

/**
 * A database that reports each text that is executed and each statement that is run before it is done. What `before` throws,
 * the database throws, and does nothing.
 */
export function watchedDatabase(database: DatabaseSync, before: (sql: string) => void): DatabaseSync {
  const telling =
    (sql: string, call: Call): Call =>
    (...values) => {
      before(sql);
      return call(...values);
    };
  const watchedStatement = (sql: string, statement: StatementSync): StatementSync =>
    around(statement, (name, call) => (name === 'run' ? telling(sql, call) : call));

  return around(database, (name, call) => (...values) => {
    const sql = String(values[0]);
    if (name === 'exec') return telling(sql, call)(...values);
    const result = call(...values);
    return name === 'prepare' ? watchedStatement(sql, result as StatementSync) : result;
  });
}
