import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { contentsInTopic } from '../support/messages'
import { requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel, type TestRealm } from '../support/realm'
import { eventsOfType, receivedBy } from '../support/received-events'

// Each secret name is a word that occurs nowhere else in the answers.
const SECRET_TOPIC = 'coup'
const SECRET_CHANNEL = 'cellar'
const SECRETS = new RegExp(`${SECRET_TOPIC}|${SECRET_CHANNEL}`)

const moveMessage = async (
  person: Person,
  message: { id: number },
  fields: Record<string, FieldValue>,
): Promise<Json> => succeeded(await requestMove(person, message, fields))

const wholeTopicTo = (channel: Channel, fields: Record<string, FieldValue> = {}) =>
  toChannel(channel, { ...WHOLE_TOPIC, ...fields })

/** Returns the move events of both clients of a user. */
const moveEvents = ({ plain, able }: { plain: Json[]; able: Json[] }): Json[][] =>
  [plain, able].map((events) => eventsOfType(events, 'update_message'))

const removeSubscriber = async ({ ada }: Cast, channel: Channel, person: Person) =>
  succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [channel.name], principals: [person.id] }))

const addSubscriber = (cast: Cast, channel: Channel, person: Person) =>
  cast.ada.subscribes(channel, { principals: [person.id] })

const newPrivateChannel = (cast: Cast, people: Person[], history_public_to_subscribers: boolean) =>
  newChannel(cast.ada, SECRET_CHANNEL, people, { invite_only: true, history_public_to_subscribers })

/** Returns all answers with the history of a message as text, and its entries. */
async function historyFor(
  reader: Person | TestRealm,
  { id }: { id: number },
): Promise<{ text: string; entries: Json[] }> {
  const get = async (path: string) => (await reader.request(path)).json<Json>()
  const ids = encodeURIComponent(JSON.stringify([id]))
  const webPublicNarrow = encodeURIComponent(JSON.stringify([{ operator: 'channels', operand: 'web-public' }]))
  const answers =
    'account' in reader
      ? [await get(`/messages/${id}`), await get(`/messages?message_ids=${ids}`), await get(`/messages/${id}/history`)]
      : [
          await get(`/messages/${id}`),
          await get(`/messages?anchor=${id}&num_before=0&num_after=0&narrow=${webPublicNarrow}`),
        ]
  for (const answer of answers) succeeded(answer)
  return { text: JSON.stringify(answers), entries: answers.at(-1).message_history ?? answers[0].message.edit_history }
}

describe.each([
  { kind: 'with shared history', isShared: true },
  { kind: 'with protected history', isShared: false },
])('PATCH /messages/:message_id: a move out of a private channel $kind', ({ isShared }) => {
  test('only users who could read the old topic receive its name', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, general } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, SECRET_TOPIC, 'Hush')
    const people = [ada, ben, cleo, dov, ezra]
    const [adaEvents, benEvents, cleoEvents, ...otherEvents] = await receivedBy(people, () =>
      moveMessage(ada, message, wholeTopicTo(general, { topic: 'news' })),
    )
    for (const events of [...moveEvents(adaEvents!), ...moveEvents(cleoEvents!)])
      expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC, subject: 'news', stream_name: SECRET_CHANNEL }])
    // An administrator can see the name of each channel, but not the topics of private ones.
    for (const events of moveEvents(benEvents!)) expect(events).toMatchObject([{ stream_name: SECRET_CHANNEL }])
    expect(JSON.stringify(benEvents)).not.toContain(SECRET_TOPIC)
    for (const userEvents of otherEvents) expect(JSON.stringify(userEvents)).not.toMatch(SECRETS)
    for (const userEvents of [benEvents!, ...otherEvents])
      for (const [event, ...more] of moveEvents(userEvents)) {
        expect(more).toEqual([])
        expect(event).toMatchObject({
          orig_subject: 'news',
          stream_id: cellar.stream_id,
          new_stream_id: general.stream_id,
        })
        for (const field of ['subject', 'topic_links']) expect(event).not.toHaveProperty(field)
      }

    for (const person of [ada, cleo]) {
      const { text, entries } = await historyFor(person, message)
      expect(text).toContain(SECRET_TOPIC)
      expect(entries.at(-1)).toMatchObject({ prev_topic: SECRET_TOPIC, topic: 'news' })
    }
    for (const person of [ben, dov, ezra]) {
      const { text, entries } = await historyFor(person, message)
      expect(text).not.toContain(SECRET_TOPIC)
      expect(entries.at(-1)).toMatchObject({ prev_stream: cellar.stream_id, stream: general.stream_id, topic: 'news' })
      expect(entries.at(-1)).not.toHaveProperty('prev_topic')
    }
  })

  test('simultaneous long polls receive the event in different forms', async () => {
    const cast = await freshRealm()
    const { realm, ada, ben, cleo, dov, ezra, general } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, SECRET_TOPIC, 'Hush')
    // Like ben, this subscriber did not receive the message, but reads it if the history is shared.
    await addSubscriber(cast, cellar, ezra)
    const listeners = [cleo, ezra, ben, dov, ada]
    const queues = []
    for (const person of listeners) queues.push(await person.registers({ event_types: ['update_message'] }))
    const polls = queues.map((queue) => queue.poll())
    await untilParked(realm, listeners.length)
    await moveMessage(ada, message, wholeTopicTo(general, { topic: 'news' }))
    const [forCleo, forEzra, forBen, forDov, forAda] = await Promise.all(polls)
    for (const events of [forCleo, forAda])
      expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC, subject: 'news' }])
    expect(forEzra).toMatchObject([{ orig_subject: isShared ? SECRET_TOPIC : 'news', stream_name: SECRET_CHANNEL }])
    expect(forBen).toMatchObject([{ orig_subject: 'news', stream_name: SECRET_CHANNEL }])
    expect(forDov).toMatchObject([{ orig_subject: 'news' }])
    expect(forDov![0]).not.toHaveProperty('stream_name')
  })

  test('a topic with the same name in the new channel is named to all users', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, general } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], isShared)
    const message = await cleo.sends(cellar, 'news', 'Hush')
    const [dovEvents] = await receivedBy([dov], () => moveMessage(ada, message, wholeTopicTo(general)))
    for (const events of moveEvents(dovEvents!)) expect(events).toMatchObject([{ orig_subject: 'news' }])
    expect(JSON.stringify(dovEvents)).not.toContain(SECRET_CHANNEL)
  })
})

