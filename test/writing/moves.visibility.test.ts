import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel, type TestRealm } from '../support/realm'

/** Each name of a channel or a topic in these tests is a word that stands nowhere else. */
const SECRET_TOPIC = 'coup'
const SECRET_CHANNEL = 'cellar'
const SECRETS = new RegExp(`${SECRET_TOPIC}|${SECRET_CHANNEL}`)

const moves = async (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields }))

const toChannel = ({ stream_id }: Channel, more: Record<string, FieldValue> = {}) => ({
  stream_id,
  propagate_mode: 'change_all',
  ...more,
})

const movesHeard = ({ plain, able }: { plain: Json[]; able: Json[] }): Json[][] =>
  [plain, able].map((events) => events.filter(({ type }) => type === 'update_message'))

const leaves = async ({ ada }: Cast, channel: Channel, person: Person) =>
  succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [channel.name], principals: [person.id] }))

const comesTo = (cast: Cast, channel: Channel, person: Person) =>
  cast.ada.subscribes(channel, { principals: [person.id] })

const privateChannel = (cast: Cast, people: Person[], history_public_to_subscribers: boolean) =>
  newChannel(cast.ada, SECRET_CHANNEL, people, { invite_only: true, history_public_to_subscribers })

/** All answers that tell of the past of a message, as texts. */
async function pastShownTo(
  who: Person | TestRealm,
  { id }: { id: number },
): Promise<{ text: string; entries: Json[] }> {
  const get = async (path: string) => (await who.request(path)).json<Json>()
  const ids = encodeURIComponent(JSON.stringify([id]))
  const publicly = encodeURIComponent(JSON.stringify([{ operator: 'channels', operand: 'web-public' }]))
  const answers =
    'account' in who
      ? [await get(`/messages/${id}`), await get(`/messages?message_ids=${ids}`), await get(`/messages/${id}/history`)]
      : [await get(`/messages/${id}`), await get(`/messages?anchor=${id}&num_before=0&num_after=0&narrow=${publicly}`)]
  for (const answer of answers) succeeded(answer)
  return { text: JSON.stringify(answers), entries: answers.at(-1).message_history ?? answers[0].message.edit_history }
}

describe.each([
  { kind: 'with shared history', isShared: true },
  { kind: 'with protected history', isShared: false },
])('messages that leave a private channel $kind', ({ isShared }) => {
  test('tell the names of their old topic and channel only to people who could read them there', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, general } = cast
    const cellar = await privateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, SECRET_TOPIC, 'Hush')
    const everyone = [ada, ben, cleo, dov, ezra]
    const [hers, administrators, moderators, ...others] = await receivedBy(everyone, () =>
      moves(ada, message, toChannel(general, { topic: 'news' })),
    )
    for (const events of [...movesHeard(hers!), ...movesHeard(moderators!)])
      expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC, subject: 'news', stream_name: SECRET_CHANNEL }])
    // An administrator knows each channel's name, and not what is talked about in private ones.
    for (const events of movesHeard(administrators!)) expect(events).toMatchObject([{ stream_name: SECRET_CHANNEL }])
    expect(JSON.stringify(administrators)).not.toContain(SECRET_TOPIC)
    for (const each of others) expect(JSON.stringify(each)).not.toMatch(SECRETS)
    for (const each of [administrators!, ...others])
      for (const [event, ...more] of movesHeard(each)) {
        expect(more).toEqual([])
        expect(event).toMatchObject({
          orig_subject: 'news',
          stream_id: cellar.stream_id,
          new_stream_id: general.stream_id,
        })
        for (const field of ['subject', 'topic_links']) expect(event).not.toHaveProperty(field)
      }

    for (const person of [ada, cleo]) {
      const { text, entries } = await pastShownTo(person, message)
      expect(text).toContain(SECRET_TOPIC)
      expect(entries.at(-1)).toMatchObject({ prev_topic: SECRET_TOPIC, topic: 'news' })
    }
    for (const person of [ben, dov, ezra]) {
      const { text, entries } = await pastShownTo(person, message)
      expect(text).not.toContain(SECRET_TOPIC)
      expect(entries.at(-1)).toMatchObject({ prev_stream: cellar.stream_id, stream: general.stream_id, topic: 'news' })
      expect(entries.at(-1)).not.toHaveProperty('prev_topic')
    }
  })

  test('are told to people who listen at the same time, to each as they may know', async () => {
    const cast = await freshRealm()
    const { realm, ada, ben, cleo, dov, general } = cast
    const cellar = await privateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, SECRET_TOPIC, 'Hush')
    const listeners = [cleo, ben, dov, ada]
    const queues = []
    for (const person of listeners) queues.push(await person.registers({ event_types: ['update_message'] }))
    const polls = queues.map((queue) => queue.poll())
    await untilParked(realm, listeners.length)
    await moves(ada, message, toChannel(general, { topic: 'news' }))
    const [cleos, administrators, his, hers] = await Promise.all(polls)
    for (const events of [cleos, hers]) expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC, subject: 'news' }])
    expect(administrators).toMatchObject([{ orig_subject: 'news', stream_name: SECRET_CHANNEL }])
    expect(his).toMatchObject([{ orig_subject: 'news' }])
    expect(his![0]).not.toHaveProperty('stream_name')
  })

  test('keep their names if the topic stays the same, as the names are told by where they are now', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, general } = cast
    const cellar = await privateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, 'news', 'Hush')
    const [his] = await receivedBy([dov], () => moves(ada, message, toChannel(general)))
    for (const events of movesHeard(his!)) expect(events).toMatchObject([{ orig_subject: 'news' }])
    expect(JSON.stringify(his)).not.toContain(SECRET_CHANNEL)
  })
})

