import { describe, expect, test } from 'vitest'
import { runAlarmAfter } from '../support/alarms'
import { endHeartbeatWaits } from '../support/clock'
import { crash, evict, instanceOf, parkedPolls, RESTARTS, untilParked } from '../support/faults'
import { pollWithoutWorker } from '../support/listening'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'

describe('a restart of the realm', () => {
  for (const { how, restart } of RESTARTS) {
    test(`when the object ${how}, queues keep their unread events`, async () => {
      const { realm, dov, ezra, general } = await freshRealm()
      const queue = await ezra.registers({ apply_markdown: true, narrow: [['topic', 'lunch']] })
      await dov.sends(general, 'lunch', 'one')
      await queue.events()
      await dov.sends(general, 'lunch', '**two**')
      await dov.sends(general, 'dinner', 'Soup?')

      await restart(realm)

      expect(contentsIn(await queue.events())).toEqual(['<p><strong>two</strong></p>'])
      await dov.sends(general, 'lunch', 'three')
      expect(contentsIn(await queue.events())).toEqual(['<p>three</p>'])
    })

    test(`when the object ${how}, each event and heartbeat still gets a new id`, async () => {
      const { realm, dov, ezra, general } = await freshRealm()
      const queue = await ezra.registers({ event_types: ['message'] })
      const ids: number[] = []
      endHeartbeatWaits()
      for (let n = 0; n < 3; n++) {
        await dov.sends(general, 'lunch', String(n))
        ids.push(...(await queue.poll()).map((event) => event.id)) // the message
        ids.push(...(await queue.poll()).map((event) => event.id)) // a heartbeat
        await restart(realm)
      }
      expect(ids).toHaveLength(6)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    })
  }

  test('after an eviction polls still wait, and events of the new instance end them', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queues = await Promise.all(Array.from({ length: 20 }, () => ezra.registers()))
    const polls = queues.map((queue) => queue.poll())
    await untilParked(realm, 20)
    const evicted = await instanceOf(realm)

    await evict(realm) // an eviction waits for everything except hibernatable sockets
    expect(await instanceOf(realm)).not.toBe(evicted)
    expect(await parkedPolls(realm)).toBe(20)
    await dov.sends(general, 'lunch', 'Pizza?')

    for (const events of await Promise.all(polls)) expect(contentsIn(events)).toEqual(['Pizza?'])
    await untilParked(realm, 0)
  })

  test('the answer of a poll whose Worker died stays in the queue, also after an eviction', async () => {
    const { realm, dov, cleo, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const { answer } = await pollWithoutWorker(realm, ezra, queue)
    await dov.sends(general, 'lunch', 'one')
    expect(await answer).toContain('one')

    await evict(realm)
    await cleo.sendsDirectly([dov], 'two')
    await runAlarmAfter(realm, 120)

    expect(contentsIn(await queue.events())).toEqual(['one'])
  })

  test('after an eviction a second poll ends the first, and a deletion of the queue ends the second', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const first = queue.poll()
    await untilParked(realm, 1)
    await evict(realm)
    const second = queue.poll()
    expect(await first).toEqual([])
    await untilParked(realm, 1)
    await evict(realm)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    expect(await second).toEqual([])
  })

  test('after an eviction a client that disconnects leaves no socket', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const aborted = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    await evict(realm)
    expect(await parkedPolls(realm)).toBe(1)
    leaving.abort()
    await aborted
    await untilParked(realm, 0)
  })

  test('after a crash waiting polls return no events, and the next poll continues', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)

    await crash(realm)

    expect(await waiting).toEqual([])
    const again = queue.poll()
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await again)).toEqual(['Pizza?'])
  })
})
