import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { inStorage } from '../support/faults'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'

const pin = async (user: Person, { id }: { id: number }): Promise<number> =>
  succeeded(await user.post(`/parley/messages/${id}/pin`)).pin_id

const bookmark = async (user: Person, { stream_id }: Channel, topic?: string): Promise<number> =>
  succeeded(await user.post(`/parley/streams/${stream_id}/bookmarks`, { ...PLAN, topic })).pin_id

const pinsOf = async (user: Person, { stream_id }: Channel): Promise<Json[]> =>
  succeeded(await user.get(`/parley/streams/${stream_id}/pins`)).pins

const idsOf = async (user: Person, channel: Channel): Promise<number[]> =>
  (await pinsOf(user, channel)).map(({ id }) => id)

const pinEvents = (events: { able: Json[] } | undefined): Json[] => eventsOfType(events!.able, 'parley_pins')

const PLAN = { title: 'Plan', url: 'https://example.com/plan' }
const NOT_PERMITTED = refusal('You do not have permission to pin in this channel.')
const NO_SUCH_PIN = refusal('Pin does not exist.')
const NO_SUCH_CHANNEL = refusal('Invalid channel ID')
const withoutPinners = { can_resolve_topics_group: JSON.stringify({ new: 1 }) }

describe('POST /parley/messages/:message_id/pin', () => {
  test('all who can read the message learn of the pin, and find it in the channel', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await stopClock(realm, 2_000_000_000)
    const message = await dov.sends(general, 'lunch', 'The menu')
    let id = 0
    const received = await receivedBy([ada, dov, ezra], async () => {
      const answer = await ada.post(`/parley/messages/${message.id}/pin`)
      expect(answer).toEqual({ ...SUCCESS, pin_id: expect.any(Number) })
      id = answer.pin_id
    })
    const pinned = {
      id,
      stream_id: general.stream_id,
      topic: 'lunch',
      message_id: message.id,
      title: null,
      url: null,
      user_id: ada.id,
      pinned_at: 2_000_000_000,
    }
    for (const { plain, able } of received) expect([plain, able]).toEqual([[added(pinned)], [added(pinned)]])
    expect(await pinsOf(ezra, general)).toEqual([pinned])
  })

  test('in a private channel with protected history, only those who received the message', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ada.sends(club, 'rules', 'First rule')
    await ada.subscribes(club, { principals: [cleo.id] })
    let id = 0
    const [ofBen, ofCleo, ofDov] = await receivedBy([ben, cleo, dov], async () => {
      id = await pin(ada, message)
      expect(await cleo.post(`/parley/messages/${message.id}/pin`)).toEqual(INVALID_MESSAGES)
      expect(await dov.post(`/parley/messages/${message.id}/pin`)).toEqual(INVALID_MESSAGES)
    })
    expect(pinEvents(ofBen)).toMatchObject([{ op: 'add', pin: { id } }])
    expect([pinEvents(ofCleo), pinEvents(ofDov)]).toEqual([[], []])
    expect([await idsOf(ben, club), await idsOf(cleo, club)]).toEqual([[id], []])
    expect(await dov.get(`/parley/streams/${club.stream_id}/pins`)).toEqual(NO_SUCH_CHANNEL)
    expect(await cleo.delete(`/parley/pins/${id}`)).toEqual(NO_SUCH_PIN)
    expect(await ben.delete(`/parley/pins/${id}`)).toEqual(SUCCESS)
  })

  test('is refused without the permission, twice, and for direct messages', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'The menu')
    const other = await dov.sends(general, 'lunch', 'The other menu')
    const direct = await dov.sendsDirectly([ada], 'Psst')
    await pin(dov, message)
    succeeded(await ada.patch('/realm', withoutPinners))
    await changesNothing([ada, dov], async () => {
      expect(await dov.post(`/parley/messages/${other.id}/pin`)).toEqual(NOT_PERMITTED)
      expect(await ada.post(`/parley/messages/${message.id}/pin`)).toEqual(refusal('This message is pinned already.'))
      expect(await ada.post(`/parley/messages/${direct.id}/pin`)).toEqual(
        refusal('Only messages of channels can be pinned.'),
      )
    })
    await pin(ada, other)
  })

  test('a pin follows its message to another topic and channel, and ends with it', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov])
    const message = await dov.sends(general, 'lunch', 'The menu')
    const id = await pin(dov, message)
    const [, ofDov] = await receivedBy([ada, dov], () => ada.patch(`/messages/${message.id}`, { topic: 'dinner' }))
    expect(pinEvents(ofDov)).toMatchObject([{ op: 'add', pin: { id, topic: 'dinner', stream_id: general.stream_id } }])
    const [later, ofEzra] = await receivedBy([dov, ezra], () =>
      ada.patch(`/messages/${message.id}`, { stream_id: garden.stream_id, propagate_mode: 'change_all' }),
    )
    expect(pinEvents(later)).toMatchObject([{ op: 'add', pin: { id, topic: 'dinner', stream_id: garden.stream_id } }])
    expect(pinEvents(ofEzra)).toEqual([])
    expect([await idsOf(dov, general), await idsOf(dov, garden)]).toEqual([[], [id]])
    await receivedBy([ada, dov], () => ada.delete(`/messages/${message.id}`))
    expect(await idsOf(dov, garden)).toEqual([])
  })
})

