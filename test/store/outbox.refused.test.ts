import { describe, expect, test } from 'vitest'
import { alarmTime, runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { type BatchFault, breakD1, unavailable } from '../support/d1-faults'
import { evict, captureConsole } from '../support/faults'
import { countRows } from '../support/tables'
import { ADMINISTRATORS_ONLY } from '../support/answers'
import { newestMessages } from '../support/messages'
import { messagesInD1, realmWithEmptyOutbox, sendAll } from '../support/outbox'
import { succeeded, type Json, type Person } from '../support/person'
import type { Channel, TestRealm } from '../support/realm'

const inD1 = async ({ name }: TestRealm) => (await messagesInD1(name)).map(({ content }) => content)

const send = async (sender: Person, channel: Channel, ...contents: string[]) =>
  (await sendAll(sender, channel, contents)).map(({ id }) => id)

const read = async (person: Person) => (await newestMessages(person, 50)).map(({ content }) => content)

const valuesOf = (statement: D1PreparedStatement): string =>
  JSON.stringify((statement as unknown as { params: unknown[] }).params)

/** D1 rejects each batch with a row that it refuses, with this error. */
const refusing =
  (isRefused: (values: string) => boolean, error = 'D1_ERROR: no reason given'): BatchFault =>
  (statements, run) =>
    statements.some((statement) => isRefused(valuesOf(statement))) ? Promise.reject(new Error(error)) : run(statements)

const outboxOf = async (person: Person): Promise<Json> => {
  const { waiting, refused, parked, refused_rows } = succeeded(await person.get('/parley/outbox'))
  return { waiting, refused, parked, refused_rows }
}

/** Runs the alarm after each pause until all attempts of a row are over. */
async function passAllAttempts(realm: TestRealm, attempts = 12): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    await advanceClock(realm, 1000)
    await runAlarm(realm)
  }
}

async function runAlarms(realm: TestRealm, count: number): Promise<void> {
  for (let run = 0; run < count; run++) await runAlarm(realm)
}

describe('a row that D1 always refuses', () => {
  test('delays no other row, stays readable, is parked and reported once, and can be retried', async () => {
    captureConsole('warn')
    const logged = captureConsole('error')
    const { realm, ada, dov, ezra, general } = await realmWithEmptyOutbox()
    const d1 = breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    const [, id] = await send(dov, general, 'one', 'poison', 'three')
    await runAlarms(realm, 3)

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
    expect(
      logged.filter((line) => line.includes(`"row_refused","realm":"${realm.name}","table":"messages","key":${id},`)),
    ).toHaveLength(1)
    const calls = d1.calls.length
    await passAllAttempts(realm, 2)
    expect(d1.calls).toHaveLength(calls) // a parked row is not sent

    await send(dov, general, 'four')
    await runAlarm(realm)
    expect(await inD1(realm)).toEqual(['one', 'three', 'four'])
    await evict(realm) // so the bodies leave the memory
    expect(await read(ezra)).toEqual(['one', 'poison', 'three', 'four'])
    expect(succeeded(await dov.get(`/messages/${id}`)).raw_content).toBe('poison')
    const found = await dov.get('/messages', { anchor: 'newest', num_before: 5, narrow: '[["search","poison"]]' })
    expect(succeeded(found).messages.map((message: Json) => message.id)).toEqual([id])

    d1.mend()
    const nextAttempt = (await alarmTime(realm)) ?? Infinity
    expect(succeeded(await ada.post('/parley/outbox/retry')).retried).toBe(1)
    expect(await alarmTime(realm)).toBeLessThan(nextAttempt)
    await runAlarm(realm)
    expect(await inD1(realm)).toEqual(['one', 'poison', 'three', 'four'])
    expect(await outboxOf(ada)).toEqual({ waiting: 0, refused: 0, parked: 0, refused_rows: [] })
    expect(await read(ezra)).toEqual(['one', 'poison', 'three', 'four'])
  })

  test('is recognised even if no other row waits', async () => {
    captureConsole('warn')
    captureConsole('error')
    const { realm, ada, dov, general } = await realmWithEmptyOutbox()
    breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    await send(dov, general, 'poison')
    await runAlarms(realm, 3)
    expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 1 })
  })

  test('is replaced by a newer version of the same message, and by its deletion', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWithEmptyOutbox()
    breakD1(
      realm,
      refusing((values) => values.includes('poison')),
    )
    const [first, second] = await send(dov, general, 'poison one', 'poison two')
    await runAlarms(realm, 3)
    expect(await outboxOf(ada)).toMatchObject({ refused: 2 })

    succeeded(await dov.patch(`/messages/${first}`, { content: 'harmless' }))
    succeeded(await ada.delete(`/messages/${second}`))
    expect(await read(ezra)).toEqual(['harmless'])
    const isOfMessages = ({ target }: Json) => target === 'messages'
    expect((await outboxOf(ada)).refused_rows.filter(isOfMessages)).toEqual([])
    await runAlarms(realm, 3)
    expect(await inD1(realm)).toEqual(['harmless'])
    await evict(realm)
    expect(await read(ezra)).toEqual(['harmless'])
  })

  test('is dropped if a newer version replaces it while D1 tries it', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWithEmptyOutbox()
    const [id] = await send(dov, general, 'poison')
    let isEdited = false
    breakD1(realm, async (statements, run) => {
      if (!statements.some((statement) => valuesOf(statement).includes('poison'))) return run(statements)
      if (!isEdited) succeeded(await dov.patch(`/messages/${id}`, { content: 'harmless' }))
      isEdited = true
      throw new Error('string or blob too big: SQLITE_TOOBIG')
    })
    await runAlarm(realm)
    await runAlarm(realm)
    expect((await outboxOf(ada)).refused_rows.filter(({ target }: Json) => target === 'messages')).toEqual([])
    expect(await inD1(realm)).toEqual(['harmless'])
    expect(await read(ezra)).toEqual(['harmless'])
  })
})

