import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import {
  breakD1,
  countIn,
  evict,
  hush,
  keepAlarmQuiet,
  passTime,
  refused as away,
  ring,
  type BatchFault,
} from '../support/faults'
import { refusal } from '../support/answers'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Channel, type TestRealm } from '../support/realm'

/** A realm whose outbox is empty, and is not drained by itself. */
async function settledRealm() {
  const cast = await freshRealm()
  await ring(cast.realm)
  await keepAlarmQuiet(cast.realm)
  return cast
}

const inD1 = async (realm: TestRealm): Promise<string[]> => {
  const query = 'SELECT content FROM messages WHERE realm_id = ? AND is_deleted IS NULL ORDER BY id'
  const { results } = await env.DB.prepare(query).bind(realm.name).all<{ content: string }>()
  return results.map(({ content }) => content)
}

async function sends(person: Person, channel: Channel, ...contents: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const content of contents) ids.push((await person.sends(channel, 'lunch', content)).id)
  return ids
}

const read = async (person: Person): Promise<string[]> =>
  succeeded(await person.get('/messages', { anchor: 'newest', num_before: 50, apply_markdown: false })).messages.map(
    ({ content }: Json) => content,
  )

const valuesOf = (statement: D1PreparedStatement): string =>
  JSON.stringify((statement as unknown as { params: unknown[] }).params)

/** A D1 that refuses every batch in which one of these words stands, with this error. */
const refusing =
  (isRefused: (values: string) => boolean, error = 'D1_ERROR: no reason given'): BatchFault =>
  (statements, really) =>
    statements.some((each) => isRefused(valuesOf(each))) ? Promise.reject(new Error(error)) : really(statements)

const outboxOf = async (person: Person): Promise<Json> => {
  const { waiting, refused, parked, refused_rows } = succeeded(await person.get('/parley/outbox'))
  return { waiting, refused, parked, refused_rows }
}

/** Rings after each pause, as long as a row may be tried. */
async function passAllAttempts(realm: TestRealm, times = 12): Promise<void> {
  for (let nth = 0; nth < times; nth++) {
    await passTime(realm, 1000)
    await ring(realm)
  }
}

describe('a row that D1 always refuses', () => {
  test('does not hold back the others, is read all the same, is parked and reported once, and goes with one call', async () => {
    hush('warn')
    const logged = hush('error')
    const { realm, ada, dov, ezra, general } = await settledRealm()
    const d1 = breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    const [, id] = await sends(dov, general, 'one', 'poison', 'three')
    for (let nth = 0; nth < 3; nth++) await ring(realm)

    expect(await inD1(realm)).toEqual(['one', 'three'])
    expect(await outboxOf(ada)).toMatchObject({
      waiting: 0,
      refused: 1,
      parked: 0,
      refused_rows: [{ target: 'messages', key: id, attempts: 1, error: 'D1_ERROR: no reason given' }],
    })
    await passAllAttempts(realm)
    const parked = { attempts: 10, retry_at: null }
    expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 1, parked: 1, refused_rows: [parked] })
    expect(logged.filter((line) => line.includes(`messages ${id} `) && line.includes('is parked'))).toHaveLength(1)
    const calls = d1.calls.length
    await passAllAttempts(realm, 2)
    expect(d1.calls).toHaveLength(calls) // a parked row is not sent

    await sends(dov, general, 'four')
    await ring(realm)
    expect(await inD1(realm)).toEqual(['one', 'three', 'four'])
    await evict(realm) // and with it, the bodies in memory
    expect(await read(ezra)).toEqual(['one', 'poison', 'three', 'four'])
    expect(succeeded(await dov.get(`/messages/${id}`)).raw_content).toBe('poison')
    const found = await dov.get('/messages', { anchor: 'newest', num_before: 5, narrow: '[["search","poison"]]' })
    expect(succeeded(found).messages.map((message: Json) => message.id)).toEqual([id])

    d1.mend()
    expect(succeeded(await ada.post('/parley/outbox/retry')).retried).toBe(1)
    // The alarm rings by itself, and at once.
    await vi.waitFor(async () => expect(await inD1(realm)).toEqual(['one', 'poison', 'three', 'four']))
    expect(await outboxOf(ada)).toEqual({ waiting: 0, refused: 0, parked: 0, refused_rows: [] })
    expect(await read(ezra)).toEqual(['one', 'poison', 'three', 'four'])
  })

  test('is found even if it is the only row there is, as D1 accepts something else', async () => {
    hush('warn')
    hush('error')
    const { realm, ada, dov, general } = await settledRealm()
    breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    await sends(dov, general, 'poison')
    for (let nth = 0; nth < 3; nth++) await ring(realm)
    expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 1 })
  })

  test('is replaced by a newer version of the same message, and by its deletion', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await settledRealm()
    breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    const [first, second] = await sends(dov, general, 'poison one', 'poison two')
    for (let nth = 0; nth < 3; nth++) await ring(realm)
    expect(await outboxOf(ada)).toMatchObject({ refused: 2 })

    succeeded(await dov.patch(`/messages/${first}`, { content: 'harmless' }))
    succeeded(await ada.delete(`/messages/${second}`))
    expect(await read(ezra)).toEqual(['harmless'])
    const isOfMessages = ({ target }: Json) => target === 'messages'
    expect((await outboxOf(ada)).refused_rows.filter(isOfMessages)).toEqual([])
    for (let nth = 0; nth < 3; nth++) await ring(realm)
    expect(await inD1(realm)).toEqual(['harmless'])
    await evict(realm)
    expect(await read(ezra)).toEqual(['harmless'])
  })

  test('is not kept if it is replaced while D1 looks at it', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await settledRealm()
    const [id] = await sends(dov, general, 'poison')
    let isEdited = false
    breakD1(realm, async (statements, really) => {
      if (!statements.some((each) => valuesOf(each).includes('poison'))) return really(statements)
      if (!isEdited) succeeded(await dov.patch(`/messages/${id}`, { content: 'harmless' }))
      isEdited = true
      throw new Error('string or blob too big: SQLITE_TOOBIG')
    })
    await ring(realm)
    await ring(realm)
    expect((await outboxOf(ada)).refused_rows.filter(({ target }: Json) => target === 'messages')).toEqual([])
    expect(await inD1(realm)).toEqual(['harmless'])
    expect(await read(ezra)).toEqual(['harmless'])
  })
})

