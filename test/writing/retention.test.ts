import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { oldestKeptTime } from '../../src/domain/writing/deletion/rules'
import { alarmOf, countIn, passTime, ring } from '../support/faults'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Channel, type TestRealm } from '../support/realm'
import { copyFirstMessage, rowsIn, writesTo } from '../support/tables'

const DAY = 86_400

const keepsInChannel = (realm: TestRealm, { stream_id }: Channel, days: number | null) =>
  writesTo(realm, 'UPDATE channels SET message_retention_days = ? WHERE stream_id = ?', days, stream_id)

const keepsInRealm = (realm: TestRealm, days: number) =>
  writesTo(
    realm,
    "INSERT OR REPLACE INTO realm_settings (name, value) VALUES ('message_retention_days', ?)",
    JSON.stringify(days),
  )

const gone = (events: Json[]): number[][] =>
  events.filter(({ type }) => type === 'delete_message').map(({ message_ids }) => message_ids)

const kept = async (realm: TestRealm): Promise<number[]> =>
  (await rowsIn(realm, 'SELECT id FROM message_index ORDER BY id')).map(({ id }) => id)

/** A message in each place that has a say in how long it is kept. */
async function said() {
  const cast = await freshRealm()
  const { ada, dov, general, vault } = cast
  const inGeneral = await dov.sends(general, 'lunch', 'Pizza?')
  const inVault = await ada.sends(vault, 'keys', 'Under the mat')
  const direct = await dov.sendsDirectly([ada], 'Hi')
  return { ...cast, inGeneral: inGeneral.id, inVault: inVault.id, direct: direct.id }
}

/** So many days later, when the alarm rings. */
async function later(realm: TestRealm, days: number) {
  await passTime(realm, days * DAY)
  await ring(realm)
}

describe('messages kept for some days', () => {
  test('are deleted when the days are over, in their channel only, and everyone who could read them hears', async () => {
    const { realm, ada, cleo, general, inGeneral, inVault, direct } = await said()
    await keepsInChannel(realm, general, 3)
    await passTime(realm, 2 * DAY)
    await changesNothing([ada], () => ring(realm))
    expect(await kept(realm)).toEqual([inGeneral, inVault, direct])
    await passTime(realm, 2 * DAY)
    const heard = await receivedBy([ada, cleo], () => ring(realm))
    const { stream_id } = general
    const where = { message_type: 'stream', stream_id, topic: 'lunch' }
    for (const { plain, able } of heard) {
      expect(plain.at(-1)).toEqual({ type: 'delete_message', message_id: inGeneral, ...where })
      expect(able.at(-1)).toEqual({ type: 'delete_message', message_ids: [inGeneral], ...where })
      expect(able[0]).toMatchObject({ type: 'stream', property: 'first_message_id', value: null })
    }
    expect(await kept(realm)).toEqual([inVault, direct])
    expect(succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 9 })).messages).toHaveLength(2)
  })

  test('by the realm go wherever the channel says nothing else, direct ones too', async () => {
    const { realm, ada, dov, cleo, vault, inVault, inGeneral, direct } = await said()
    await keepsInRealm(realm, 1)
    await keepsInChannel(realm, vault, -1) // for ever
    await passTime(realm, 2 * DAY)
    const [hers, , others] = await receivedBy([ada, dov, cleo], () => ring(realm))
    expect(gone(hers!.able)).toEqual([[inGeneral], [direct]])
    expect(gone(others!.able)).toEqual([[inGeneral]])
    expect(await kept(realm)).toEqual([inVault])
  })

  test('by the channel may be kept longer than by the realm, or less long', async () => {
    const { realm, general, vault, inVault, inGeneral } = await said()
    await keepsInRealm(realm, 5)
    await keepsInChannel(realm, general, 10)
    await keepsInChannel(realm, vault, 2)
    await later(realm, 3)
    expect(await kept(realm)).not.toContain(inVault)
    await later(realm, 3) // the direct message
    expect(await kept(realm)).toEqual([inGeneral])
    await later(realm, 5)
    expect(await kept(realm)).toEqual([])
  })

  test('are gone from D1 as well', async () => {
    const { realm, general, inGeneral } = await said()
    await keepsInChannel(realm, general, 3)
    await later(realm, 4)
    await ring(realm)
    const row = await env.DB.prepare('SELECT content, is_deleted FROM messages WHERE realm_id = ? AND id = ?')
      .bind(realm.name, inGeneral)
      .first()
    expect(row).toEqual({ content: '', is_deleted: 1 })
  })

  test('nothing is deleted, and nobody is woken for it, where all is kept for ever', async () => {
    const { realm, ada } = await said()
    await later(realm, 3650)
    expect(await kept(realm)).toHaveLength(3)
    await changesNothing([ada], () => ring(realm))
  })

  test('what was said since stays, and they are looked for again within the hour', async () => {
    const { realm, dov, general, inGeneral } = await said()
    await keepsInChannel(realm, general, 3)
    await passTime(realm, 2 * DAY)
    const { id } = await dov.sends(general, 'lunch', 'Again?')
    await later(realm, 2)
    expect(await kept(realm)).not.toContain(inGeneral)
    expect(await kept(realm)).toContain(id)
    const now = Date.now() + 4 * DAY * 1000
    expect(await alarmOf(realm)).toBeLessThanOrEqual(now + 3_600_000)
    // Before the hour is over nothing is looked for, whatever else rings.
    await keepsInRealm(realm, 1) // wakes it anew, by its own clock
    await ring(realm)
    await ring(realm)
    expect(await kept(realm)).toContain(id)
  })

  test('go a bite at a time, the oldest first', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 1100)
    await keepsInChannel(realm, general, 1)
    await passTime(realm, 2 * DAY)
    const queue = await ada.registers({ client_capabilities: { bulk_message_deletion: true } })
    await ring(realm)
    expect(await kept(realm)).toEqual(Array.from({ length: 100 }, (_, nth) => 1001 + nth))
    await passTime(realm, 1)
    await ring(realm)
    expect(await countIn(realm, 'message_index')).toBe(0)
    expect(gone(await queue.events()).map((ids) => ids.length)).toEqual([1000, 100])
  })
})

const DAYS: [days: number, since: number | undefined][] = [
  [1, 10 * DAY],
  [10, DAY],
  [-1, undefined],
  [0, undefined],
]
test.each(DAYS)('kept for %i days on the eleventh day: since %s', (days, since) => {
  expect(oldestKeptTime(11 * DAY, days)).toBe(since)
})