test('rows that are too large for D1 are refused in the first drain', async () => {
  captureConsole('warn')
  const { realm, ada, dov, general } = await realmWithEmptyOutbox()
  const large = 'x'.repeat(9000)
  breakD1(
    realm,
    refusing((values) => values.length > 9000 && values.includes('xxx'), 'SQLITE_TOOBIG'),
  )
  const small = ['one', 'two', 'three', 'four', 'five', 'six']
  await send(dov, general, ...small.flatMap((content) => [content, `${content} ${large}`]))
  await runAlarm(realm)
  expect(await inD1(realm)).toEqual(small)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 6, parked: 0 })
})

test('D1 gets the rows that it accepts, and the others once it accepts them', async () => {
  captureConsole('warn')
  const { realm, ada, dov, ezra, general } = await realmWithEmptyOutbox()
  const contents = Array.from({ length: 24 }, (_, n) => `word${n % 3} number ${n}`)
  const d1 = breakD1(
    realm,
    refusing((values) => values.includes('word1')),
  )
  await send(dov, general, ...contents)
  await runAlarms(realm, 4)
  expect(await inD1(realm)).toEqual(contents.filter((content) => !content.includes('word1')))
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 8 })
  await evict(realm)
  expect(await read(ezra)).toEqual(contents)

  d1.mend()
  await advanceClock(realm, 60)
  await runAlarm(realm)
  expect(await inD1(realm)).toEqual(contents)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 0, refused: 0 })
})

test('no row counts as refused while D1 is unavailable', async () => {
  captureConsole('warn')
  const logged = captureConsole('error')
  const { realm, ada, dov, ezra, general } = await realmWithEmptyOutbox()
  const poisoned = breakD1(
    realm,
    refusing((values) => values.includes('poison')),
  )
  await send(dov, general, 'poison')
  await runAlarms(realm, 3)
  const [before] = (await outboxOf(ada)).refused_rows
  poisoned.mend()

  const d1 = breakD1(realm, unavailable)
  const contents = ['one', 'two', 'three']
  await send(dov, general, ...contents)
  await passAllAttempts(realm, 30)
  expect(await outboxOf(ada)).toMatchObject({ waiting: 3, refused: 1, parked: 0, refused_rows: [before] })
  expect(await read(ezra)).toEqual(['poison', ...contents])
  expect(logged).toEqual([])

  d1.mend()
  await advanceClock(realm, 1000)
  await runAlarm(realm)
  expect(await inD1(realm)).toEqual(['poison', ...contents])
  expect(await countRows(realm, 'refused_rows')).toBe(0)
})

test('only administrators can list refused rows and retry them', async () => {
  const { realm, ben, dov } = await realmWithEmptyOutbox()
  expect(await dov.get('/parley/outbox')).toEqual(ADMINISTRATORS_ONLY)
  expect(await dov.post('/parley/outbox/retry')).toEqual(ADMINISTRATORS_ONLY)
  expect(succeeded(await ben.post('/parley/outbox/retry')).retried).toBe(0)
  expect(await countRows(realm, 'refused_rows')).toBe(0)
})
