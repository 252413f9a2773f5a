import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { eventsAsText } from '../support/listening'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { contentsIn } from '../support/received-events'

/** Returns the only message in these events. */
function messageIn(events: Json[]): Json {
  const messages = events.filter((event) => event.type === 'message')
  expect(messages).toHaveLength(1)
  return messages[0].message
}

describe('an event depends on the options of the client', () => {
  const clients: Record<string, FieldValue>[] = [
    {},
    { apply_markdown: true },
    { client_gravatar: false },
    { client_capabilities: { empty_topic_name: true } },
    { apply_markdown: true, client_gravatar: false, client_capabilities: { empty_topic_name: true } },
  ]

  test('a poll that waits and a later poll return the same text, for each kind of client', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const polls = await Promise.all(
      clients.map(async (client) => {
        const [waiting, late] = [await ezra.registers(client), await ezra.registers(client)]
        return { response: eventsAsText(ezra, waiting, false), late }
      }),
    )
    await untilParked(realm, clients.length)

    await dov.sends(general, '', 'Say **hello** to @**Ezra**')

    const texts = await Promise.all(polls.map(({ response }) => response))
    for (const [index, { late }] of polls.entries()) expect(await eventsAsText(ezra, late, true)).toBe(texts[index])
    expect(new Set(texts).size).toBe(clients.length) // each kind of client gets another text
  })

  test('apply_markdown, client_gravatar and empty_topic_name decide the content, avatar_url and subject', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queues = await Promise.all(clients.map((client) => ezra.registers(client)))
    await dov.sends(general, '', '**hello**')
    const messages = await Promise.all(queues.map(async (queue) => messageIn(await queue.events())))

    const [plain, html, pictures, empty] = messages
    expect(plain).toMatchObject({ content: '**hello**', content_type: 'text/x-markdown', avatar_url: null })
    expect(plain.subject).not.toBe('')
    expect(html).toMatchObject({ content: '<p><strong>hello</strong></p>', content_type: 'text/html' })
    expect(pictures.avatar_url).toMatch(/^https:/)
    expect(empty.subject).toBe('')
  })

  test('only the client that sent a message receives its local_id', async () => {
    const { dov, general } = await freshRealm()
    const [phone, laptop] = [await dov.registers(), await dov.registers()]
    await dov.sends(general, 'lunch', 'Pizza?', { queue_id: phone.id, local_id: '12.5' })
    expect((await phone.events()).at(-1)).toHaveProperty('local_message_id', '12.5')
    expect((await laptop.events()).at(-1)).not.toHaveProperty('local_message_id')
  })
})

describe('the recipients of an event', () => {
  test('a user who unsubscribed still receives the messages from before', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [waiting, late] = [await ezra.registers(), await ezra.registers()]
    const waitingPoll = eventsAsText(ezra, waiting, false)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    const text = await waitingPoll

    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    await dov.sends(general, 'lunch', 'Only for subscribers')

    expect((await eventsAsText(ezra, late, true)).slice(0, text.length - 1)).toBe(text.slice(0, -1))
    expect(contentsIn(await late.events())).toEqual(['Pizza?'])
  })

  test('a new subscriber does not receive the messages from before', async () => {
    const { ada, dov, vault } = await freshRealm()
    const queue = await dov.registers()
    await ada.sends(vault, 'keys', 'Under the mat')
    await ada.subscribes(vault, { principals: [dov.id] })
    await ada.sends(vault, 'keys', 'Welcome')

    const events = await queue.events()

    expect(contentsIn(events)).toEqual(['Welcome'])
    expect(JSON.stringify(events)).not.toContain('Under the mat')
  })

  test('changes of the subscribers of a private channel go to the subscribers at that time, also in a later poll', async () => {
    const { realm, ada, cleo, dov, vault } = await freshRealm()
    const client = { event_types: ['subscription'], include_subscribers: 'true' }
    const [waiting, late] = [await dov.registers(client), await dov.registers(client)]
    const atOnce: Json[] = []
    const pollDuring = async (act: () => Promise<unknown>) => {
      const response = waiting.poll()
      await untilParked(realm, 1)
      await act()
      atOnce.push(...(await response))
    }
    await pollDuring(() => ada.subscribes(vault, { principals: [dov.id] }))
    await pollDuring(() => ada.subscribes(vault, { principals: [cleo.id] }))
    await pollDuring(() => dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await ada.subscribes(vault, { principals: [cleo.id] })

    expect(await late.events()).toEqual(atOnce)
    expect(atOnce.map(({ op }) => op)).toEqual(['add', 'peer_add', 'remove'])
    expect(await waiting.events()).toEqual([])
  })

  test('a guest receives no events of channels without their subscription', async () => {
    const { ada, ezra } = await freshRealm()
    const queue = await ezra.registers()
    await newChannel(ada, 'lobby', [ada])
    expect(await queue.events()).toEqual([])
    await ada.subscribes({ name: 'lobby' }, { principals: [ezra.id] })
    expect((await queue.events()).map((event) => event.type)).toEqual(['stream', 'subscription'])
  })
})
