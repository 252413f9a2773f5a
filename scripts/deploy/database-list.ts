/** What the answers say of databases. */
type Databases = { name: string; databases?: string; database_id?: string; more_database_ids?: (string | undefined)[] }

export type Database = { number: number; binding: string; name: string; id: string | undefined }

/**
 * The databases of a deployment, in the order of their numbers: the binding, and the name in the account. `databases` in the
 * answers is their number. The answers keep their ids: that of the first one as `database_id`, the others in order.
 */
export function databasesOf({ name, databases = '1', database_id, more_database_ids = [] }: Databases): Database[] {
  return Array.from({ length: Number(databases) }, (_, index) => ({
    number: index + 1,
    binding: index === 0 ? 'DB' : `DB_${index + 1}`,
    name: index === 0 ? name : `${name}-database-${index + 1}`,
    id: index === 0 ? database_id : more_database_ids[index - 1],
  }))
}

/** Keeps the id of a database in the answers. */
export function keepDatabase(answers: Databases, { number }: Database, id: string): void {
  if (number === 1) answers.database_id = id
  else answers.more_database_ids = Object.assign([...(answers.more_database_ids ?? [])], { [number - 2]: id })
}
