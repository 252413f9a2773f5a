import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { alarmTime, runAlarm, runAlarmAfter } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { succeeded, type Json } from '../support/person'
import { freshRealm, type Channel, type TestRealm } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'
import { copyFirstMessage, countRows, executeSql, selectRows } from '../support/tables'

const DAY = 86_400

const setChannelRetention = (realm: TestRealm, { stream_id }: Channel, days: number | null) =>
  executeSql(realm, 'UPDATE channels SET message_retention_days = ? WHERE stream_id = ?', days, stream_id)

const setRealmRetention = (realm: TestRealm, days: number) => storeSetting(realm, 'message_retention_days', days)

const deletedIds = (events: Json[]): number[][] =>
  eventsOfType(events, 'delete_message').map(({ message_ids }) => message_ids)

const remainingIds = async (realm: TestRealm): Promise<number[]> =>
  (await selectRows(realm, 'SELECT id FROM message_index ORDER BY id')).map(({ id }) => id)

/** A realm with a message in a public channel, in a private channel and in a direct conversation. */
async function realmWithMessages() {
  const cast = await freshRealm()
  const { ada, dov, general, vault } = cast
  const inGeneral = await dov.sends(general, 'lunch', 'Pizza?')
  const inVault = await ada.sends(vault, 'keys', 'Under the mat')
  const direct = await dov.sendsDirectly([ada], 'Hi')
  return { ...cast, inGeneral: inGeneral.id, inVault: inVault.id, direct: direct.id }
}

const runAlarmAfterDays = (realm: TestRealm, days: number): Promise<void> => runAlarmAfter(realm, days * DAY)

describe('message_retention_days', () => {
  test('messages of a channel are deleted after its retention time; all users who can read them receive it', async () => {
    const { realm, ada, cleo, general, inGeneral, inVault, direct } = await realmWithMessages()
    await setChannelRetention(realm, general, 3)
    await advanceClock(realm, 2 * DAY)
    await changesNothing([ada], () => runAlarm(realm))
    expect(await remainingIds(realm)).toEqual([inGeneral, inVault, direct])
    await advanceClock(realm, 2 * DAY)
    const received = await receivedBy([ada, cleo], () => runAlarm(realm))
    const { stream_id } = general
    const location = { message_type: 'stream', stream_id, topic: 'lunch' }
    for (const { plain, able } of received) {
      expect(plain.at(-1)).toEqual({ type: 'delete_message', message_id: inGeneral, ...location })
      expect(able.at(-1)).toEqual({ type: 'delete_message', message_ids: [inGeneral], ...location })
      expect(able[0]).toMatchObject({ type: 'stream', property: 'first_message_id', value: null })
    }
    expect(await remainingIds(realm)).toEqual([inVault, direct])
    expect(succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 9 })).messages).toHaveLength(2)
  })

  test('the retention time of the realm is the default of all channels and applies to direct messages', async () => {
    const { realm, ada, dov, cleo, vault, inVault, inGeneral, direct } = await realmWithMessages()
    await setRealmRetention(realm, 1)
    await setChannelRetention(realm, vault, -1) // unlimited
    await advanceClock(realm, 2 * DAY)
    const [adaEvents, , cleoEvents] = await receivedBy([ada, dov, cleo], () => runAlarm(realm))
    expect(deletedIds(adaEvents!.able)).toEqual([[inGeneral], [direct]])
    expect(deletedIds(cleoEvents!.able)).toEqual([[inGeneral]])
    expect(await remainingIds(realm)).toEqual([inVault])
  })

  test('the retention time of a channel may be longer or shorter than that of the realm', async () => {
    const { realm, general, vault, inVault, inGeneral } = await realmWithMessages()
    await setRealmRetention(realm, 5)
    await setChannelRetention(realm, general, 10)
    await setChannelRetention(realm, vault, 2)
    await runAlarmAfterDays(realm, 3)
    expect(await remainingIds(realm)).not.toContain(inVault)
    await runAlarmAfterDays(realm, 3) // deletes the direct message
    expect(await remainingIds(realm)).toEqual([inGeneral])
    await runAlarmAfterDays(realm, 5)
    expect(await remainingIds(realm)).toEqual([])
  })

  test('expired messages are deleted from D1', async () => {
    const { realm, general, inGeneral } = await realmWithMessages()
    await setChannelRetention(realm, general, 3)
    await runAlarmAfterDays(realm, 4)
    await runAlarm(realm)
    const row = await env.DB.prepare('SELECT content, is_deleted FROM messages WHERE realm_id = ? AND id = ?')
      .bind(realm.name, inGeneral)
      .first()
    expect(row).toEqual({ content: '', is_deleted: 1 })
  })

  test('without a retention time nothing is deleted', async () => {
    const { realm, ada } = await realmWithMessages()
    await runAlarmAfterDays(realm, 3650)
    expect(await remainingIds(realm)).toHaveLength(3)
    await changesNothing([ada], () => runAlarm(realm))
  })

  test('newer messages remain, and the next search for expired messages is within the hour', async () => {
    const { realm, dov, general, inGeneral } = await realmWithMessages()
    await setChannelRetention(realm, general, 3)
    await advanceClock(realm, 2 * DAY)
    const { id } = await dov.sends(general, 'lunch', 'Again?')
    await runAlarmAfterDays(realm, 2)
    expect(await remainingIds(realm)).not.toContain(inGeneral)
    expect(await remainingIds(realm)).toContain(id)
    const now = Date.now() + 4 * DAY * 1000
    expect(await alarmTime(realm)).toBeLessThanOrEqual(now + 3_600_000)
    // No search happens before the end of the hour, even if the alarm runs for another reason.
    await setRealmRetention(realm, 1) // restarts the object, so its clock is right again
    await runAlarm(realm)
    await runAlarm(realm)
    expect(await remainingIds(realm)).toContain(id)
  })

  test('expired messages are deleted in batches, the oldest first', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 1100)
    await setChannelRetention(realm, general, 1)
    await advanceClock(realm, 2 * DAY)
    const queue = await ada.registers({ client_capabilities: { bulk_message_deletion: true } })
    await runAlarm(realm)
    expect(await remainingIds(realm)).toEqual(Array.from({ length: 100 }, (_, index) => 1001 + index))
    await advanceClock(realm, 1)
    await runAlarm(realm)
    expect(await countRows(realm, 'message_index')).toBe(0)
    expect(deletedIds(await queue.events()).map((ids) => ids.length)).toEqual([1000, 100])
  })
})
