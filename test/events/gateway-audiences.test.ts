import { describe, expect, test } from 'vitest'
import type { GatewayBatch } from '../../src/events/gateways/protocol'
import { numberOf } from '../../src/events/gateways/queue-ids'
import { crash } from '../support/faults'
import { realmWithGateways, recordCalls } from '../support/gateways'
import { succeeded, type Json, type Queue } from '../support/person'
import { newChannel } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { subscribe, unsubscribe } from '../support/subscriptions'

// Where declarations are checked, as here, the realm compares each list with a test of each queue, and an event for which they differ
// reaches no client.

const ONLY_MESSAGES = { event_types: ['message'], fetch_event_types: [] }
const HIDDEN_FROM_ALL = 4
const GUEST = 600

const recipientsIn = (batches: readonly GatewayBatch[]) =>
  batches.flatMap(({ events }) => events.flatMap(({ recipients }) => recipients))

/** Returns what each queue receives, and no other queue. */
const receivedBy = async (queues: readonly Queue[]): Promise<string[][]> =>
  Promise.all(queues.map(async (queue) => contentsIn(await queue.events())))

describe('the messages of a channel', () => {
  test('name a list that the gateway received with the first of them, and who joined and left since', async () => {
    const { realm, dov, ezra, ben, general } = await realmWithGateways(100)
    const queues = [await ezra.registers(ONLY_MESSAGES), await ben.registers(ONLY_MESSAGES)]
    const batches = recordCalls(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    await dov.sends(general, 'lunch', 'two')
    succeeded(await unsubscribe(ben, ['general']))
    const later = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'three')
    expect(await receivedBy([...queues, later])).toEqual([['one', 'two', 'three'], ['one', 'two'], ['three']])
    const [first, ...others] = recipientsIn(batches)
    const [ezras, bens] = queues.map(({ id }) => numberOf(id))
    expect(first).toMatchObject({ numbers: [ezras, bens] })
    const { list } = first as { list: number }
    expect(others).toEqual([{ list }, { list, joined: [numberOf(later.id)], left: [bens] }])
  })

  test('reach a user from the subscription on, and until its end or the deactivation', async () => {
    const { dov, ezra, ben, ada, general } = await realmWithGateways(1)
    const queues = [await ezra.registers(ONLY_MESSAGES), await ben.registers(ONLY_MESSAGES)]
    await dov.sends(general, 'lunch', 'one')
    succeeded(await unsubscribe(ben, ['general']))
    await dov.sends(general, 'lunch', 'two')
    succeeded(await subscribe(ben, ['general'], { send_new_subscription_messages: false }))
    await dov.sends(general, 'lunch', 'three')
    expect(await receivedBy(queues)).toEqual([
      ['one', 'two', 'three'],
      ['one', 'three'],
    ])
    succeeded(await ada.delete(`/users/${ezra.id}`))
    await dov.sends(general, 'lunch', 'four')
    expect(await receivedBy(queues.slice(1))).toEqual([['four']])
    expect(await ezra.get('/events', { queue_id: queues[0]!.id, last_event_id: -1 })).toMatchObject({ result: 'error' })
  })

  test('have the flag of a mention for the mentioned user, and no flag for other users', async () => {
    const { dov, ezra, ben, general } = await realmWithGateways(2)
    const [ezras, bens] = [await ezra.registers(ONLY_MESSAGES), await ben.registers(ONLY_MESSAGES)]
    await dov.sends(general, 'lunch', 'one')
    await dov.sends(general, 'lunch', `@**|${ezra.id}**`)
    await dov.sends(general, 'lunch', 'three')
    const flagsOf = async (queue: Queue) => (await queue.events()).map(({ flags }: Json) => flags)
    expect(await flagsOf(ezras)).toEqual([[], ['mentioned'], []])
    expect(await flagsOf(bens)).toEqual([[], [], []])
  })

  test('show a sender what only the sender may see, also after messages of others', async () => {
    const { dov, cleo, ben, general } = await realmWithGateways(2)
    const options = { ...ONLY_MESSAGES, client_gravatar: true }
    const queues = [await dov.registers(options), await cleo.registers(options), await ben.registers(options)]
    for (const person of [dov, cleo])
      succeeded(await person.patch('/settings', { email_address_visibility: HIDDEN_FROM_ALL }))
    const senders = [dov, cleo, dov, ben, cleo]
    for (const sender of senders) await sender.sends(general, 'lunch', 'hello')
    for (const [nth, person] of [dov, cleo, ben].entries()) {
      const avatars = (await queues[nth]!.events()).map(({ message }: Json) => message.avatar_url)
      const canSee = (sender: typeof dov) => sender === person || sender === ben
      expect(avatars.map((url) => url === null)).toEqual(senders.map(canSee))
    }
  })

  test('reach a queue with a narrow only if they match it', async () => {
    const { dov, ezra, general } = await realmWithGateways(2)
    const narrow = JSON.stringify([['topic', 'lunch']])
    const queues = [await ezra.registers(ONLY_MESSAGES), await ezra.registers({ ...ONLY_MESSAGES, narrow })]
    for (const topic of ['lunch', 'supper', 'lunch']) await dov.sends(general, topic, topic)
    expect(await receivedBy(queues)).toEqual([
      ['lunch', 'supper', 'lunch'],
      ['lunch', 'lunch'],
    ])
  })

  test('of public channels reach a client that asked for all, until its user becomes a guest', async () => {
    const { dov, ben, ada } = await realmWithGateways(2)
    const plaza = await newChannel(ada, 'plaza', [ben])
    const queues = [
      await dov.registers({ ...ONLY_MESSAGES, all_public_streams: true }),
      await ben.registers(ONLY_MESSAGES),
      await dov.registers(ONLY_MESSAGES),
    ]
    await ada.sends(plaza, 'lunch', 'one')
    succeeded(await ada.patch(`/users/${dov.id}`, { role: GUEST }))
    await ada.sends(plaza, 'lunch', 'two')
    const later = await ben.registers({ ...ONLY_MESSAGES, all_public_streams: true })
    succeeded(await ben.delete('/events', { queue_id: queues[1]!.id }))
    await ada.sends(plaza, 'lunch', 'three')
    expect(await receivedBy([queues[0]!, queues[2]!, later])).toEqual([['one'], [], ['three']])
  })

  test('reach guests who see only some users from now on', async () => {
    const { realm, dov, ezra, ada, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    const { realm_user_groups } = succeeded(await ada.post('/register', { fetch_event_types: ['realm_user_groups'] }))
    const members = realm_user_groups.find(({ name }: Json) => name === 'role:members').id
    succeeded(await ada.patch('/realm', { can_access_all_users_group: JSON.stringify({ new: members }) }))
    await dov.sends(general, 'lunch', 'two')
    await crash(realm)
    await dov.sends(general, 'lunch', 'three')
    expect(await receivedBy([queue])).toEqual([['one', 'two', 'three']])
  })
})