describe('messages that leave a channel with protected history', () => {
  test('tell their old topic to subscribers who had some of them, and not to those who came later', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, ezra, general } = cast
    const cellar = await privateChannel(cast, [ada, cleo], false)
    const message = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await leaves(cast, cellar, cleo) // she had the message, and is not there any more
    await comesTo(cast, cellar, dov)
    await ada.sends(cellar, 'weather', 'Rain')
    const [hers, cleos, his, guests] = await receivedBy([ada, cleo, dov, ezra], () =>
      moves(ada, message, toChannel(general, { topic: 'news' })),
    )
    for (const each of [hers!, cleos!])
      for (const events of movesHeard(each)) expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC }])
    for (const events of movesHeard(his!))
      expect(events).toMatchObject([{ orig_subject: 'news', stream_name: SECRET_CHANNEL }])
    for (const each of [his, guests]) expect(JSON.stringify(each)).not.toContain(SECRET_TOPIC)
    for (const person of [ada, cleo]) expect((await pastShownTo(person, message)).text).toContain(SECRET_TOPIC)
    for (const person of [dov, ezra]) expect((await pastShownTo(person, message)).text).not.toContain(SECRET_TOPIC)
  })

  test('are told under their old topic once it is readable to everyone', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, general } = cast
    const cellar = await privateChannel(cast, [ada, cleo], false)
    const message = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await moves(ada, message, toChannel(general, { topic: 'news' }))
    expect((await pastShownTo(dov, message)).text).not.toContain(SECRET_TOPIC)
    const open = { is_private: false, history_public_to_subscribers: true }
    succeeded(await ada.patch(`/streams/${cellar.stream_id}`, open))
    expect((await pastShownTo(dov, message)).text).toContain(SECRET_TOPIC)
  })
})

describe('messages that leave a public channel', () => {
  test('tell guests in the new channel nothing of a channel that they are not in', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general } = cast
    const garden = await newChannel(ada, SECRET_CHANNEL, [ada, dov])
    const message = await dov.sends(garden, SECRET_TOPIC, 'Red')
    const [his, guests] = await receivedBy([dov, ezra], () =>
      moves(ada, message, toChannel(general, { topic: 'news' })),
    )
    for (const events of movesHeard(his!)) expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC }])
    expect(movesHeard(guests!)[0]).toHaveLength(1)
    expect(JSON.stringify(guests)).not.toMatch(SECRETS)
    expect((await pastShownTo(ezra, message)).text).not.toMatch(SECRET_TOPIC)
    expect((await pastShownTo(dov, message)).text).toMatch(SECRET_TOPIC)
  })

  test('tell people without an account nothing of what they cannot read', async () => {
    const cast = await freshRealm()
    const { realm, ada, general } = cast
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const fair = await newChannel(ada, 'fair', [ada], { is_web_public: true })
    const message = await ada.sends(general, SECRET_TOPIC, 'Red')
    await moves(ada, message, toChannel(square, { topic: 'news' }))
    await moves(ada, message, toChannel(fair, { topic: 'stalls' }))
    const { text, entries } = await pastShownTo(realm, message)
    expect(text).not.toContain(SECRET_TOPIC)
    expect(entries).toMatchObject([
      { prev_topic: 'news', topic: 'stalls' },
      { prev_stream: general.stream_id, stream: square.stream_id },
    ])
    succeeded(await ada.delete(`/streams/${square.stream_id}`)) // an archived channel is closed to them
    expect((await pastShownTo(realm, message)).text).not.toMatch(new RegExp(`${SECRET_TOPIC}|"news"`))
  })
})

