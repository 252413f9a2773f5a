import { describe, expect, test } from 'vitest'
import { changeChannel } from '../support/channels'
import { groupOfUsers, newGroup } from '../support/groups'
import { realmWithGateways, recordCalls } from '../support/gateways'
import { succeeded, type Json, type Person, type Queue } from '../support/person'
import { newChannel } from '../support/realm'
import { subscribe, unsubscribe } from '../support/subscriptions'

// Where declarations are checked, as here, the realm compares each list with a test of each queue, and an event for which they differ
// reaches no client. Each test so has events before and after a change of the recipients.

const GUEST = 600
const MEMBER = 400
const REACTIONS = { event_types: ['reaction'], fetch_event_types: [] }

const react = async (person: Person, { id }: { id: number }, emoji_name: string): Promise<void> =>
  void succeeded(await person.post(`/messages/${id}/reactions`, { emoji_name }))

/** Returns the emoji that each queue receives in reactions, and no other queue. */
const emojiOf = async (queues: readonly Queue[]): Promise<string[][]> =>
  Promise.all(queues.map(async (queue) => (await queue.events()).map(({ emoji_name }: Json) => emoji_name)))

const registerAll = (people: readonly Person[], fields: object): Promise<Queue[]> =>
  Promise.all(people.map((person) => person.registers({ ...fields })))

describe('the reactions to messages of a channel', () => {
  test('reach the members in a public channel, and guests while they are subscribed', async () => {
    const { dov, ben, ezra, ada, general } = await realmWithGateways(2)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const queues = await registerAll([ben, ezra], REACTIONS)
    await react(dov, message, 'tada')
    for (const person of [ben, ezra]) succeeded(await unsubscribe(person, ['general']))
    await react(dov, message, 'heart')
    succeeded(await ada.patch(`/users/${ben.id}`, { role: GUEST }))
    await react(dov, message, 'smile')
    succeeded(await ada.patch(`/users/${ben.id}`, { role: MEMBER }))
    await react(dov, message, 'eyes')
    expect(await emojiOf(queues)).toEqual([['tada', 'heart', 'eyes'], ['tada']])
  })

  test('reach who can read a private channel: by a subscription, a permission, or a group', async () => {
    const { dov, ben, cleo, ada, ezra } = await realmWithGateways(1)
    const inner = await newGroup(ada, 'inner')
    const outer = await newGroup(ada, 'outer')
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
    const message = await ada.sends(club, 'lunch', 'Pizza?')
    const queues = await registerAll([ben, dov, cleo, ezra], REACTIONS)
    const steps: [emoji: string, before: () => Promise<unknown>][] = [
      ['tada', () => subscribe(dov, ['general'])],
      ['heart', () => changeChannel(ada, club, { can_subscribe_group: { new: groupOfUsers(dov) } })],
      ['smile', () => changeChannel(ada, club, { can_subscribe_group: { new: outer } })],
      ['eyes', async () => succeeded(await ada.post(`/user_groups/${inner}/members`, { add: [cleo.id] }))],
      ['cat', async () => succeeded(await ada.post(`/user_groups/${outer}/subgroups`, { add: [inner] }))],
      ['dog', async () => succeeded(await ada.post(`/user_groups/${inner}/members`, { delete: [cleo.id] }))],
      ['cow', () => changeChannel(ada, club, { is_private: false })],
      ['ant', () => changeChannel(ada, club, { is_private: true })],
    ]
    for (const [emoji, change] of steps) {
      await change()
      await react(ada, message, emoji)
    }
    const all = steps.map(([emoji]) => emoji)
    expect(await emojiOf(queues)).toEqual([all, ['heart', 'cow'], ['cat', 'cow'], []])
  })

  test('reach only who received a message of protected history', async () => {
    const { ben, cleo, ada } = await realmWithGateways(2)
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ada.sends(club, 'lunch', 'Pizza?')
    succeeded(await subscribe(ada, ['club'], { principals: [cleo.id] }))
    const later = await ada.sends(club, 'lunch', 'Salad?')
    const queues = await registerAll([ben, cleo], REACTIONS)
    await react(ada, message, 'tada')
    await react(ada, later, 'heart')
    expect(await emojiOf(queues)).toEqual([['tada', 'heart'], ['heart']])
  })

  test('of two public channels name the same list', async () => {
    const { realm, dov, ezra, ben, ada, general } = await realmWithGateways(100)
    const plaza = await newChannel(ada, 'plaza', [dov])
    const messages = [await dov.sends(general, 'lunch', 'one'), await dov.sends(plaza, 'lunch', 'two')]
    await registerAll([dov, ezra, ben], REACTIONS)
    const batches = recordCalls(realm, 1)
    for (const message of messages) await react(dov, message, 'tada')
    const queue = await dov.registers(REACTIONS)
    await queue.events()
    const recipients = batches.flatMap(({ events }) => events.flatMap((event) => event.recipients))
    const [first, ...others] = recipients.filter((each) => 'list' in each)
    expect(first).toMatchObject({ numbers: [expect.any(Number), expect.any(Number)] })
    expect(others).toEqual([{ list: first!.list }])
  })
})

