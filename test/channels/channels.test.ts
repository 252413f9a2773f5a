import { describe, expect, test } from 'vitest'
import { CHANNEL_ADMINISTRATORS_ONLY, INVALID_CHANNEL, refusal } from '../support/answers'
import { eventNames } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

async function channelNames(person: Person, fields: Record<string, FieldValue> = {}): Promise<string[]> {
  const { streams } = succeeded(await person.get('/streams', fields))
  return streams.map((channel: Json) => channel.name)
}

describe('GET /streams', () => {
  const none = { include_public: false, include_subscribed: false }

  test('returns the public channels and the channels that the user is subscribed to', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    await newChannel(ada, 'garden', [ada])
    await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect(await channelNames(ada)).toEqual(['general', 'vault', 'garden', 'diary'])
    expect(await channelNames(ben)).toEqual(['general', 'vault', 'garden'])
    expect(await channelNames(dov)).toEqual(['general', 'garden'])
    expect(await channelNames(ezra)).toEqual(['general']) // a guest gets only subscribed channels
  })

  test('returns each channel with the same fields as GET /streams/:stream_id', async () => {
    const { dov, general } = await freshRealm()
    const { stream } = succeeded(await dov.get(`/streams/${general.stream_id}`))
    expect(await dov.get('/streams')).toEqual({ result: 'success', msg: '', streams: [stream] })
  })

  test('a client can request each kind of channel', async () => {
    const { ada, cleo, dov } = await freshRealm()
    await newChannel(ada, 'garden', [ada])
    const dovs = { direct_members: [dov.id], direct_subgroups: [] }
    await newChannel(ada, 'club', [ada], { invite_only: true, can_subscribe_group: dovs })
    await newChannel(ada, 'board', [ada], { invite_only: true, can_administer_channel_group: dovs })
    expect(await channelNames(dov, none)).toEqual([])
    expect(await channelNames(dov, { ...none, include_public: true })).toEqual(['general', 'garden'])
    expect(await channelNames(dov, { ...none, include_subscribed: true })).toEqual(['general'])
    expect(await channelNames(dov, { ...none, include_web_public: true })).toEqual([])
    expect(await channelNames(dov, { ...none, include_can_access_content: true })).toEqual([
      'general',
      'garden',
      'club',
    ])
    for (const all of ['include_all', 'include_all_active']) {
      expect(await channelNames(dov, { ...none, [all]: true })).toEqual(['general', 'garden', 'club', 'board'])
      expect(await channelNames(cleo, { ...none, [all]: true })).toEqual(['general', 'garden'])
    }
    expect(await dov.get('/streams', { include_all: true, include_all_active: true })).toMatchObject({
      code: 'REQUEST_CONFUSING_VAR',
    })
  })

  test('an administrator can get all channels', async () => {
    const { ada, ben } = await freshRealm()
    await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect(await channelNames(ben, { include_all: true })).toEqual(['general', 'vault', 'diary'])
  })

  test('archived channels are returned only on request', async () => {
    const { ada } = await freshRealm()
    expect(await channelNames(ada, { exclude_archived: false })).toEqual(['general', 'vault', 'attic'])
    expect(await channelNames(ada, { include_all: true })).not.toContain('attic')
  })

  test('include_default adds whether a channel is a default channel', async () => {
    const { ada } = await freshRealm()
    await newChannel(ada, 'lobby', [ada], { is_default_stream: true })
    const { streams } = succeeded(await ada.get('/streams', { include_default: true }))
    expect(streams.map(({ name, is_default }: Json) => [name, is_default])).toEqual([
      ['general', false],
      ['vault', false],
      ['lobby', true],
    ])
    for (const channel of succeeded(await ada.get('/streams')).streams) expect(channel).not.toHaveProperty('is_default')
  })

  test('a bot can get the channels of its owner that the bot can see', async () => {
    const { ada, dov, fig, vault } = await freshRealm()
    await newChannel(dov, 'workshop', [dov])
    await ada.subscribes(vault, { principals: [dov.id] })
    expect(await channelNames(fig, { ...none, include_owner_subscribed: true })).toEqual(['general', 'workshop'])
    expect(await channelNames(dov, { ...none, include_owner_subscribed: true })).toEqual([])
  })

  test('a guest gets web-public channels on request', async () => {
    const { realm, ada, ezra } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    expect(await channelNames(ezra, { include_web_public: true })).toEqual(['general'])
    await executeSql(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', plaza.stream_id)
    expect(await channelNames(ezra, { include_web_public: true })).toEqual(['general', 'plaza'])
  })
})

