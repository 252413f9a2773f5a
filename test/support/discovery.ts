import { succeeded, type FieldValue, type Json, type Person } from './person'
import type { TestRealm } from './realm'
import { selectRows } from './tables'

const SEARCHERS = 'parley_can_search_everything_group'

/** Lets exactly these users search everything, as far as their role permits it. */
export const letSearch = async (owner: Person, ...people: Person[]): Promise<void> => {
  const value = { direct_members: people.map(({ id }) => id), direct_subgroups: [] }
  succeeded(await owner.patch('/realm', { [SEARCHERS]: { new: value } }))
}

export async function createsHold(person: Person, fields: Record<string, FieldValue> = {}): Promise<number> {
  return succeeded(await person.post('/parley/discovery/holds', { name: 'Case 7', reason: 'A lawsuit', ...fields }))
    .hold_id
}

export const endsHold = (person: Person, hold_id: number): Promise<Json> =>
  person.delete(`/parley/discovery/holds/${hold_id}`, { reason: 'It is settled' })

/** Begins a search, and returns its id. */
export async function searches(person: Person, narrow: Json[] = [], fields: Record<string, FieldValue> = {}) {
  const path = '/parley/discovery/searches'
  return Number(succeeded(await person.post(path, { reason: 'A lawsuit', narrow, ...fields })).search_id)
}

/** Returns all that a new search finds, the newest first. */
export async function finds(
  person: Person,
  narrow: Json[] = [],
  fields: Record<string, FieldValue> = {},
): Promise<Json[]> {
  const path = `/parley/discovery/searches/${await searches(person, narrow, fields)}/messages`
  const found: Json[] = []
  for (let before: number | undefined; ;) {
    const page = succeeded(await person.get(path, before === undefined ? {} : { before }))
    found.push(...page.messages)
    if (page.next === null) return found
    before = page.next
  }
}

const HELD_TABLES = ['held_messages', 'held_versions', 'held_files']

/** Returns how many rows of each table of held parts the realm has. */
export async function heldRows(realm: TestRealm): Promise<number[]> {
  const counts = await Promise.all(HELD_TABLES.map((table) => selectRows(realm, `SELECT count(*) AS n FROM ${table}`)))
  return counts.map(([row]) => Number(row?.n))
}
