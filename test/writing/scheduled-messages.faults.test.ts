import { describe, expect, test } from 'vitest'
import { alarmTime, loseAlarm, runAlarm } from '../support/alarms'
import { advanceClock, secondsFromNow } from '../support/clock'
import { captureConsole, crash, crashBeforeCommit, evict } from '../support/faults'
import { newestMessages } from '../support/messages'
import { succeeded, type Json } from '../support/person'
import { randomBelow } from '../support/random-numbers'
import { freshRealm } from '../support/realm'
import { scheduledMessagesOf, scheduleMessage, sendDueMessages } from '../support/scheduled-messages'

describe('scheduled messages and faults of the realm', () => {
  test('a crash during the delivery: the message is sent once, afterwards', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov, general } = cast
    await scheduleMessage(dov, { type: 'channel', to: general.stream_id, topic: 'lunch' })
    const queue = await ada.registers({ event_types: ['message'] })
    await advanceClock(realm, 61)
    await crashBeforeCommit(realm)
    captureConsole('error')
    await runAlarm(realm).catch(() => undefined)
    expect(await queue.events()).toEqual([])
    expect(await scheduledMessagesOf(dov)).toHaveLength(1)

    await sendDueMessages(cast)
    expect((await queue.events()).map(({ message }) => message.content)).toEqual(['Later'])
    await crash(realm)
    await sendDueMessages(cast)
    expect(await queue.events()).toEqual([])
    expect(await scheduledMessagesOf(dov)).toEqual([])
  })

  test('the alarm is set for the message, and a lost alarm is set again by the next request', async () => {
    const cast = await freshRealm()
    const { realm, dov, general } = cast
    await runAlarm(realm) // does the due work of the new realm
    const time = secondsFromNow(45)
    await scheduleMessage(dov, {
      type: 'channel',
      to: general.stream_id,
      topic: 'lunch',
      scheduled_delivery_timestamp: time,
    })
    await runAlarm(realm)
    expect(await alarmTime(realm)).toBeLessThanOrEqual(time * 1000)
    await loseAlarm(realm)
    await crash(realm)
    await dov.get('/users/me')
    await sendDueMessages(cast)
    expect((await newestMessages(dov, 1))[0]).toMatchObject({ content: 'Later' })
  })

  test.for([1, 2, 3])('with faults in any order each message is sent once (seed %i)', async (seed) => {
    captureConsole('error')
    captureConsole('warn')
    const cast = await freshRealm()
    const { realm, dov, general } = cast
    const below = randomBelow(seed * 2_654_435_761)
    const scheduled = new Set<string>()
    const scheduleNext = async () => {
      const content = `number ${scheduled.size}`
      const message = { type: 'channel', to: general.stream_id, topic: 'storm', content }
      // The realm's clock may be ahead. Then the request is refused.
      const fields = { ...message, scheduled_delivery_timestamp: secondsFromNow(1 + below(300)) }
      if ((await dov.post('/scheduled_messages', fields)).result === 'success') scheduled.add(content)
    }
    const STEPS: (() => Promise<unknown>)[] = [
      scheduleNext,
      scheduleNext,
      scheduleNext,
      () => advanceClock(realm, below(100)),
      () => runAlarm(realm),
      () => Promise.all([runAlarm(realm).catch(() => undefined), crash(realm)]),
      () =>
        Promise.all([runAlarm(realm).catch(() => undefined), dov.sends(general, 'other', 'x').catch(() => undefined)]),
      () => crash(realm),
      () => evict(realm),
      () => loseAlarm(realm),
    ]
    for (let step = 0; step < 40; step++) await STEPS[below(STEPS.length)]!()
    await advanceClock(realm, 400)
    await dov.sends(general, 'other', 'x') // the next request sets a lost alarm
    await runAlarm(realm)
    const narrow = [['topic', 'storm']]
    const range = { anchor: 0, num_before: 0, num_after: 100, apply_markdown: false }
    const { messages } = succeeded(await dov.get('/messages', { narrow, ...range }))
    expect(messages.map(({ content }: Json) => content).toSorted()).toEqual([...scheduled].toSorted())
    expect(scheduled.size).toBeGreaterThan(3)
    expect(await scheduledMessagesOf(dov)).toEqual([])
  })

  test('a message may be scheduled for the year 9999', async () => {
    const { realm, dov, general } = await freshRealm()
    const fields = { type: 'channel', to: general.stream_id, topic: 'x' }
    await scheduleMessage(dov, { ...fields, scheduled_delivery_timestamp: 253_402_300_799 })
    await runAlarm(realm)
    expect(await scheduledMessagesOf(dov)).toMatchObject([
      { scheduled_delivery_timestamp: 253_402_300_799, failed: false },
    ])
  })
})
