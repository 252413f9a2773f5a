/**
 * Settings, permissions and the like are tables: objects with one property for each of them. These functions keep the types of
 * the names. This one returns the names.
 */
export const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

/** Returns a table with the same names and other values. */
export const mapTable = <Table extends object, Value>(
  table: Table,
  of: (line: Table[keyof Table], name: keyof Table & string) => Value,
) => Object.fromEntries(keysOf(table).map((name) => [name, of(table[name], name)])) as { [Name in keyof Table]: Value }

/** Returns the initial values of a table, with the changed values. Ignores changed names that the table does not have. */
export const withChanges = <Values>(initial: object, changed: Record<string, unknown>) =>
  ({ ...initial, ...Object.fromEntries(Object.entries(changed).filter(([name]) => name in initial)) }) as Values
