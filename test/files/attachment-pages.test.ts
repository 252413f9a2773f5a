import { describe, expect, test } from 'vitest'
import { inStorage } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

/** Writes files with these ids for an owner, without content. Each name has `characters` characters. */
const insertFiles = (realm: TestRealm, owner: Person, ids: { first: number; last: number }, characters: number) =>
  inStorage(realm, ({ storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO attachments (id, path_id, key, owner_id, name, size, content_type, etag, created_at)
       SELECT n, 'path ' || n, 'key ' || n, ?, ?, 1, 'text/plain', '', 0 FROM numbers`,
      ids.first,
      ids.last,
      owner.id,
      'x'.repeat(characters),
    )
  })

async function pageOf(person: Person, fields: Record<string, FieldValue> = {}) {
  const { attachments, parley_is_complete } = succeeded(await person.get('/attachments', fields))
  return { ids: attachments.map(({ id }: Json) => id), isComplete: parley_is_complete }
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('GET /attachments', () => {
  test('returns the newest files, and the ones before them with parley_before', async () => {
    const { realm, ada, dov } = await freshRealm()
    await insertFiles(realm, dov, { first: 1, last: 5000 }, 100)
    await insertFiles(realm, ada, { first: 5001, last: 5002 }, 100)
    const newest = await pageOf(dov)
    expect(newest.isComplete).toBe(false)
    expect(newest.ids.length).toBeGreaterThan(1000)
    expect(newest.ids.at(-1)).toBe(5000)
    let ids = newest.ids
    for (let page = newest; !page.isComplete; ids = [...page.ids, ...ids])
      page = await pageOf(dov, { parley_before: page.ids[0] })
    expect(ids).toEqual(range(1, 5000))
    expect(await pageOf(dov, { parley_before: 1 })).toEqual({ ids: [], isComplete: true })
    expect(await pageOf(ada)).toEqual({ ids: [5001, 5002], isComplete: true })
  })
})