describe('GET /parley/streams/:stream_id/pins', () => {
  test('the newest pin comes first', async () => {
    const { dov, general } = await freshRealm()
    const ids = [await pin(dov, await dov.sends(general, 'lunch', 'The menu')), await bookmark(dov, general)]
    expect(await idsOf(dov, general)).toEqual(ids.toReversed())
  })

  test('a channel that the user cannot read has none', async () => {
    const { ada, dov, vault } = await freshRealm()
    expect(await ada.get(`/parley/streams/${vault.stream_id}/pins`)).toEqual({ ...SUCCESS, pins: [] })
    expect(await dov.get(`/parley/streams/${vault.stream_id}/pins`)).toEqual(NO_SUCH_CHANNEL)
  })
})

describe('POST /parley/streams/:stream_id/bookmarks', () => {
  test('the readers of a private channel receive a bookmark, and others do not', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    let id = 0
    const [ofBen, ofDov] = await receivedBy([ben, dov], async () => {
      id = await bookmark(ada, vault)
      expect(await dov.post(`/parley/streams/${vault.stream_id}/bookmarks`, PLAN)).toEqual(NO_SUCH_CHANNEL)
    })
    expect(pinEvents(ofBen)).toMatchObject([{ op: 'add', pin: { id, ...PLAN, topic: null, message_id: null } }])
    expect(pinEvents(ofDov)).toEqual([])
    expect(await dov.delete(`/parley/pins/${id}`)).toEqual(NO_SUCH_PIN)
  })

  test('a bookmark of a topic is for those who can read its newest message, and moves with the topic', async () => {
    const { ada, ben, cleo } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await ada.sends(club, 'rules', 'First rule')
    await ada.subscribes(club, { principals: [cleo.id] })
    let id = 0
    const [ofBen, ofCleo] = await receivedBy([ben, cleo], async () => {
      id = await bookmark(ada, club, 'Rules')
      expect(await cleo.post(`/parley/streams/${club.stream_id}/bookmarks`, { ...PLAN, topic: 'rules' })).toEqual(
        refusal("No such topic 'rules'"),
      )
    })
    expect(pinEvents(ofBen)).toMatchObject([{ op: 'add', pin: { id, topic: 'rules' } }])
    expect(pinEvents(ofCleo)).toEqual([])
    expect([await idsOf(ben, club), await idsOf(cleo, club)]).toEqual([[id], []])
    await ada.sends(garden, 'plants', 'Roses')
    const [moved] = await receivedBy([ben], () =>
      ada.patch(`/messages/${message.id}`, {
        stream_id: garden.stream_id,
        topic: 'plants',
        propagate_mode: 'change_all',
      }),
    )
    expect(pinEvents(moved)).toMatchObject([
      { op: 'remove', pin_id: id, stream_id: club.stream_id },
      { op: 'add', pin: { id, topic: 'plants', stream_id: garden.stream_id } },
    ])
    expect([await idsOf(ben, club), await idsOf(cleo, garden)]).toEqual([[], [id]])
  })

  test('a bookmark of a topic keeps its place when the topic is renamed, and ends with its last message', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'The menu')
    const [id, ofChannel] = [await bookmark(dov, general, 'lunch'), await bookmark(dov, general)]
    const [renamed] = await receivedBy([dov], () =>
      ada.patch(`/messages/${message.id}`, {
        topic: 'dinner',
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
      }),
    )
    expect(pinEvents(renamed)).toMatchObject([{ op: 'add', pin: { id, topic: 'dinner' } }])
    const [deleted] = await receivedBy([dov], () => ada.delete(`/messages/${message.id}`))
    expect(pinEvents(deleted)).toEqual([
      { type: 'parley_pins', op: 'remove', stream_id: general.stream_id, pin_id: id },
    ])
    expect(await idsOf(dov, general)).toEqual([ofChannel])
  })

  test('is refused without the permission, without a topic, and with an address of another kind', async () => {
    const { ada, dov, general } = await freshRealm()
    const path = `/parley/streams/${general.stream_id}/bookmarks`
    await bookmark(dov, general)
    expect(await dov.post(path, { ...PLAN, topic: 'breakfast' })).toEqual(refusal("No such topic 'breakfast'"))
    expect(await dov.post(path, { ...PLAN, url: 'javascript:alert(1)' })).toEqual(
      refusal('The address must be that of a web page.'),
    )
    expect(await dov.post(path, { ...PLAN, title: ' ' })).toEqual(refusal('Title cannot be empty.'))
    succeeded(await ada.patch('/realm', withoutPinners))
    expect(await dov.post(path, PLAN)).toEqual(NOT_PERMITTED)
  })

  test('a channel has at most 100 pins', async () => {
    const { realm, dov, general } = await freshRealm()
    await bookmark(dov, general)
    await inStorage(realm, ({ storage }) => {
      storage.sql.exec(
        `WITH RECURSIVE numbers (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
         INSERT INTO pins (id, stream_id, title, url, user_id, pinned_at)
         SELECT n, ?, 'Plan', 'https://example.com', ?, 0 FROM numbers`,
        general.stream_id,
        dov.id,
      )
    })
    expect(await idsOf(dov, general)).toHaveLength(100)
    expect(await dov.post(`/parley/streams/${general.stream_id}/bookmarks`, PLAN)).toEqual(
      refusal('No more than 100 pins fit into a channel.'),
    )
  })
})

describe('DELETE /parley/pins/:pin_id', () => {
  test('the readers of the message learn that it is pinned no longer', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const id = await pin(dov, await dov.sends(general, 'lunch', 'The menu'))
    succeeded(await ada.patch('/realm', withoutPinners))
    expect(await dov.delete(`/parley/pins/${id}`)).toEqual(NOT_PERMITTED)
    const [ofDov, ofEzra] = await receivedBy([dov, ezra], async () =>
      expect(await ada.delete(`/parley/pins/${id}`)).toEqual(SUCCESS),
    )
    const removed = { type: 'parley_pins', op: 'remove', stream_id: general.stream_id, pin_id: id }
    for (const { plain, able } of [ofDov!, ofEzra!]) expect([plain, able]).toEqual([[removed], [removed]])
    expect(await idsOf(dov, general)).toEqual([])
    expect(await ada.delete(`/parley/pins/${id}`)).toEqual(NO_SUCH_PIN)
  })
})

const added = (pinned: object) => ({ type: 'parley_pins', op: 'add', pin: pinned })
