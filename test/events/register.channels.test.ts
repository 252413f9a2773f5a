import { describe, expect, test } from 'vitest'
import { copyChannel } from '../support/many-channels'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import {
  changesWithOtherAnswers,
  digestsIn,
  recordCalls,
  registersAsText,
  textsSent,
  withoutKeptTexts,
  type Calls,
} from '../support/shared-texts'
import { executeSql, rowsRead } from '../support/tables'

const COPIES = 300
const BLOCKS = 3
const CHANNELS = COPIES + 3 // general, vault and attic
const FIRST_COPY = 4
const WITH_SUBSCRIBERS = { client_capabilities: { archived_channels: true }, include_subscribers: 'true' }
const OPTIONS = [{}, WITH_SUBSCRIBERS, { include_subscribers: 'partial' }]
const SECRETS = [vaultLike(20), vaultLike(200)]

function vaultLike(nth: number) {
  return { stream_id: FIRST_COPY + nth, name: `Geheim ${nth}` }
}

const copy = (nth: number) => ({ stream_id: FIRST_COPY + nth, name: `Küche ${nth + 1}` })

/** A realm with blocks of channels that are shared. Two of the copies are private. */
async function realmWithChannels(): Promise<Cast> {
  // Due work changes whether channels are recently active, and reads rows.
  const cast = await freshRealm()
  await copyChannel(cast.realm, cast.general, COPIES)
  for (const { stream_id, name } of SECRETS)
    await executeSql(
      cast.realm,
      'UPDATE channels SET invite_only = 1, history_public_to_subscribers = 0, name = ?, name_key = lower(?) WHERE stream_id = ?',
      name,
      name,
      stream_id,
    )
  return cast
}

/** Returns how many channels are in the answers themselves, and not in texts that they name. */
const channelsInAnswers = (calls: Calls): number =>
  calls
    .filter(({ call }) => call.digests === undefined)
    .flatMap(({ answer }) => (answer.ok ? (answer.members ?? []) : []))
    .map((piece) => (typeof piece === 'string' ? piece : 'json' in piece ? piece.json : ''))
    .reduce((sum, text) => sum + text.split('"rendered_description":').length - 1, 0)

const registersAs = (person: Person, options: Json) =>
  registersAsText((path, init) => person.request(path, init), options)

const byId = (channels: Json[]) => channels.toSorted((a, b) => a.stream_id - b.stream_id)

/** The lists at registration have exactly the channels that single requests return, once, and in the order of their ids. */
async function expectListsAsSingly(person: Person) {
  const singly: Json[] = []
  for (let stream_id = 1; stream_id <= CHANNELS + 1; stream_id++) {
    const { stream } = await person.get(`/streams/${stream_id}`)
    if (stream) singly.push(stream)
  }
  const { state } = await person.registers(WITH_SUBSCRIBERS)
  const { subscriptions, unsubscribed, never_subscribed, streams } = state
  expect(streams).toEqual(singly)
  expect(never_subscribed).toEqual(byId(never_subscribed))
  expect(byId([...subscriptions, ...unsubscribed, ...never_subscribed])).toMatchObject(singly)
  expect(succeeded(await person.get('/streams', { exclude_archived: false, include_all: true })).streams).toEqual(
    singly,
  )
}

