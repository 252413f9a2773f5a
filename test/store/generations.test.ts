import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { RealmDatabases } from '../../src/store/realm-databases'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { bodiesIn, severalDatabases } from '../support/databases'
import { captureConsole, evict } from '../support/faults'
import { ALL_MESSAGES, messageIds } from '../support/messages'
import { narrowOf } from '../support/narrows'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'
import { countRows, selectRows } from '../support/tables'

const LOOKS_AGAIN_AFTER_SECONDS = 600

async function realmWithoutAlarms() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  await doDueWork(cast.realm)
  const ids = async (number: number) => {
    const sent: number[] = []
    for (let nth = 0; nth < number; nth++) sent.push((await cast.dov.sends(cast.general, 'lunch', `Soup ${nth}`)).id)
    return sent
  }
  return { ...cast, sends: ids }
}

/** Returns the texts of messages as a user reads them, when the realm has none of them in memory. */
async function read(realm: TestRealm, person: Person) {
  await evict(realm)
  const { messages } = succeeded(await person.get('/messages', { ...ALL_MESSAGES, apply_markdown: false }))
  return messages
}

const search = async (person: Person, query: string, range: Record<string, FieldValue> = ALL_MESSAGES) =>
  messageIds(succeeded(await person.get('/messages', { ...range, narrow: narrowOf([['search', query]]) })))

describe('a realm whose database is nearly full', () => {
  test('continues in the next one: new texts go there, and the others stay where they are', async () => {
    const databases = await severalDatabases(2)
    const { realm, ada, dov, sends } = await realmWithoutAlarms()
    const [first, second] = await sends(2)
    databases.fill('DB')
    await doDueWork(realm)
    expect(await selectRows(realm, 'SELECT number, database, first_message_id FROM generations')).toEqual([
      { number: 2, database: 'DB_2', first_message_id: second! + 1 },
    ])
    const [third] = await sends(1)
    succeeded(await dov.patch(`/messages/${first}`, { content: 'Hot soup' }))
    succeeded(await dov.patch(`/messages/${third}`, { content: 'Cold soup' }))
    await doDueWork(realm)
    expect(await bodiesIn('DB', realm)).toEqual(expect.arrayContaining([first, second]))
    expect(await bodiesIn('DB_2', realm)).toEqual([third])
    const texts = (await read(realm, ada)).map(({ content }: { content: string }) => content)
    expect(texts.slice(-3)).toEqual(['Hot soup', 'Soup 1', 'Cold soup'])
    const { message_history } = succeeded(await ada.get(`/messages/${first}/history`))
    expect(message_history[1]).toMatchObject({ prev_content: 'Soup 0', content: 'Hot soup' })
    expect(await search(ada, 'hot soup')).toEqual([first])
    expect(await search(ada, 'soup')).toEqual([first, second, third])

    succeeded(await ada.delete(`/messages/${third}`))
    succeeded(await ada.delete(`/messages/${first}`))
    await doDueWork(realm)
    await evict(realm)
    expect(await bodiesIn('DB', realm)).not.toContain(first)
    expect(await bodiesIn('DB_2', realm)).toEqual([])
    expect(await search(ada, 'soup')).toEqual([second])
  })

  test('stays there while no other has room, and continues when the operator has added one', async () => {
    const errors = captureConsole('error')
    const databases = await severalDatabases(2)
    const { realm, sends } = await realmWithoutAlarms()
    databases.fill('DB')
    databases.fill('DB_2')
    await sends(1)
    await doDueWork(realm)
    expect(await countRows(realm, 'generations')).toBe(0)
    expect(errors.join()).toContain('databases_full')
    databases.continueIn('DB_2')
    await advanceClock(realm, LOOKS_AGAIN_AFTER_SECONDS)
    await doDueWork(realm)
    const [next] = await sends(1)
    await doDueWork(realm)
    expect(await bodiesIn('DB_2', realm)).toEqual([next])
  })

  test('may come back to an earlier one', async () => {
    const databases = await severalDatabases(2)
    const { realm, ada, sends } = await realmWithoutAlarms()
    const sent: number[] = []
    for (const name of ['DB_2', 'DB', 'DB_2'] as const) {
      sent.push(...(await sends(2)))
      databases.continueIn(name)
      await advanceClock(realm, LOOKS_AGAIN_AFTER_SECONDS)
      await doDueWork(realm)
    }
    sent.push(...(await sends(2)))
    await doDueWork(realm)
    await evict(realm)
    expect(await bodiesIn('DB_2', realm)).toEqual([...sent.slice(2, 4), ...sent.slice(6)])
    expect(await search(ada, 'soup')).toEqual(sent)
    const around = { anchor: sent[4]!, num_before: 2, num_after: 2 }
    expect(await search(ada, 'soup', around)).toEqual(sent.slice(2, 7))
  })
})