describe('GET /streams/:stream_id', () => {
  test('returns a channel to a user who can see its metadata', async () => {
    const { ada, ben, vault } = await freshRealm()
    expect(await ben.get(`/streams/${vault.stream_id}`)).toEqual({ result: 'success', msg: '', stream: vault })
    const diary = await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect((await ben.get(`/streams/${diary.stream_id}`)).stream).toEqual(diary) // an administrator who is not subscribed
  })

  test('an archived channel has is_archived', async () => {
    const { dov, attic } = await freshRealm()
    expect((await dov.get(`/streams/${attic.stream_id}`)).stream).toMatchObject({ name: 'attic', is_archived: true })
  })

  test('an archived channel has its subscribers and its topics', async () => {
    const { ada, dov } = await freshRealm()
    const old = await newChannel(ada, 'old', [ada, dov])
    const { stream_id } = old
    await dov.sends(old, 'lunch', 'Pizza?')
    succeeded(await ada.delete(`/streams/${stream_id}`))
    expect(succeeded(await dov.get(`/streams/${stream_id}/members`)).subscribers).toEqual([ada.id, dov.id])
    const { topics } = succeeded(await dov.get(`/users/me/${stream_id}/topics`))
    expect(topics).toContainEqual({ name: 'lunch', max_id: expect.any(Number) })
  })

  test('a hidden channel and a missing channel are refused with the same error', async () => {
    const { ada, cleo, dov, ezra, fig, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    for (const person of [cleo, dov, ezra, fig])
      for (const stream_id of [vault.stream_id, 4711, 0])
        expect(await person.get(`/streams/${stream_id}`), person.account.full_name).toEqual(INVALID_CHANNEL)
    expect(await ezra.get(`/streams/${garden.stream_id}`)).toEqual(INVALID_CHANNEL)
  })

  test('a path with an id that is not a number is not found', async () => {
    const { ada } = await freshRealm()
    for (const path of ['/streams/general', '/streams/-1', '/streams/1.5'])
      expect((await ada.request(path)).status, path).toBe(404)
  })
})

describe('GET /get_stream_id', () => {
  test('returns the id of a channel; case and surrounding spaces do not matter', async () => {
    const { ben, dov, general, vault, attic } = await freshRealm()
    const cases: [Person, string, Channel][] = [
      [dov, 'general', general],
      [dov, ' GENERAL ', general],
      [dov, 'attic', attic],
      [ben, 'Vault', vault],
    ]
    for (const [person, stream, { stream_id }] of cases)
      expect(await person.get('/get_stream_id', { stream })).toEqual({ result: 'success', msg: '', stream_id })
  })

  test('an unknown name and the name of a hidden channel are refused with the same error', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await newChannel(ada, 'garden', [ada])
    for (const stream of ['vault', 'nowhere', ''])
      expect(await dov.get('/get_stream_id', { stream })).toEqual(refusal(`Invalid channel name '${stream}'`))
    expect(await ezra.get('/get_stream_id', { stream: 'garden' })).toEqual(refusal("Invalid channel name 'garden'"))
    expect(await dov.get('/get_stream_id')).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })
})

describe('GET /streams/:stream_id/members', () => {
  const members = (person: Person, stream_id: number) => person.get(`/streams/${stream_id}/members`)

  test('returns the ids of the subscribers in ascending order', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general, vault } = await freshRealm()
    const all = [ada, ben, cleo, dov, ezra, fig].map(({ id }) => id)
    for (const person of [ada, dov, ezra, fig])
      expect(await members(person, general.stream_id)).toEqual({ result: 'success', msg: '', subscribers: all })
    await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    expect((await members(dov, general.stream_id)).subscribers).toEqual(all.filter((id) => id !== dov.id))
    expect((await members(ben, vault.stream_id)).subscribers).toEqual([ada.id, ben.id])
    const diary = await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect((await members(ben, diary.stream_id)).subscribers).toEqual([ada.id]) // an administrator who is not subscribed
  })

  test('subscribers of a hidden channel are refused, and for a guest those of a channel without a subscription', async () => {
    const { realm, ada, dov, ezra, vault } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    for (const [person, stream_id] of [
      [dov, vault.stream_id],
      [dov, 4711],
      [ezra, plaza.stream_id],
    ] as const)
      expect(await members(person, stream_id)).toEqual(INVALID_CHANNEL)
    await executeSql(realm, 'UPDATE channels SET is_web_public = 1 WHERE stream_id = ?', plaza.stream_id)
    expect(await members(ezra, plaza.stream_id)).toEqual(refusal('Subscriber data is not available for this channel'))
    expect((await members(dov, plaza.stream_id)).subscribers).toEqual([ada.id])
  })
})