describe('in a realm with many channels, the public channels are shared texts', () => {
  test('so an answer has only what differs for its user', async () => {
    const { realm, ada, cleo, dov } = await realmWithChannels()
    await dov.subscribes(copy(130))
    const calls = recordCalls(realm)
    const { state } = await dov.registers(WITH_SUBSCRIBERS)
    expect(channelsInAnswers(calls)).toBe(['general', 'Küche 131'].length)
    expect(new Set(digestsIn(calls)).size).toBe(2 * BLOCKS) // with subscribers, and without
    expect(textsSent(calls)).toHaveLength(2 * BLOCKS)
    const { texts: _, ...first } = { texts: {}, ...calls[0]!.answer }
    expect(JSON.stringify(first).length * 10).toBeLessThan(JSON.stringify(state).length)
    expect(state.streams).toHaveLength(CHANNELS - SECRETS.length - 1)

    calls.length = 0
    expect((await cleo.registers(WITH_SUBSCRIBERS)).state.streams).toEqual(state.streams)
    expect(channelsInAnswers(calls)).toBe(['general'].length)
    expect(textsSent(calls)).toHaveLength(0)

    calls.length = 0
    const own = ['general', 'vault', 'attic']
    const others = [...SECRETS, ...SECRETS, 'vault'] // in `never_subscribed` and in `streams`
    expect((await ada.registers(WITH_SUBSCRIBERS)).state.streams).toHaveLength(CHANNELS)
    expect(channelsInAnswers(calls)).toBe(own.length + others.length)
    expect(textsSent(calls)).toHaveLength(0)

    calls.length = 0
    succeeded(await ada.patch(`/streams/${copy(299).stream_id}`, { description: 'Another' }))
    expect((await dov.registers(WITH_SUBSCRIBERS)).state.streams.at(-1)).toMatchObject({ description: 'Another' })
    expect(channelsInAnswers(calls)).toBe(2)
    expect(textsSent(calls)).toHaveLength(2)
  })

  test('and a registration reads as many rows as in a realm with few channels', async () => {
    const many = await realmWithChannels()
    const few = await freshRealm()
    const rows: number[] = []
    for (const { realm, ada, dov } of [few, many]) {
      await ada.registers()
      await dov.registers()
      rows.push(await rowsRead(realm, () => dov.registers()))
    }
    expect(rows[0]).toBe(rows[1])
  })

  test('GET /streams shares them, unless its list is another', async () => {
    const { realm, dov } = await realmWithChannels()
    const calls = recordCalls(realm)
    const { streams } = succeeded(await dov.get('/streams'))
    expect(streams).toHaveLength(CHANNELS - SECRETS.length - 2)
    expect([channelsInAnswers(calls), textsSent(calls).length]).toEqual([0, BLOCKS])
    calls.length = 0
    expect(succeeded(await dov.get('/streams', { include_public: false })).streams).toHaveLength(1)
    const withDefault = succeeded(await dov.get('/streams', { include_default: true })).streams
    expect(withDefault).toEqual(streams.map((channel: Json) => ({ ...channel, is_default: false })))
    expect(digestsIn(calls)).toEqual([])
  })
})

describe('a text of channels', () => {
  test('never has a private channel, and a guest receives none', async () => {
    const { realm, ada, dov, ezra } = await realmWithChannels()
    const calls = recordCalls(realm)
    const names = ['vault', ...SECRETS.map(({ name }) => name)]
    await withoutKeptTexts(async () => {
      for (const options of OPTIONS) {
        const [owner, member, guest] = await Promise.all([ada, dov, ezra].map((one) => registersAs(one, options)))
        for (const name of names)
          expect([owner, member, guest].map((text) => text!.includes(`"name":"${name}"`))).toEqual([true, false, false])
        expect(guest).not.toContain('Küche')
        expect(guest).toContain('"name":"general"')
      }
    })
    const texts = textsSent(calls)
    expect(texts.join()).toContain('Küche')
    for (const name of names) expect(texts.join()).not.toContain(name)
    expect(texts.join()).not.toContain('"invite_only":true')

    calls.length = 0
    await registersAs(ezra, {})
    succeeded(await ezra.get('/streams'))
    expect(digestsIn(calls)).toEqual([])
  })

  test('after each change is what the realm would send after a restart', async () => {
    const { realm, ada, ben, dov, ezra } = await realmWithChannels()
    const holders = { direct_members: [ben.id, dov.id], direct_subgroups: [] }
    const at = (nth: number) => `/streams/${copy(nth).stream_id}`
    const CHANGES: (() => Promise<Json>)[] = [
      () => ada.patch(at(5), { new_name: 'Émile 5' }),
      () => ada.patch(at(150), { can_administer_channel_group: { new: holders } }),
      () => ada.delete(`/users/${ben.id}`),
      () => ada.post(`/users/${ben.id}/reactivate`),
      () => ada.subscribes(copy(124)),
      () => ada.patch(at(124), { is_private: true }),
      () => ada.patch(at(124), { is_private: false }),
      () => ada.delete(at(123)),
      () => ada.patch(at(123), { is_archived: false }),
      () => dov.subscribes(copy(0)),
      () => ada.subscribes(copy(125), { principals: [ezra.id, dov.id] }),
      () => dov.delete('/users/me/subscriptions', { subscriptions: [copy(125).name] }),
      () => ada.subscribes({ name: 'A new one' }),
      () => ada.patch(`/users/${ezra.id}`, { role: 400 }),
      () => ada.patch(`/users/${dov.id}`, { role: 600 }),
    ]
    const registerAll = () =>
      Promise.all([ada, dov, ezra].flatMap((person) => OPTIONS.map((options) => registersAs(person, options))))
    expect(await changesWithOtherAnswers(realm, CHANGES, registerAll)).toEqual([])
    for (const person of [ada, dov, ezra]) await expectListsAsSingly(person)
  })
})
