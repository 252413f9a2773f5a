import { describe, expect, test } from 'vitest'
import { isRecentlyActive, weeklyTraffic } from '../../src/domain/writing/channel-activity/rules'
import { alarmOf, ring } from '../support/faults'
import { receivedBy } from '../support/received-events'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { copyFirstMessage, rowsIn, rowsWritten, writesTo } from '../support/tables'

const DAY = 86_400

describe('how many messages a week', () => {
  const CASES: [messages: number, days: number, traffic: number | null][] = [
    [100, 6, null],
    [7, 7, 7],
    [0, 7, 0],
    [100, 14, 50],
    [28, 28, 7],
    [28, 400, 7],
    [3, 28, 0],
    [4940, 28, 1200], // in round numbers
    [396, 28, 99],
    [404, 28, 100],
    [4_000_000, 28, 1_000_000],
  ]
  test.for(CASES)('%j', ([messages, days, traffic]) => expect(weeklyTraffic(messages, days * DAY)).toBe(traffic))

  test('of nothing said for half a year, and that new, nothing is active', () => {
    const now = 2_000_000_000
    for (const [newest, created, active] of [
      [now - 179 * DAY, now - 900 * DAY, true],
      [now - 180 * DAY, now - 900 * DAY, false],
      [undefined, now - 179 * DAY, true],
      [undefined, now - 180 * DAY, false],
    ] as const)
      expect(isRecentlyActive(newest, created, now)).toBe(active)
  })
})

/** As if everything had happened so many days ago, and no channel been looked at since. */
async function longAgo({ realm }: Cast, days: number): Promise<void> {
  const seconds = days * DAY
  await writesTo(realm, 'UPDATE realm SET created_at = created_at - ?', seconds)
  await writesTo(realm, 'UPDATE channels SET date_created = date_created - ?', seconds)
  await writesTo(realm, 'UPDATE message_index SET sent_at = sent_at - ?', seconds)
  await writesTo(realm, "DELETE FROM counters WHERE name = 'channel_activity_measured_at'")
}

async function activityOf(person: Person, { stream_id }: Channel): Promise<Json> {
  const { stream } = succeeded(await person.get(`/streams/${stream_id}`))
  return [stream.is_recently_active, stream.stream_weekly_traffic]
}

const updates = (events: Json[]) => events.map(({ type, op, property, value }) => [`${type}/${op}`, property, value])

describe('once a day', () => {
  test('each channel is looked at, and those who may know of it hear what is different', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general, vault } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 56)
    await longAgo(cast, 14)
    const [hers, his] = await receivedBy([ada, dov], () => ring(realm))
    const traffic = (value: number) => ['stream/update', 'stream_weekly_traffic', value]
    for (const events of [his!.plain, his!.able]) expect(updates(events)).toEqual([traffic(28)])
    for (const events of [hers!.plain, hers!.able]) expect(updates(events)).toEqual([traffic(28), traffic(0)])
    expect(await activityOf(ada, general)).toEqual([true, 28])
    expect(await activityOf(ada, vault)).toEqual([true, 0])

    const before = await rowsWritten(realm)
    const [again] = await receivedBy([ada], () => ring(realm))
    expect(again!.able).toEqual([])
    expect((await rowsWritten(realm)) - before).toBeLessThan(20) // what registering and the alarm cost
  })

  test('a channel that was silent for half a year is not active, until somebody speaks', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await longAgo(cast, 200)
    const [his] = await receivedBy([dov], () => ring(realm))
    expect(updates(his!.able)).toEqual([
      ['stream/update', 'is_recently_active', false],
      ['stream/update', 'stream_weekly_traffic', 0],
    ])
    const [heard] = await receivedBy([dov], () => ada.sends(general, 'lunch', 'Pizza again?'))
    expect(updates(heard!.able)).toEqual([
      ['stream/update', 'is_recently_active', true],
      ['message/undefined', undefined, undefined],
    ])
    expect(await activityOf(dov, general)).toEqual([true, 0])
  })

  test('however many there are, all are looked at, some at a time', async () => {
    const cast = await freshRealm()
    const { realm, ada } = cast
    for (let nth = 0; nth < 45; nth++) await newChannel(ada, `channel ${nth}`, [])
    await longAgo(cast, 8)
    const untold = async () =>
      (await rowsIn(realm, 'SELECT count(*) AS n FROM channels WHERE weekly_traffic IS NULL AND is_archived = 0'))[0].n
    expect(await untold()).toBe(47)
    for (let bites = 0; bites < 3; bites++) await ring(realm)
    expect(await untold()).toBe(0)
  })

  test('but a realm in which nobody speaks is left to sleep for longer', async () => {
    const cast = await freshRealm()
    const { realm, ada, general } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await longAgo(cast, 200)
    await ring(realm)
    await rowsIn(realm, 'DELETE FROM queues')
    await ring(realm)
    expect((await alarmOf(realm)) ?? Infinity).toBeGreaterThan(Date.now() + 5 * DAY * 1000)
  })
})
