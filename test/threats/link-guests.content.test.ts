import { beforeEach, describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { entersCall, joinsCall, opensSeat } from '../support/calls'
import { bytesOf, fileOf, linkTo, requestUpload, uploadFile, visit } from '../support/files'
import { comeAsGuest, newGuestLink, type Guest } from '../support/guest-links'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { eventsOfType, receivedBy } from '../support/received-events'

/** A realm in which gwen came to the channel `help` by a link. ada is in it; ben and dov are not. */
type Visited = Cast & { help: Channel; link: Json; gwen: Guest }

let cast: Visited
beforeEach(async () => {
  const realm = await freshRealm()
  const help = await newChannel(realm.ada, 'help', [realm.ada])
  const link = await newGuestLink(realm.ada, help)
  cast = { ...realm, help, link, gwen: await comeAsGuest(realm.realm, link) }
})

const statusOf = async (person: Person, url: string): Promise<number> => (await visit(person, url)).status
const refused = { result: 'error' }

describe('a guest of a link and files', () => {
  test('opens those of the channel, and no other', async () => {
    const { ada, ezra, gwen, general, help } = cast
    const [open, secret, direct] = [await uploadFile(ada), await uploadFile(ada), await uploadFile(ada)]
    await ada.sends(help, 'printer', linkTo(open))
    await ada.sends(general, 'plans', linkTo(secret))
    await ada.sendsDirectly([ezra], linkTo(direct))
    for (const { url } of [open, secret, direct]) expect(await statusOf(ezra, url)).toBe(url === open.url ? 403 : 200)
    for (const { url } of [open, secret, direct]) expect(await statusOf(gwen, url)).toBe(url === open.url ? 200 : 403)
    // The address alone, in a message of the guest, opens nothing.
    await gwen.sends(help, 'printer', linkTo(secret))
    expect(await statusOf(gwen, secret.url)).toBe(403)
    expect(succeeded(await gwen.get('/attachments')).attachments).toEqual([])
  })

  test('uploads at most 10 MiB, and only the readers of the message have the file', async () => {
    const { ada, dov, gwen, help } = cast
    const large = fileOf(bytesOf(10 * 1024 * 1024 + 1), 'large.bin', 'application/octet-stream')
    succeeded(await requestUpload(ada, large))
    expect(await requestUpload(gwen, large)).toMatchObject(refused)
    const file = await uploadFile(gwen)
    await gwen.sends(help, 'printer', linkTo(file))
    expect([await statusOf(ada, file.url), await statusOf(dov, file.url)]).toEqual([200, 200])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['help'], principals: [gwen.id] }))
    const other = await uploadFile(ada)
    await ada.sends(help, 'printer', linkTo(other))
    expect(await statusOf(gwen, other.url)).toBe(403)
  })
})

describe('a guest of a link and calls', () => {
  const inTopic = ({ stream_id }: Channel) => ({ type: 'stream', stream_id, topic: 'lunch' })

  test('starts and joins them in the channel, and learns of no other', async () => {
    const { ada, dov, gwen, general, help } = cast
    const [received] = await receivedBy([gwen], async () => {
      const elsewhere = await entersCall(dov, inTopic(general))
      succeeded(await ada.post('/parley/calls', inTopic(general)))
      expect(await gwen.post('/parley/calls', inTopic(general))).toMatchObject(refused)
      expect((await opensSeat(gwen, elsewhere)).status).not.toBe(101)
      expect(await gwen.post(`/parley/calls/${elsewhere.call_id}/decline`)).toMatchObject(refused)
      expect(await gwen.post(`/parley/calls/${elsewhere.call_id}/end`)).toMatchObject(refused)
      expect(succeeded(await gwen.get('/parley/calls')).calls).toEqual([])
    })
    expect(eventsOfType(received!.able, 'parley_call')).toEqual([])
    const guest = await joinsCall(gwen, inTopic(help))
    await joinsCall(ada, inTopic(help))
    await guest.until(({ users }) => users.length === 2)
    expect(succeeded(await gwen.get('/parley/calls')).calls).toHaveLength(1)
  })

  test('calls no one directly, and answers only who wrote first', async () => {
    const { ada, ezra, dov, gwen } = cast
    const directly = (person: Person) => ({ type: 'direct', to: [person.id] })
    succeeded(await ezra.post('/parley/calls', directly(dov)))
    for (const person of [ada, dov]) expect(await gwen.post('/parley/calls', directly(person))).toMatchObject(refused)
    await ada.sendsDirectly([gwen], 'Hello')
    succeeded(await gwen.post('/parley/calls', directly(ada)))
  })

  test('leaves the call when the link ends with its guests', async () => {
    const { realm, ada, gwen, help, link } = cast
    const [guest, host] = [await joinsCall(gwen, inTopic(help)), await joinsCall(ada, inTopic(help))]
    await host.until(({ users }) => users.length === 2)
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    await runAlarm(realm)
    await guest.closed()
    await host.until(({ users }) => users.length === 1)
  })
})