describe('DELETE /streams/:stream_id', () => {
  test('clients with archived_channels receive the update; to the others the channel is deleted', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const eventLists = await replays([ada, dov, ezra], async () => {
      expect(await ada.delete(`/streams/${general.stream_id}`)).toEqual({ result: 'success', msg: '' })
    })
    const [id, stream_id] = [expect.any(Number), general.stream_id]
    for (const events of [eventLists[0], eventLists[2], eventLists[4]])
      expect(events).toEqual([{ id, type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }])
    for (const events of [eventLists[1], eventLists[3], eventLists[5]])
      expect(events).toEqual([
        { id, type: 'stream', op: 'update', stream_id, name: 'general', property: 'is_archived', value: true },
      ])
    expect((await dov.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages).toHaveLength(1)
  })

  test('only users who can see a private channel receive the event', async () => {
    const { ada, ben, dov, ezra, vault } = await freshRealm()
    const eventLists = await replays([ada, ben, dov, ezra], () => ada.delete(`/streams/${vault.stream_id}`))
    expect(eventLists.map(eventNames)).toEqual([
      ['stream/delete'],
      ['stream/update'],
      ['stream/delete'],
      ['stream/update'],
      [],
      [],
      [],
      [],
    ])
  })

  test('an archived channel is no longer a default channel', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada, ezra], { is_default_stream: true })
    const eventLists = await replays([dov, ezra], () => ada.delete(`/streams/${lobby.stream_id}`))
    expect(eventNames(eventLists[0]!)).toEqual(['stream/delete', 'default_streams'])
    expect(eventLists[0]![1].default_streams).toEqual([])
    expect(eventNames(eventLists[2]!)).toEqual(['stream/delete'])
  })

  test('no user can send to an archived channel, and its name stays in use', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.delete(`/streams/${general.stream_id}`))
    expect(
      await dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup?' }),
    ).toMatchObject({
      result: 'error',
    })
    const answer = await dov.subscribes({ name: 'General' })
    expect(answer).toMatchObject({ subscribed: {}, already_subscribed: { [dov.id]: ['general'] } })
  })

  test('administrators and users who can administer the channel may archive it', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general } = await freshRealm()
    const eventLists = await replays([ada, dov], async () => {
      for (const person of [cleo, dov, ezra, fig])
        expect(await person.delete(`/streams/${general.stream_id}`), person.account.full_name).toEqual(
          CHANNEL_ADMINISTRATORS_ONLY,
        )
    })
    expect(eventLists.flat()).toEqual([])
    succeeded(await ben.delete(`/streams/${general.stream_id}`))
    const guests = { direct_members: [ezra.id], direct_subgroups: [] }
    const own = await newChannel(dov, 'workshop', [dov, cleo, ezra])
    const shared = await newChannel(ada, 'shared', [ada, ezra], { can_administer_channel_group: guests })
    expect(await cleo.delete(`/streams/${own.stream_id}`)).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
    expect(await ezra.delete(`/streams/${shared.stream_id}`)).toEqual(CHANNEL_ADMINISTRATORS_ONLY) // guests never administer
    succeeded(await dov.delete(`/streams/${own.stream_id}`))
  })

  test('a hidden channel and a missing channel are refused with the same error', async () => {
    const { dov, vault } = await freshRealm()
    for (const stream_id of [vault.stream_id, 4711])
      expect(await dov.delete(`/streams/${stream_id}`)).toEqual(INVALID_CHANNEL)
  })

  test('an archived channel cannot be archived again', async () => {
    const { ada, attic } = await freshRealm()
    const eventLists = await replays([ada], async () => {
      expect(await ada.delete(`/streams/${attic.stream_id}`)).toEqual(refusal('Channel is already deactivated'))
    })
    expect(eventLists.flat()).toEqual([])
  })
})

