import { describe, expect, test } from 'vitest'
import { alarmTime, runAlarm } from '../support/alarms'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { copyFirstMessage, executeSql, rowsWritten, selectRows } from '../support/tables'

const DAY = 86_400

/** Makes everything in the realm older by so many days, and makes the next measurement due. */
async function makeOlder({ realm }: Cast, days: number): Promise<void> {
  const seconds = days * DAY
  await executeSql(realm, 'UPDATE realm SET created_at = created_at - ?', seconds)
  await executeSql(realm, 'UPDATE channels SET date_created = date_created - ?', seconds)
  await executeSql(realm, 'UPDATE message_index SET sent_at = sent_at - ?', seconds)
  await executeSql(realm, "DELETE FROM counters WHERE name = 'channel_activity_measured_at'")
}

async function activityOf(person: Person, { stream_id }: Channel): Promise<Json> {
  const { stream } = succeeded(await person.get(`/streams/${stream_id}`))
  return [stream.is_recently_active, stream.stream_weekly_traffic]
}

const updateFields = (events: Json[]) =>
  events.map(({ type, op, property, value }) => [`${type}/${op}`, property, value])

describe('the daily measurement of channels', () => {
  test('users who can see a channel receive the values that changed', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general, vault } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 56)
    await makeOlder(cast, 14)
    const [adaEvents, dovEvents] = await receivedBy([ada, dov], () => runAlarm(realm))
    const traffic = (value: number) => ['stream/update', 'stream_weekly_traffic', value]
    for (const events of [dovEvents!.plain, dovEvents!.able]) expect(updateFields(events)).toEqual([traffic(28)])
    for (const events of [adaEvents!.plain, adaEvents!.able])
      expect(updateFields(events)).toEqual([traffic(28), traffic(0)])
    expect(await activityOf(ada, general)).toEqual([true, 28])
    expect(await activityOf(ada, vault)).toEqual([true, 0])

    const before = await rowsWritten(realm)
    const [adaEventsLater] = await receivedBy([ada], () => runAlarm(realm))
    expect(adaEventsLater!.able).toEqual([])
    expect((await rowsWritten(realm)) - before).toBeLessThan(20) // the cost of the registrations and the alarm
  })

  test('a channel without messages for half a year is not active until the next message', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await makeOlder(cast, 200)
    const [dovEvents] = await receivedBy([dov], () => runAlarm(realm))
    expect(updateFields(dovEvents!.able)).toEqual([
      ['stream/update', 'is_recently_active', false],
      ['stream/update', 'stream_weekly_traffic', 0],
    ])
    const [dovEventsLater] = await receivedBy([dov], () => ada.sends(general, 'lunch', 'Pizza again?'))
    expect(updateFields(dovEventsLater!.able)).toEqual([
      ['stream/update', 'is_recently_active', true],
      ['message/undefined', undefined, undefined],
    ])
    expect(await activityOf(dov, general)).toEqual([true, 0])
  })

  test('all channels are measured, in batches', async () => {
    const cast = await freshRealm()
    const { realm, ada } = cast
    for (let index = 0; index < 45; index++) await newChannel(ada, `channel ${index}`, [])
    await makeOlder(cast, 8)
    const unmeasured = async () =>
      (
        await selectRows(realm, 'SELECT count(*) AS n FROM channels WHERE weekly_traffic IS NULL AND is_archived = 0')
      )[0].n
    expect(await unmeasured()).toBe(47)
    for (let batch = 0; batch < 3; batch++) await runAlarm(realm)
    expect(await unmeasured()).toBe(0)
  })

  test('in a realm without queues the next measurement is days later', async () => {
    const cast = await freshRealm()
    const { realm, ada, general } = cast
    await ada.sends(general, 'lunch', 'Pizza?')
    await makeOlder(cast, 200)
    await runAlarm(realm)
    await selectRows(realm, 'DELETE FROM queues')
    await runAlarm(realm)
    expect((await alarmTime(realm)) ?? Infinity).toBeGreaterThan(Date.now() + 5 * DAY * 1000)
  })
})