describe('messages that come to a private channel', () => {
  test('tell people who stay behind the old topic, and nothing of the new one', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general } = cast
    const cellar = await privateChannel(cast, [ada], true)
    const message = await dov.sends(general, 'news', 'Hush')
    const [hers, ...behind] = await receivedBy([ada, dov, ezra], () =>
      moves(ada, message, toChannel(cellar, { topic: SECRET_TOPIC })),
    )
    for (const events of movesHeard(hers!)) expect(events).toMatchObject([{ subject: SECRET_TOPIC }])
    for (const each of behind) {
      const gone = each.able.filter(({ type }) => type === 'delete_message')
      expect(gone).toMatchObject([{ message_ids: [message.id], topic: 'news' }])
      expect(JSON.stringify(each)).not.toMatch(SECRETS)
    }
  })

  test('and come back tell nothing of the topics that they had there', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const cellar = await privateChannel(cast, [ada], true)
    const message = await dov.sends(general, 'news', 'Hush')
    await moves(ada, message, toChannel(cellar, { topic: SECRET_TOPIC }))
    await moves(ada, message, { topic: `another ${SECRET_TOPIC}` })
    await moves(ada, message, toChannel(general, { topic: 'weather' }))
    expect((await pastShownTo(ada, message)).entries).toHaveLength(4)
    const { text, entries } = await pastShownTo(dov, message)
    expect(text).not.toContain(SECRET_TOPIC)
    // The move inside the private channel is not shown. The others are, from the topic that dov knows to the next one.
    expect(entries).toMatchObject([
      { topic: 'news' },
      { prev_topic: 'news', topic: 'weather', prev_stream: general.stream_id, stream: cellar.stream_id },
      { topic: 'weather', prev_stream: cellar.stream_id, stream: general.stream_id },
    ])
    expect(entries[2]).not.toHaveProperty('prev_topic')
  })
})

describe('notices of a move', () => {
  const contentsIn = async (person: Person, { name }: Channel, topic: string): Promise<string[]> => {
    const narrow = [
      { operator: 'channel', operand: name },
      { operator: 'topic', operand: topic },
    ]
    const range = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false }
    const { messages } = succeeded(await person.get('/messages', { ...range, narrow }))
    return messages.map(({ content }: Json) => content)
  }
  const BOTH = { send_notification_to_new_thread: true, send_notification_to_old_thread: true }

  test('name the topics of a channel with protected history only if each subscriber knows the messages', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov } = cast
    const cellar = await privateChannel(cast, [ada, cleo], false)
    const known = await ada.sends(cellar, 'weather', 'Rain')
    await moves(ada, known, { topic: 'climate', propagate_mode: 'change_all', ...BOTH })
    expect((await contentsIn(cleo, cellar, 'climate')).at(-1)).toContain(`#**${SECRET_CHANNEL}>weather**`)
    expect((await contentsIn(cleo, cellar, 'weather')).at(-1)).toContain(`#**${SECRET_CHANNEL}>climate**`)

    const secret = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await comesTo(cast, cellar, dov)
    const [his] = await receivedBy([dov], () =>
      moves(ada, secret, { topic: 'news', propagate_mode: 'change_all', ...BOTH }),
    )
    const said = await contentsIn(dov, cellar, 'news')
    expect(said).toEqual([expect.stringMatching(/moved this topic here from another topic\.$/)])
    // The notice in the old topic is a message of that topic, for its readers of now. It does not name the new one.
    expect(await contentsIn(dov, cellar, SECRET_TOPIC)).toEqual([
      expect.stringMatching(/moved this topic from here to another topic\.$/),
    ])
    expect(JSON.stringify(movesHeard(his!))).not.toContain(SECRET_TOPIC)
  })
})