describe('POST /register', () => {
  const listsWith = async (person: Person, { stream_id }: Channel) => {
    const { state } = await person.registers({ client_capabilities: { archived_channels: true } })
    const lists = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed']
    return lists.filter((list) => state[list].some((channel: Json) => channel.stream_id === stream_id))
  }

  test('returns exactly the channels that the user can see', async () => {
    const { ada, ben, dov, ezra, general, vault, attic } = await freshRealm()
    const diary = await newChannel(ada, 'diary', [ada], { invite_only: true })
    expect(await listsWith(ada, vault)).toEqual(['streams', 'subscriptions'])
    expect(await listsWith(ben, diary)).toEqual(['streams', 'never_subscribed'])
    expect(await listsWith(dov, vault)).toEqual([])
    expect(await listsWith(dov, attic)).toEqual(['streams', 'never_subscribed'])
    expect(await listsWith(ezra, attic)).toEqual([])
    expect(await listsWith(ezra, general)).toEqual(['streams', 'subscriptions'])
    await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    expect(await listsWith(ezra, general)).toEqual([])
    await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    expect(await listsWith(dov, general)).toEqual(['streams', 'unsubscribed'])
  })
})

const ADDRESS = expect.stringMatching(/^\w+\.c[0-9a-z-]+\.show-sender@in\.parley\.test$/)

describe('GET /streams/:stream_id/email_address', () => {
  test('returns an address if the user can read the channel, and refuses otherwise', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    const addressOf = (person: Person, channel: Channel, fields = {}) =>
      person.get(`/streams/${channel.stream_id}/email_address`, fields)
    expect(succeeded(await addressOf(dov, general))).toMatchObject({ email: ADDRESS })
    expect(succeeded(await addressOf(dov, general, { sender_id: dov.id }))).toMatchObject({ email: ADDRESS })
    expect(await addressOf(dov, cellar)).toEqual(refusal('Invalid channel ID'))
    expect(succeeded(await addressOf(ada, cellar))).toMatchObject({ email: ADDRESS })
    const { cross_realm_bots } = (await dov.registers()).state
    const bots = new Map<string, number>(cross_realm_bots.map((bot: Json) => [bot.full_name, bot.user_id]))
    for (const sender_id of [fig.id, bots.get('Email Gateway')!])
      expect(succeeded(await addressOf(dov, general, { sender_id }))).toMatchObject({ email: ADDRESS })
    for (const sender_id of [ada.id, bots.get('Notification Bot')!, 987])
      expect(await addressOf(dov, general, { sender_id })).toEqual(refusal('Invalid sender ID'))
    expect(await addressOf(fig, general, { sender_id: dov.id })).toEqual(refusal('Invalid sender ID'))
  })

  test('only a user who may post in the channel gets its address', async () => {
    const { ada, cleo, dov, fig, general } = await freshRealm()
    const path = `/streams/${general.stream_id}/email_address`
    succeeded(await dov.get(path))
    succeeded(await ada.patch(`/streams/${general.stream_id}`, { can_send_message_group: { new: 4 } }))
    const REFUSED = refusal('You do not have permission to post in this channel.')
    for (const person of [dov, fig]) expect(await person.get(path)).toEqual(REFUSED)
    expect(await dov.post(`/parley${path}`)).toEqual(REFUSED)
    succeeded(await cleo.get(path))
  })

  test('the address is empty if the deployment receives no emails', async () => {
    const { ada } = await realmWithVariables({ MAIL_GATEWAY: '' })
    const { stream_id } = await newChannel(ada, 'general', [ada])
    expect(succeeded(await ada.get(`/streams/${stream_id}/email_address`))).toMatchObject({ email: '' })
  })
})

describe('POST /parley/streams/:stream_id/email_address', () => {
  test('revokes the address of the user and returns another one; administrators of the channel revoke all', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const addressOf = async (person: Person) =>
      succeeded(await person.get(`/streams/${general.stream_id}/email_address`)).email
    const path = `/parley/streams/${general.stream_id}/email_address`
    const [ofDov, ofCleo] = [await addressOf(dov), await addressOf(cleo)]
    const { email } = succeeded(await dov.post(path))
    expect([email, email === ofDov, await addressOf(dov), await addressOf(cleo)]).toEqual([
      ADDRESS,
      false,
      email,
      ofCleo,
    ])
    succeeded(await ada.post(path, { everyone: true }))
    expect(await addressOf(cleo)).not.toBe(ofCleo)
    expect(await dov.post(path, { everyone: true })).toEqual(
      refusal('You do not have permission to administer this channel.'),
    )
    expect(await dov.post(path, { sender_id: ada.id })).toEqual(refusal('Invalid sender ID'))
    expect(await dov.post('/parley/streams/987/email_address')).toEqual(refusal('Invalid channel ID'))
  })
})
