import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, NO_PERMISSION, OWNERS_ONLY, refusal } from '../support/answers'
import { evict } from '../support/faults'
import { askForGuestLink, comeAsGuest, newGuestLink } from '../support/guest-links'
import { newestMessages } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { changesNothing, eventNames, eventsOfType, receivedBy } from '../support/received-events'
import { ADMINISTRATORS_GROUP, MODERATORS_GROUP } from '../support/system-groups'
import { executeSql } from '../support/tables'

const channelWith = async (person: Person, stream_id: number): Promise<Json> =>
  succeeded(await person.get(`/streams/${stream_id}`)).stream

const subscribersOf = async (person: Person, stream_id: number): Promise<number[]> =>
  succeeded(await person.get(`/streams/${stream_id}/members`)).subscribers.sort((a: number, b: number) => a - b)

const idsOf = (...people: Person[]): number[] => people.map(({ id }) => id).sort((a, b) => a - b)

/** Returns the names of those of these people who can read a message. */
async function readersOf(people: readonly Person[], { id }: { id: number }): Promise<string[]> {
  const answers = await Promise.all(people.map((person) => person.get(`/messages/${id}`)))
  return people.flatMap(({ account }, index) => (answers[index]!.result === 'success' ? [account.full_name] : []))
}

describe('POST /parley/guest_links: topic', () => {
  test('gives the topic of a public channel its own channel, whose guests read all of the topic and nothing else', async () => {
    const { realm, ben, cleo, dov, ezra, general } = await freshRealm()
    const secret = await dov.sends(general, 'salaries', 'Hush')
    const first = await dov.sends(general, 'Offer', 'For **you**')
    await ezra.sends(general, 'Offer', 'Thanks')
    let link: Json = {}
    const [bens, cleos, dovs] = await receivedBy([ben, cleo, dov], async () => {
      link = await newGuestLink(ben, general, { topic: 'offer' })
    })
    expect(link).toMatchObject({ is_open: true, uses: 0, created_by_user_id: ben.id })
    expect(await channelWith(ben, link.stream_id)).toMatchObject({
      name: 'Offer',
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      creator_id: ben.id,
    })
    expect(await subscribersOf(ben, link.stream_id)).toEqual(idsOf(ben, dov, ezra))
    expect(eventNames(bens!.able)).toEqual([
      'stream/create',
      'subscription/add',
      'stream/update',
      'update_message',
      'message',
      'invites_changed',
    ])
    expect(eventsOfType(dovs!.able, 'update_message')).toMatchObject([
      { orig_subject: 'Offer', stream_id: general.stream_id, new_stream_id: link.stream_id },
    ])
    expect(eventsOfType(cleos!.able, 'update_message')).toHaveLength(1)
    const [notice] = await newestMessages(cleo, 1, [{ operator: 'channel', operand: general.stream_id }])
    expect(notice).toMatchObject({ subject: 'Offer', sender_full_name: 'Notification Bot' })
    expect(notice!.content).toContain('#**Offer>Offer**')

    const gwen = await comeAsGuest(realm, link)
    const read = await newestMessages(gwen, 100, [{ operator: 'channel', operand: link.stream_id }])
    expect(read.map(({ content }) => content).slice(-2)).toEqual(['For **you**', 'Thanks'])
    expect(read.every(({ stream_id }) => stream_id === link.stream_id)).toBe(true)
    expect(await gwen.get(`/messages/${secret.id}`)).toEqual(INVALID_MESSAGES)
    succeeded(await gwen.post('/messages', { type: 'channel', to: link.stream_id, topic: 'Offer', content: 'Yes' }))
    // Neither the messages nor their histories say where they were.
    const { message_history } = succeeded(await gwen.get(`/messages/${first.id}/history`))
    expect(JSON.stringify([read, message_history, (await gwen.registers()).state.streams])).not.toContain('general')
  })

  test('the audit log says from which channel the topic came', async () => {
    const { ada, general } = await freshRealm()
    await ada.sends(general, 'offer', 'Hello')
    const link = await newGuestLink(ada, general, { topic: 'offer' })
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    const created = entries.find(({ kind }: Json) => kind === 'guest_link_created')
    const { stream_id } = link
    expect(created.details).toMatchObject({ guest_link_id: link.id, stream_id, from_stream_id: general.stream_id })
    await newGuestLink(ada, general)
    const [newest] = succeeded(await ada.get('/parley/audit_log')).entries.filter(
      ({ kind, details }: Json) => kind === 'guest_link_created' && details.stream_id === general.stream_id,
    )
    expect(newest.details).not.toHaveProperty('from_stream_id')
  })
})

type Before = { from: Channel; expected: string[]; lost: string[] }

