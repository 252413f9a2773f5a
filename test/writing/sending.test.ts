import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { sendMany } from '../support/many-messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import {
  changesNothing,
  contentsIn,
  contentsReceivedBy,
  messagesIn,
  newMessageEvents,
  receivedBy,
} from '../support/received-events'

/** Sends a message as a client with this user agent. */
async function sendAs(person: Person, userAgent: string, fields: Record<string, string>): Promise<Json> {
  const headers = { 'user-agent': userAgent }
  return (await person.request('/messages', { method: 'POST', headers, body: new URLSearchParams(fields) })).json()
}

describe('POST /messages', () => {
  test('the link to a message names its channel only for a sender who can see the channel', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    const { stream_id } = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const sentBy = async (sender: Person) => {
      const fields = { type: 'channel', to: 'garden', topic: 'roses', content: 'Red' }
      const { id, message_url, message_link } = succeeded(await sender.post('/messages', fields))
      const place = (channel: string) => `${realm.url}/#narrow/channel/${channel}/topic/roses/near/${id}`
      return { message_url, message_link, place }
    }
    const named = await sentBy(dov)
    const url = named.place(`${stream_id}-garden`)
    expect([named.message_url, named.message_link]).toEqual([url, `[#garden > roses @ 💬](${url})`])
    // A bot may post where its owner may.
    const hidden = await sentBy(fig)
    expect([hidden.message_url, hidden.message_link]).toEqual(Array(2).fill(hidden.place(String(stream_id))))
  })

  test('a channel message is answered with its id; its subscribers receive the message', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    let answer: Json
    const [adaEvents] = await receivedBy([ada, dov], async () => {
      answer = await dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: '**Pizza**?' })
    })

    const followed = { automatic_new_visibility_policy: 3 }
    const message_url = `${realm.url}/#narrow/channel/${general.stream_id}-general/topic/lunch/near/${answer.id}`
    const message_link = `[#general > lunch @ 💬](${message_url})`
    expect(answer).toEqual({ ...SUCCESS, id: expect.any(Number), message_url, message_link, ...followed })
    expect(newMessageEvents(adaEvents!.plain)).toEqual([
      {
        type: 'message',
        flags: [],
        message: {
          id: answer.id,
          type: 'stream',
          stream_id: general.stream_id,
          display_recipient: 'general',
          subject: 'lunch',
          content: '**Pizza**?',
          content_type: 'text/x-markdown',
          is_me_message: false,
          sender_id: dov.id,
          sender_email: dov.email,
          sender_full_name: 'Dov',
          sender_realm_str: realm.name,
          avatar_url: null,
          client: 'Unspecified',
          recipient_id: general.stream_id * 2,
          timestamp: expect.any(Number),
          topic_links: [],
          reactions: [],
          submessages: [],
        },
      },
    ])
  })

  test('only subscribers receive a channel message', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = await freshRealm()
    const contents = await contentsReceivedBy([ada, ben, cleo, dov, ezra, fig], async () => {
      await dov.sends(general, 'lunch', 'Pizza?')
      await ben.sends(vault, 'keys', 'Under the mat')
    })
    const both = ['Pizza?', 'Under the mat']
    expect(contents).toEqual([both, both, ['Pizza?'], ['Pizza?'], ['Pizza?'], ['Pizza?']])
  })

  test('only the participants receive a direct message, the sender too', async () => {
    const { ada, cleo, dov, ezra } = await freshRealm()
    const [adaEvents, dovEvents, ezraEvents, cleoEvents] = await receivedBy([ada, dov, ezra, cleo], () =>
      dov.sendsDirectly([ada, ezra], 'Hi'),
    )
    const message = {
      type: 'private',
      subject: '',
      content: 'Hi',
      display_recipient: [ada, dov, ezra].map(({ id, email, account }) => ({
        id,
        email,
        full_name: account.full_name,
        is_mirror_dummy: false,
      })),
    }
    for (const { plain } of [adaEvents!, dovEvents!, ezraEvents!])
      expect(messagesIn(plain)).toEqual([expect.objectContaining(message)])
    expect(messagesIn(adaEvents!.plain)[0]).not.toHaveProperty('stream_id')
    expect(cleoEvents!.plain).toEqual([])
  })

  test('a late poll returns the messages that were sent while the user was subscribed', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada, dov])
    const [dovQueue, cleoQueue] = [await dov.registers(), await cleo.registers()]
    await ada.sends(river, 'water', '1')
    await dov.delete('/users/me/subscriptions', { subscriptions: ['river'] })
    await cleo.subscribes(river)
    await ada.sends(river, 'water', '2')
    expect(contentsIn(await dovQueue.events())).toEqual(['1'])
    expect(contentsIn(await cleoQueue.events())).toEqual(['2'])
  })

  test('simultaneous messages are received in the order of their ids', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const people = [ben, cleo, dov]
    let ids: number[] = []
    const [adaEvents] = await receivedBy([ada], async () => {
      ids = await sendMany(60, (index) => people[index % 3]!.sends(general, `topic ${index % 7}`, String(index)))
    })
    const messages = messagesIn(adaEvents!.plain)
    expect(messages.map(({ id }) => id)).toEqual(ids)
    expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => ids[0]! + index))
    expect(new Set(messages.map(({ content }) => content)).size).toBe(60)
  })

  test('the content is trimmed, and truncated with a note', async () => {
    const { ada, dov, general } = await freshRealm()
    const CASES: [string, string][] = [
      ['\n\n  indented \n\n', '  indented'],
      ['x'.repeat(10_000), 'x'.repeat(10_000)],
      ['𝒳'.repeat(10_000), '𝒳'.repeat(10_000)],
      ['x'.repeat(10_001), `${'x'.repeat(9_980)}\n[message truncated]`],
    ]
    const [contents] = await contentsReceivedBy([ada], async () => {
      for (const [requested] of CASES) await dov.sends(general, 'lunch', requested)
    })
    expect(contents).toEqual(CASES.map(([, stored]) => stored))
  })

  test('a message that begins with /me has is_me_message and keeps its content', async () => {
    const { ada, dov, general } = await freshRealm()
    const [adaEvents] = await receivedBy([ada], () => dov.sends(general, 'lunch', '/me waves'))
    expect(messagesIn(adaEvents!.plain)[0]).toMatchObject({ is_me_message: true, content: '/me waves' })
  })

  test('an invalid message is refused, and no event is published', async () => {
    const { ada, dov, general } = await freshRealm()
    const valid = { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?' }
    const missing = (name: string) =>
      refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name })
    const REFUSED: [Record<string, FieldValue>, object][] = [
      [{ type: undefined }, missing('type')],
      [{ type: 'carrier pigeon' }, refusal('Invalid type')],
      [{ to: undefined }, missing('to')],
      [{ content: undefined }, missing('content')],
      [{ content: '' }, refusal('Message must not be empty')],
      [{ content: ' \n\t ' }, refusal('Message must not be empty')],
      [{ content: 'a\0b' }, refusal('Message must not contain null bytes')],
      [{ topic: undefined }, refusal('Missing topic')],
      [{ topic: 'a\0b' }, refusal('Invalid character in topic, at position 2!')],
      [{ topic: 'lun\u0007ch' }, refusal('Invalid character in topic, at position 4!')],
      [{ topic: '🍕\ufffe' }, refusal('Invalid character in topic, at position 2!')],
      [{ read_by_sender: 'maybe' }, refusal('read_by_sender is not valid JSON')],
      [{ read_by_sender: 1 }, refusal('read_by_sender is not a boolean')],
    ]
    await dov.sends(general, 'lunch', 'This is allowed')
    await changesNothing([ada, dov], async () => {
      for (const [invalid, expected] of REFUSED)
        expect(await dov.post('/messages', { ...valid, ...invalid }), JSON.stringify(invalid)).toEqual(expected)
    })
  })

  test('an unknown parameter is listed in the answer', async () => {
    const { dov } = await freshRealm()
    expect(
      await dov.post('/messages', { type: 'direct', to: [dov.id], content: 'x', colour: 'blue', client: 'me' }),
    ).toEqual({
      result: 'success',
      msg: '',
      id: expect.any(Number),
      message_url: expect.stringContaining(`/#narrow/dm/${dov.id}-dm/near/`),
      message_link: expect.stringContaining(`/#narrow/dm/${dov.id}-dm/near/`),
      ignored_parameters_unsupported: ['colour'],
    })
  })

  test('only the queue in the request receives the local_id', async () => {
    const { ada, dov, general } = await freshRealm()
    const [sendingQueue, otherQueue, adaQueue] = [await dov.registers(), await dov.registers(), await ada.registers()]
    await dov.sends(general, 'lunch', 'x', { queue_id: sendingQueue.id, local_id: '17.5' })
    const [event] = newMessageEvents(await sendingQueue.events())
    expect(event.local_message_id).toBe('17.5')
    for (const queue of [otherQueue, adaQueue])
      expect(newMessageEvents(await queue.events())[0]).not.toHaveProperty('local_message_id')
  })

  test('a message is read for its sender if the client is made for people, or if the request says so', async () => {
    const { dov } = await freshRealm()
    const CASES: [userAgent: string, fields: Record<string, string>, client: string, isRead: boolean][] = [
      ['', {}, 'Unspecified', false],
      ['curl/8.0', {}, 'curl', false],
      ['Mozilla/5.0 (X11)', { client: 'website' }, 'website', true],
      ['ZulipMobile/flutter (Android 14)', {}, 'ZulipMobile', true],
      ['zulipterminal/0.7', {}, 'zulipterminal', true],
      ['SvcMobile/1.0', {}, 'SvcMobile', true],
      ['ZulipPython/0.9', {}, 'ZulipPython', false],
      ['curl/8.0', { client: 'ZulipElectron' }, 'ZulipElectron', true],
      ['curl/8.0', { read_by_sender: 'true' }, 'curl', true],
      ['ZulipMobile/1.0', { read_by_sender: 'false' }, 'ZulipMobile', false],
      [`${'x'.repeat(40)}/1.0`, {}, 'x'.repeat(30), false],
    ]
    const [dovEvents] = await receivedBy([dov], async () => {
      for (const [userAgent, fields] of CASES)
        succeeded(await sendAs(dov, userAgent, { type: 'direct', to: `[${dov.id}]`, content: 'x', ...fields }))
    })
    expect(newMessageEvents(dovEvents!.plain).map(({ message, flags }) => [message.client, flags])).toEqual(
      CASES.map(([, , client, isRead]) => [client, isRead ? ['read'] : []]),
    )
  })
})
