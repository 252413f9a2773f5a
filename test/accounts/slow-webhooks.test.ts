import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { alarmTime, doDueWork } from '../support/alarms'
import { advanceClock, stopClock } from '../support/clock'
import { newestMessages } from '../support/messages'
import { succeeded, type Person } from '../support/person'
import { freshRealm, type Channel } from '../support/realm'
import { scheduleMessage } from '../support/scheduled-messages'

const NOW = 1_900_000_000

/** Programs of bots. Some of them do something before they answer. */
class Programs {
  readonly requests: string[] = []
  readonly before: Record<string, () => Promise<void>> = {}

  constructor() {
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const [name = ''] = new URL(new Request(input).url).hostname.split('.')
      this.requests.push(name)
      await this.before[name]?.()
      return Response.json({ content: `I am ${name}` })
    })
    onTestFinished(() => spy.mockRestore())
  }
}

async function realmWithBots(...names: string[]) {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  for (const name of names) {
    const payload_url = `https://${name}.example.com/messages`
    succeeded(await cast.dov.post('/bots', { full_name: name, short_name: name, bot_type: 3, payload_url }))
  }
  return { ...cast, programs: new Programs() }
}

const inTopic = async (reader: Person, channel: Channel, topic: string): Promise<string[]> => {
  const narrow = [
    ['channel', channel.stream_id],
    ['topic', topic],
  ]
  return (await newestMessages(reader, 10, narrow)).map(({ content }) => content)
}

describe('a program that has not answered yet', () => {
  test('delays no other program and no scheduled message', async () => {
    const { realm, cleo, general, programs } = await realmWithBots('slow', 'quick')
    const later = { type: 'channel', to: general.stream_id, topic: 'plans', scheduled_delivery_timestamp: NOW + 600 }
    await scheduleMessage(cleo, { ...later, content: 'At noon' })
    let meanwhile: string[][] = []
    programs.before.slow = async () => {
      await cleo.sends(general, 'quick', '@**quick**')
      await advanceClock(realm, 601)
      await doDueWork(realm)
      meanwhile = await Promise.all(['quick', 'plans'].map((topic) => inTopic(cleo, general, topic)))
    }
    await cleo.sends(general, 'slow', '@**slow**')
    await doDueWork(realm)
    expect(meanwhile).toEqual([['@**quick**', 'I am quick'], ['At noon']])
    expect(await inTopic(cleo, general, 'slow')).toEqual(['@**slow**', 'I am slow'])
  })

  test('receives the message no second time, and the next message after its answer', async () => {
    const { realm, cleo, general, programs } = await realmWithBots('slow')
    programs.before.slow = async () => {
      delete programs.before.slow
      await advanceClock(realm, 31)
      await doDueWork(realm)
      expect(programs.requests).toEqual(['slow'])
    }
    for (const nth of ['first', 'second']) await cleo.sends(general, nth, '@**slow**')
    await doDueWork(realm)
    expect(await inTopic(cleo, general, 'first')).toEqual(['@**slow**', 'I am slow'])
    expect(await inTopic(cleo, general, 'second')).toEqual(['@**slow**'])
    await doDueWork(realm)
    expect(await inTopic(cleo, general, 'second')).toEqual(['@**slow**', 'I am slow'])
    expect(programs.requests).toHaveLength(2)
  })

  test('is one of four that the realm waits for. The next one follows when one of them has answered', async () => {
    const slow = ['slow1', 'slow2', 'slow3', 'slow4']
    const { realm, cleo, general, programs } = await realmWithBots(...slow, 'quick')
    const [last] = slow
    const begun = new Set<string>()
    let answered: string[] = []
    for (const name of slow)
      programs.before[name] = async () => {
        begun.add(name)
        if (name !== last) return
        await vi.waitFor(() => expect(begun.size).toBe(slow.length))
        await vi.waitFor(async () => expect(await inTopic(cleo, general, 'slow')).toHaveLength(slow.length * 2 - 1))
        expect(await alarmTime(realm), 'the end of a delivery lets the next one begin').toBe(NOW * 1000)
        await doDueWork(realm)
        answered = await inTopic(cleo, general, 'quick')
      }
    for (const name of slow) await cleo.sends(general, 'slow', `@**${name}**`)
    await cleo.sends(general, 'quick', '@**quick**')
    await doDueWork(realm)
    expect(answered).toEqual(['@**quick**', 'I am quick'])
  })
})
