/**
 * What comes in dozens is a table: an object with a line for each setting, permission and so on. These walk one without
 * losing the names of its lines.
 */
export const keysOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

export const mapTable = <Table extends object, Value>(
  table: Table,
  of: (line: Table[keyof Table], name: keyof Table & string) => Value,
) => Object.fromEntries(keysOf(table).map((name) => [name, of(table[name], name)])) as { [Name in keyof Table]: Value }

/** Each line's own value: what a table says initially, with what was changed since. */
export const withChanges = <Values>(initial: object, changed: Record<string, unknown>) =>
  ({ ...initial, ...Object.fromEntries(Object.entries(changed).filter(([name]) => name in initial)) }) as Values