test('rows that are too large for D1 are found at once, and many at a time', async () => {
  hush('warn')
  const { realm, ada, dov, general } = await settledRealm()
  const large = 'x'.repeat(9000)
  breakD1(
    realm,
    refusing((values) => values.length > 9000 && values.includes('xxx'), 'SQLITE_TOOBIG'),
  )
  const small = ['one', 'two', 'three', 'four', 'five', 'six']
  await sends(dov, general, ...small.flatMap((each) => [each, `${each} ${large}`]))
  await ring(realm)
  expect(await inD1(realm)).toEqual(small)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 6, parked: 0 })
})

test('a D1 that accepts only some rows gets these, and the others when it accepts them', async () => {
  hush('warn')
  const { realm, ada, dov, ezra, general } = await settledRealm()
  const contents = Array.from({ length: 24 }, (_, n) => `word${n % 3} number ${n}`)
  const d1 = breakD1(
    realm,
    refusing((values) => values.includes('word1')),
  )
  await sends(dov, general, ...contents)
  for (let nth = 0; nth < 4; nth++) await ring(realm)
  expect(await inD1(realm)).toEqual(contents.filter((each) => !each.includes('word1')))
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 8 })
  await evict(realm)
  expect(await read(ezra)).toEqual(contents)

  d1.mend()
  await passTime(realm, 60)
  await ring(realm)
  expect(await inD1(realm)).toEqual(contents)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 0 })
})

test('while D1 is away, no row counts as refused, however long that is', async () => {
  hush('warn')
  const logged = hush('error')
  const { realm, ada, dov, ezra, general } = await settledRealm()
  const poisoned = breakD1(
    realm,
    refusing((values) => values.includes('poison')),
  )
  await sends(dov, general, 'poison')
  for (let nth = 0; nth < 3; nth++) await ring(realm)
  const [before] = (await outboxOf(ada)).refused_rows
  poisoned.mend()

  const d1 = breakD1(realm, away)
  const sent = ['one', 'two', 'three']
  await sends(dov, general, ...sent)
  await passAllAttempts(realm, 30)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 3, refused: 1, parked: 0, refused_rows: [before] })
  expect(await read(ezra)).toEqual(['poison', ...sent])
  expect(logged).toEqual([])

  d1.mend()
  await passTime(realm, 1000)
  await ring(realm)
  expect(await inD1(realm)).toEqual(['poison', ...sent])
  expect(await countIn(realm, 'refused_rows')).toBe(0)
})

test('only administrators are shown what D1 refuses, and may send it again', async () => {
  const { realm, ben, dov } = await settledRealm()
  const forbidden = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
  expect(await dov.get('/parley/outbox')).toEqual(forbidden)
  expect(await dov.post('/parley/outbox/retry')).toEqual(forbidden)
  expect(succeeded(await ben.post('/parley/outbox/retry')).retried).toBe(0)
  expect(await countIn(realm, 'refused_rows')).toBe(0)
})