describe('PATCH /messages/:message_id: a move out of a channel with protected history', () => {
  test('subscribers who received some of the messages receive the old topic, later subscribers do not', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, ezra, general } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], false)
    const message = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await removeSubscriber(cast, cellar, cleo) // cleo received the message
    await addSubscriber(cast, cellar, dov)
    await ada.sends(cellar, 'weather', 'Rain')
    const [adaEvents, cleoEvents, dovEvents, ezraEvents] = await receivedBy([ada, cleo, dov, ezra], () =>
      moveMessage(ada, message, wholeTopicTo(general, { topic: 'news' })),
    )
    for (const userEvents of [adaEvents!, cleoEvents!])
      for (const events of moveEvents(userEvents)) expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC }])
    for (const events of moveEvents(dovEvents!))
      expect(events).toMatchObject([{ orig_subject: 'news', stream_name: SECRET_CHANNEL }])
    for (const userEvents of [dovEvents, ezraEvents]) expect(JSON.stringify(userEvents)).not.toContain(SECRET_TOPIC)
    for (const person of [ada, cleo]) expect((await historyFor(person, message)).text).toContain(SECRET_TOPIC)
    for (const person of [dov, ezra]) expect((await historyFor(person, message)).text).not.toContain(SECRET_TOPIC)
  })

  test('the history names the old topic to all users once all users can read it', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov, general } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], false)
    const message = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await moveMessage(ada, message, wholeTopicTo(general, { topic: 'news' }))
    expect((await historyFor(dov, message)).text).not.toContain(SECRET_TOPIC)
    const open = { is_private: false, history_public_to_subscribers: true }
    succeeded(await ada.patch(`/streams/${cellar.stream_id}`, open))
    expect((await historyFor(dov, message)).text).toContain(SECRET_TOPIC)
  })
})

describe('PATCH /messages/:message_id: a move out of a public channel', () => {
  test('guests in the new channel do not receive the names of the old channel and topic', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general } = cast
    const garden = await newChannel(ada, SECRET_CHANNEL, [ada, dov])
    const message = await dov.sends(garden, SECRET_TOPIC, 'Red')
    const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], () =>
      moveMessage(ada, message, wholeTopicTo(general, { topic: 'news' })),
    )
    for (const events of moveEvents(dovEvents!)) expect(events).toMatchObject([{ orig_subject: SECRET_TOPIC }])
    expect(moveEvents(ezraEvents!)[0]).toHaveLength(1)
    expect(JSON.stringify(ezraEvents)).not.toMatch(SECRETS)
    expect((await historyFor(ezra, message)).text).not.toMatch(SECRET_TOPIC)
    expect((await historyFor(dov, message)).text).toMatch(SECRET_TOPIC)
  })

  test('spectators do not receive names that they cannot see', async () => {
    const cast = await freshRealm()
    const { realm, ada, general } = cast
    succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
    const square = await newChannel(ada, 'square', [ada], { is_web_public: true })
    const fair = await newChannel(ada, 'fair', [ada], { is_web_public: true })
    const message = await ada.sends(general, SECRET_TOPIC, 'Red')
    await moveMessage(ada, message, wholeTopicTo(square, { topic: 'news' }))
    await moveMessage(ada, message, wholeTopicTo(fair, { topic: 'stalls' }))
    const { text, entries } = await historyFor(realm, message)
    expect(text).not.toContain(SECRET_TOPIC)
    expect(entries).toMatchObject([
      { prev_topic: 'news', topic: 'stalls' },
      { prev_stream: general.stream_id, stream: square.stream_id },
    ])
    succeeded(await ada.delete(`/streams/${square.stream_id}`)) // spectators cannot read archived channels
    expect((await historyFor(realm, message)).text).not.toMatch(new RegExp(`${SECRET_TOPIC}|"news"`))
  })
})