/** Prepares a channel of each kind. `expected`: who reads the topic in its own channel. `lost`: who read it before, and does not now. */
const CHANNELS: Record<string, (cast: Cast) => Promise<Before>> = {
  'a public channel': async ({ general }) => ({
    from: general,
    expected: ['Ada', 'Ben', 'Cleo', 'Dov', 'Fig'],
    lost: ['Ezra'],
  }),
  'a private channel': async ({ ada, ben, dov, ezra }) => ({
    from: await newChannel(ada, 'cellar', [ada, ben, dov, ezra], {
      invite_only: true,
      history_public_to_subscribers: true,
    }),
    expected: ['Ada', 'Ben', 'Dov'],
    lost: ['Ezra'],
  }),
  'a private channel that others can read without a subscription': async ({ ada, ben }) => ({
    from: await newChannel(ada, 'cellar', [ada, ben], {
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: MODERATORS_GROUP,
    }),
    expected: ['Ada', 'Ben'],
    lost: ['Cleo'],
  }),
}

describe('POST /parley/guest_links: readers of a topic', () => {
  for (const [kind, prepare] of Object.entries(CHANNELS))
    test(`${kind}: the guests of the link can read the topic, and no other user can read more than before`, async () => {
      const cast = await freshRealm()
      const { realm, ada, ben, cleo, dov, ezra, fig } = cast
      const people = [ada, ben, cleo, dov, ezra, fig]
      const { from, expected, lost } = await prepare(cast)
      const message = await ada.sends(from, 'offer', 'Hello')
      const before = await readersOf(people, message)
      let link: Json = {}
      const received = await receivedBy(people, async () => {
        link = await newGuestLink(ada, from, { topic: 'offer' })
      })
      const after = await readersOf(people, message)
      expect(after).toEqual(expected)
      expect(before.filter((name) => !after.includes(name))).toEqual(lost)
      expect(after.filter((name) => !before.includes(name))).toEqual([])
      for (const [index, { account }] of people.entries()) {
        const deleted = eventsOfType(received[index]!.able, 'delete_message')
        expect(deleted.length === 1, account.full_name).toBe(lost.includes(account.full_name))
      }
      const gwen = await comeAsGuest(realm, link)
      expect(await readersOf([gwen], message)).toEqual(['Gwen'])
    })

  test('guests of the old channel who wrote in the topic stay in it, and visitors without an account lose it', async () => {
    const { realm, ada, ezra } = await freshRealm()
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    const harbour = await newChannel(ada, 'harbour', [ada, ezra], { is_web_public: true })
    const message = await ezra.sends(harbour, 'offer', 'Hello')
    const seenBy = async (): Promise<string> => (await realm.request(`/messages/${message.id}`)).text()
    expect(await seenBy()).toContain('Hello')
    await newGuestLink(ada, harbour, { topic: 'offer' })
    expect(await seenBy()).not.toContain('Hello')
    expect(await readersOf([ada, ezra], message)).toEqual(['Ada', 'Ezra'])
  })

  test('the notice in a private channel does not name the new one, and deactivated subscribers are left out', async () => {
    const { ada, ben, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, ben, dov], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    await ada.sends(cellar, 'offer', 'Hello')
    succeeded(await ada.delete(`/users/${dov.id}`))
    const { stream_id } = await newGuestLink(ada, cellar, { topic: 'offer' })
    expect(await channelWith(ada, stream_id)).toMatchObject({ invite_only: true, history_public_to_subscribers: true })
    expect(await subscribersOf(ada, stream_id)).toEqual(idsOf(ada, ben))
    const [notice] = await newestMessages(ada, 1, [{ operator: 'channel', operand: cellar.stream_id }])
    expect(notice!.content).toContain('a private channel')
  })
})

describe('POST /parley/guest_links: name and retention of the channel of a topic', () => {
  test('a name that a channel has gets a number, and the mark of resolved topics is left out', async () => {
    const { ada, general } = await freshRealm()
    await newChannel(ada, 'offer', [ada])
    const names: string[] = []
    for (const topic of ['Offer', '✔ offer', '', 'x'.repeat(60)]) {
      await ada.sends(general, topic, 'Hello')
      names.push((await channelWith(ada, (await newGuestLink(ada, general, { topic })).stream_id)).name)
    }
    expect(names).toEqual(['Offer 2', 'offer 3', 'general chat', 'x'.repeat(60)])
    for (let taken = 4; taken <= 20; taken++) await newChannel(ada, `offer ${taken}`, [ada])
    await ada.sends(general, 'offer', 'Hello')
    await changesNothing([ada], async () => {
      expect(await askForGuestLink(ada, general, { topic: 'offer' })).toMatchObject({ code: 'CHANNEL_ALREADY_EXISTS' })
    })
  })

  test('messages are kept as long as in the old channel, which only an owner can say', async () => {
    const { ada, ben } = await freshRealm()
    const log = await newChannel(ada, 'log', [ada, ben], { message_retention_days: 7 })
    for (const topic of ['one', 'two']) await ada.sends(log, topic, 'Hello')
    expect(await askForGuestLink(ben, log, { topic: 'one' })).toEqual(OWNERS_ONLY)
    const { stream_id } = await newGuestLink(ada, log, { topic: 'one' })
    expect(await channelWith(ada, stream_id)).toMatchObject({ message_retention_days: 7 })
  })
})