describe('a guest of a link and moves', () => {
  test('moves nothing to another channel, nor from one', async () => {
    const { ada, gwen, general, help } = cast
    const there = await ada.sends(general, 'plans', 'Zanzibar')
    const [own, other] = [await gwen.sends(help, 'printer', 'Mine'), await ada.sends(help, 'printer', 'Hers')]
    for (const message of [own, other])
      expect(await requestMove(gwen, message, toChannel(general))).toMatchObject(refused)
    expect(await requestMove(gwen, there, toChannel(help))).toMatchObject(refused)
    expect(await requestMove(gwen, there, { topic: 'printer' })).toMatchObject(refused)
    expect(await requestMove(ada, own, toChannel(general))).toEqual(MOVED)
  })

  test('loses what moves out of the channel, and does not learn where to; what moves in is theirs to read', async () => {
    const { ada, gwen, general, help, vault } = cast
    const out = await ada.sends(help, 'leaving', 'Hello')
    const secret = await ada.sends(vault, 'gold', 'Zanzibar')
    const [received] = await receivedBy([gwen], async () => {
      expect(await requestMove(ada, out, toChannel(general, { ...WHOLE_TOPIC, topic: 'hideout' }))).toEqual(MOVED)
    })
    const text = JSON.stringify([received!.plain, received!.able])
    for (const hidden of ['hideout', `"new_stream_id":${general.stream_id}`, '"general"'])
      expect(text).not.toContain(hidden)
    for (const path of [`/messages/${out.id}`, `/messages/${out.id}/history`])
      expect(await gwen.get(path)).toMatchObject(refused)
    expect(await gwen.get(`/messages/${secret.id}`)).toMatchObject(refused)
    expect(await requestMove(ada, secret, toChannel(help, WHOLE_TOPIC))).toEqual(MOVED)
    succeeded(await gwen.get(`/messages/${secret.id}`))
  })
})

describe('a guest of a link and what their browser keeps', () => {
  const BEGINNING = { from: 0 }
  const keptIds = async (person: Person): Promise<number[]> =>
    succeeded(await person.post('/parley/replica/messages')).messages.map(({ id }: Json) => id)

  test('has the messages of the channel and of their conversations, and nothing of others', async () => {
    const { ada, dov, gwen, general, help, vault } = cast
    const digests = async () => succeeded(await gwen.post('/parley/replica/digests', BEGINNING)).digests
    const before = await digests()
    const hidden = [await dov.sends(general, 'plans', 'Zanzibar'), await ada.sends(vault, 'gold', 'Zanzibar')]
    await ada.sendsDirectly([dov], 'Zanzibar')
    // Not even the sum of what they can keep changes.
    expect(await digests()).toEqual(before)
    const shared = [await ada.sends(help, 'printer', 'Hello'), await dov.sendsDirectly([gwen], 'Hi')]
    expect(await digests()).not.toEqual(before)
    const ids = shared.map(({ id }) => id).toReversed()
    expect(await keptIds(gwen)).toEqual(ids)
    const requested = await gwen.post('/parley/replica/messages', {
      message_ids: [...hidden, ...shared].map(({ id }) => id),
    })
    expect(succeeded(requested).messages.map(({ id }: Json) => id)).toEqual(ids)
    const versions = await gwen.post('/parley/replica/versions', { blocks: [0] })
    expect(JSON.stringify([requested, versions])).not.toContain('Zanzibar')
    const places: Json[] = succeeded(versions).places
    expect(new Set(places.flatMap((place) => place.ids))).toEqual(new Set(ids))
  })

  test('keeps nothing of the channel after an administrator removed them, nor after the link', async () => {
    const { ada, gwen, help, link } = cast
    await ada.sends(help, 'printer', 'Hello')
    expect(await keptIds(gwen)).toHaveLength(1)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['help'], principals: [gwen.id] }))
    expect(await keptIds(gwen)).toEqual([])
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    expect((await gwen.browser.request('/json/parley/replica/messages', { method: 'POST', fields: {} })).status).toBe(
      401,
    )
    expect(await gwen.post('/parley/replica/messages')).toMatchObject({ code: 'USER_DEACTIVATED' })
  })
})