test('a new realm begins in the database with most room', async () => {
  const databases = await severalDatabases(3)
  databases.continueIn('DB_3')
  const { realm, ada } = await emptyRealm()
  const { id } = await ada.sendsDirectly([ada], 'A note')
  await doDueWork(realm)
  expect(await bodiesIn('DB', realm)).toEqual([])
  expect(await bodiesIn('DB_3', realm)).toContain(id)
  await evict(realm)
  expect(await search(ada, 'note')).toEqual([id])
})

test('a search asks the newest database first, and no other one if it has enough', async () => {
  const databases = await severalDatabases(2)
  const { realm, ada, sends } = await realmWithoutAlarms()
  await sends(2)
  databases.continueIn('DB_2')
  await doDueWork(realm)
  const newest = await sends(3)
  await doDueWork(realm)
  await evict(realm)
  await ada.get('/users/me')
  databases.callsOf(realm)
  expect(await search(ada, 'soup', { anchor: 'newest', num_before: 3, num_after: 0 })).toEqual(newest)
  expect(new Set(databases.callsOf(realm))).toEqual(new Set(['DB_2']))
})

describe('a database that is away', () => {
  test('keeps only its own rows waiting', async () => {
    captureConsole('warn')
    const databases = await severalDatabases(2)
    const { realm, dov, sends } = await realmWithoutAlarms()
    const [old] = await sends(1)
    databases.continueIn('DB_2')
    await doDueWork(realm)
    databases.breakFor('DB', realm)
    succeeded(await dov.patch(`/messages/${old}`, { content: 'Cold soup' }))
    await doDueWork(realm)
    // The row of the database that is away is before those of the other one.
    const sent = await sends(2)
    await advanceClock(realm, 60)
    await doDueWork(realm)
    expect(await bodiesIn('DB_2', realm)).toEqual(sent)
    expect(await selectRows(realm, 'SELECT DISTINCT key FROM outbox WHERE target = ?', 'messages')).toEqual([
      { key: old },
    ])
    databases.mend()
    await advanceClock(realm, 60)
    await doDueWork(realm)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('keeps users from the texts there, and from no others', async () => {
    captureConsole('error')
    const databases = await severalDatabases(2)
    const { realm, ada, sends } = await realmWithoutAlarms()
    const [old] = await sends(1)
    databases.continueIn('DB_2')
    await doDueWork(realm)
    const [newest] = await sends(1)
    await doDueWork(realm)
    await evict(realm)
    databases.breakFor('DB', realm)
    expect(succeeded(await ada.get(`/messages/${newest}`)).message.id).toBe(newest)
    expect(await ada.get(`/messages/${old}`)).toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })
})

test('a generation whose transaction failed does not exist', async () => {
  captureConsole('error')
  const databases = await severalDatabases(2)
  const { realm, ada, sends } = await realmWithoutAlarms()
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { begin } = RealmDatabases.prototype
  const spy = vi.spyOn(RealmDatabases.prototype, 'begin').mockImplementation(function (this: RealmDatabases, ...facts) {
    begin.apply(this, facts)
    throw new Error('It failed')
  })
  onTestFinished(() => spy.mockRestore())
  const first = await sends(1)
  databases.continueIn('DB_2')
  await doDueWork(realm).catch(() => undefined)
  expect(spy).toHaveBeenCalledTimes(1)
  const second = await sends(2)
  await doDueWork(realm)
  expect(await bodiesIn('DB_2', realm)).toEqual([])
  await evict(realm)
  expect(await search(ada, 'soup')).toEqual([...first, ...second])
})