describe('PATCH /messages/:message_id: a move into a private channel', () => {
  test('users who cannot read the new channel receive a deletion with the old topic, and not the new one', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra, general } = cast
    const cellar = await newPrivateChannel(cast, [ada], true)
    const message = await dov.sends(general, 'news', 'Hush')
    const [adaEvents, ...otherEvents] = await receivedBy([ada, dov, ezra], () =>
      moveMessage(ada, message, wholeTopicTo(cellar, { topic: SECRET_TOPIC })),
    )
    for (const events of moveEvents(adaEvents!)) expect(events).toMatchObject([{ subject: SECRET_TOPIC }])
    for (const userEvents of otherEvents) {
      const deletions = eventsOfType(userEvents.able, 'delete_message')
      expect(deletions).toMatchObject([{ message_ids: [message.id], topic: 'news' }])
      expect(JSON.stringify(userEvents)).not.toMatch(SECRETS)
    }
  })

  test('after the message is moved back, the history has none of its topics in the private channel', async () => {
    const cast = await freshRealm()
    const { ada, dov, general } = cast
    const cellar = await newPrivateChannel(cast, [ada], true)
    const message = await dov.sends(general, 'news', 'Hush')
    await moveMessage(ada, message, wholeTopicTo(cellar, { topic: SECRET_TOPIC }))
    await moveMessage(ada, message, { topic: `another ${SECRET_TOPIC}` })
    await moveMessage(ada, message, wholeTopicTo(general, { topic: 'weather' }))
    expect((await historyFor(ada, message)).entries).toHaveLength(4)
    const { text, entries } = await historyFor(dov, message)
    expect(text).not.toContain(SECRET_TOPIC)
    // The move within the private channel is not in the history. The others go from a topic that dov knows to the next one.
    expect(entries).toMatchObject([
      { topic: 'news' },
      { prev_topic: 'news', topic: 'weather', prev_stream: general.stream_id, stream: cellar.stream_id },
      { topic: 'weather', prev_stream: cellar.stream_id, stream: general.stream_id },
    ])
    expect(entries[2]).not.toHaveProperty('prev_topic')
  })
})

describe('bot messages about a move', () => {
  const BOTH = { send_notification_to_new_thread: true, send_notification_to_old_thread: true }

  test('they name the topics of a channel with protected history only if each subscriber received the messages', async () => {
    const cast = await freshRealm()
    const { ada, cleo, dov } = cast
    const cellar = await newPrivateChannel(cast, [ada, cleo], false)
    const received = await ada.sends(cellar, 'weather', 'Rain')
    await moveMessage(ada, received, { topic: 'climate', propagate_mode: 'change_all', ...BOTH })
    expect((await contentsInTopic(cleo, cellar, 'climate')).at(-1)).toContain(`#**${SECRET_CHANNEL}>weather**`)
    expect((await contentsInTopic(cleo, cellar, 'weather')).at(-1)).toContain(`#**${SECRET_CHANNEL}>climate**`)

    const secret = await ada.sends(cellar, SECRET_TOPIC, 'Hush')
    await addSubscriber(cast, cellar, dov)
    const [dovEvents] = await receivedBy([dov], () =>
      moveMessage(ada, secret, { topic: 'news', propagate_mode: 'change_all', ...BOTH }),
    )
    expect(await contentsInTopic(dov, cellar, 'news')).toEqual([
      expect.stringMatching(/moved this topic here from another topic\.$/),
    ])
    // The bot message in the old topic is for its readers of now. It does not name the new topic.
    expect(await contentsInTopic(dov, cellar, SECRET_TOPIC)).toEqual([
      expect.stringMatching(/moved this topic from here to another topic\.$/),
    ])
    expect(JSON.stringify(moveEvents(dovEvents!))).not.toContain(SECRET_TOPIC)
  })
})