describe('the deletions of messages', () => {
  test('have the form that each client knows, for the users who can read the channel', async () => {
    const { dov, ezra, ben, ada, general } = await realmWithGateways(2)
    const options = { event_types: ['delete_message'], fetch_event_types: [] }
    const bulk = { ...options, client_capabilities: { bulk_message_deletion: true } }
    const queues = [await ben.registers(options), await ben.registers(bulk), await ezra.registers(bulk)]
    const ids: number[] = []
    for (const content of ['one', 'two', 'three']) ids.push((await dov.sends(general, 'lunch', content)).id)
    succeeded(await ada.delete(`/messages/${ids[0]}`))
    succeeded(await unsubscribe(ezra, ['general']))
    succeeded(await ada.delete(`/messages/${ids[1]}`))
    const formsOf = async (queue: Queue) =>
      (await queue.events()).map(({ message_id, message_ids }: Json) => message_id ?? message_ids)
    expect(await Promise.all(queues.map(formsOf))).toEqual([
      ids.slice(0, 2),
      ids.slice(0, 2).map((id) => [id]),
      [[ids[0]]],
    ])
  })
})

describe('the changes of a user', () => {
  test('reach all users, but of limited guests only those who can see the user', async () => {
    const { dov, ezra, ben, cleo, ada } = await realmWithGateways(2)
    const { realm_user_groups } = succeeded(await ada.post('/register', { fetch_event_types: ['realm_user_groups'] }))
    const members = realm_user_groups.find(({ name }: Json) => name === 'role:members').id
    succeeded(await unsubscribe(cleo, ['general']))
    const queues = await registerAll([ben, ezra], { event_types: ['realm_user', 'user_status'], fetch_event_types: [] })
    const typesOf = async () =>
      Promise.all(queues.map(async (queue) => (await queue.events()).map(({ type, op }: Json) => `${type} ${op}`)))
    const change = async (person: Person, text: string) => {
      succeeded(await person.post('/users/me/status', { status_text: text }))
      succeeded(await person.patch('/settings', { full_name: `${person.account.full_name} ${text}` }))
    }
    const both = ['user_status undefined', 'realm_user update']
    for (const person of [dov, cleo]) await change(person, 'one')
    expect(await typesOf()).toEqual([
      [...both, ...both],
      [...both, ...both],
    ])
    succeeded(await ada.patch('/realm', { can_access_all_users_group: JSON.stringify({ new: members }) }))
    await typesOf()
    for (const person of [dov, cleo]) await change(person, 'two')
    expect(await typesOf()).toEqual([[...both, ...both], both])
  })

  test('have the real email address for the users who may see it', async () => {
    const { dov, ezra, ben, cleo } = await realmWithGateways(2)
    const ADMINISTRATORS = 3
    const queues = await registerAll([ben, ezra, dov], { event_types: ['realm_user'], fetch_event_types: [] })
    for (const person of [cleo, dov])
      succeeded(await person.patch('/settings', { email_address_visibility: ADMINISTRATORS }))
    const addresses = await Promise.all(
      queues.map(async (queue) =>
        (await queue.events())
          .filter(({ person }: Json) => 'delivery_email' in person)
          .map(({ person }: Json) => person.delivery_email),
      ),
    )
    expect(addresses).toEqual([[], [null, null], [null]])
  })
})

describe('the events for administrators', () => {
  test('reach who is one at the event, and the owner of the bot', async () => {
    const { dov, ezra, ben, cleo, ada, fig } = await realmWithGateways(2)
    const queues = await registerAll([ben, cleo, dov, ezra], { event_types: ['realm_bot'], fetch_event_types: [] })
    const choose = async (default_all_public_streams: boolean) =>
      succeeded(await ada.patch(`/bots/${fig.id}`, { default_all_public_streams }))
    await choose(true)
    succeeded(await ada.patch(`/users/${ben.id}`, { role: MEMBER }))
    await choose(false)
    const chosenIn = async (queue: Queue) =>
      (await queue.events()).flatMap(({ op, bot }: Json) => (op === 'update' ? [bot.default_all_public_streams] : []))
    expect(await Promise.all(queues.map(chosenIn))).toEqual([[true], [], [true, false], []])
  })
})