describe('POST /parley/guest_links: refusals of a topic', () => {
  test('the creator must be allowed to create the channel, to move the topic, and to create the link', async () => {
    const { ada, cleo, general } = await freshRealm()
    const moderators = { new: MODERATORS_GROUP }
    const administrators = { new: ADMINISTRATORS_GROUP }
    succeeded(await ada.patch('/realm', { parley_can_create_guest_links_group: moderators }))
    const refused: [settings: Record<string, FieldValue>, answer: Json][] = [
      [{ can_create_public_channel_group: administrators }, NO_PERMISSION],
      [
        { can_move_messages_between_channels_group: administrators },
        refusal("You don't have permission to move this message"),
      ],
      [{ parley_can_create_guest_links_group: administrators }, NO_PERMISSION],
    ]
    for (const [index, [settings, answer]] of refused.entries()) {
      const topic = `offer ${index}`
      await cleo.sends(general, topic, 'Hello')
      succeeded(await ada.patch('/realm', settings))
      await changesNothing([ada, cleo], async () => {
        expect(await askForGuestLink(cleo, general, { topic })).toEqual(answer)
      })
      for (const name of Object.keys(settings)) succeeded(await ada.patch('/realm', { [name]: moderators }))
      await newGuestLink(cleo, general, { topic })
    }
  })

  test('the topic must exist, and its channel must have a history that new subscribers can read', async () => {
    const { ada, ben, dov, general, vault, attic } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], {
      invite_only: true,
      history_public_to_subscribers: true,
    })
    for (const channel of [vault, cellar]) await ada.sends(channel, 'offer', 'Hello')
    const cannotBring = ({ stream_id }: Channel) =>
      refusal(`Invalid channel ID ${stream_id}, or you may not add people to this channel.`)
    const cases: [actor: Person, channel: Channel, answer: Json][] = [
      [ada, general, refusal("No such topic 'offer'")],
      [
        ada,
        vault,
        refusal(
          'New subscribers of this channel cannot read its earlier messages, so guests cannot have one of its topics.',
        ),
      ],
      [ben, cellar, cannotBring(cellar)],
      [ada, attic, cannotBring(attic)],
    ]
    await changesNothing([ada, ben, dov], async () => {
      for (const [actor, channel, answer] of cases)
        expect(await askForGuestLink(actor, channel, { topic: 'offer' })).toEqual(answer)
    })
    await newGuestLink(ada, cellar, { topic: 'offer' })
  })

  test('a topic that is too old to be moved stays where it is', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { group_id } = succeeded(
      await ada.post('/user_groups/create', { name: 'hosts', description: '', members: [dov.id] }),
    )
    for (const name of ['parley_can_create_guest_links_group', 'can_move_messages_between_channels_group'])
      succeeded(await ada.patch('/realm', { [name]: { new: group_id } }))
    succeeded(await ada.patch('/realm', { can_add_subscribers_group: { new: group_id } }))
    succeeded(await ada.patch('/realm', { move_messages_between_streams_limit_seconds: 60 }))
    for (const topic of ['new', 'old']) await dov.sends(general, topic, 'Hello')
    await newGuestLink(dov, general, { topic: 'new' })
    await executeSql(realm, 'UPDATE message_index SET sent_at = sent_at - 3600')
    await changesNothing([ada, dov], async () => {
      expect(await askForGuestLink(dov, general, { topic: 'old' })).toMatchObject({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      })
    })
  })

  test('at most a thousand people follow a topic', async () => {
    const { realm, ada } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true, history_public_to_subscribers: true })
    for (const topic of ['one', 'two']) await ada.sends(cellar, topic, 'Hello')
    await executeSql(
      realm,
      `WITH RECURSIVE crowd (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM crowd WHERE n < 1000)
       INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot, can_create_users,
                          date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
       SELECT 1000 + n, 'x' || n || '@example.com', 'x' || n || '@example.com', 'X ' || n, 400, 1, 0, 0, 1, '', 'G', 1, '', 1
       FROM crowd`,
    )
    await evict(realm)
    const crowd = Array.from({ length: 1000 }, (_, index) => 1001 + index)
    await ada.subscribes(cellar, { principals: crowd.slice(1) })
    expect(await subscribersOf(ada, (await newGuestLink(ada, cellar, { topic: 'one' })).stream_id)).toHaveLength(1000)
    await ada.subscribes(cellar, { principals: crowd.slice(0, 1) })
    await changesNothing([ada], async () => {
      expect(await askForGuestLink(ada, cellar, { topic: 'two' })).toEqual(
        refusal('1001 people would follow this topic to a channel of its own. At most 1000 can.'),
      )
    })
  })

  test('a realm with as many links as it can have creates no channel', async () => {
    const { ada, general } = await freshRealm()
    for (let links = 0; links < 100; links++) await newGuestLink(ada, general)
    await ada.sends(general, 'offer', 'Hello')
    await changesNothing([ada], async () => {
      expect(await askForGuestLink(ada, general, { topic: 'offer' })).toEqual(
        refusal('This organization has 100 open guest links. End one of them first.'),
      )
    })
  })
})
