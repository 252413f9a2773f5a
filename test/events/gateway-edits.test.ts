import { describe, expect, test } from 'vitest'
import { evict } from '../support/faults'
import { realmWithGateways } from '../support/gateways'
import { succeeded, type Json, type Person } from '../support/person'
import { newChannel, type Cast } from '../support/realm'
import { subscribe, unsubscribe } from '../support/subscriptions'

// Where declarations are checked, as here, the realm compares each list with a test of each queue, and an event for which they differ
// reaches no client.

const ALONE = {
  propagate_mode: 'change_one',
  send_notification_to_new_thread: false,
  send_notification_to_old_thread: false,
}

const flagged = async (person: Person, flag: string, messages: number[], op = 'add') =>
  succeeded(await person.post('/messages/flags', { messages, op, flag }))

/** Returns a check: each user receives the flags with which `GET /messages` shows the message. */
async function watchFlags({ ada, ben, cleo, dov, ezra }: Cast) {
  const people = [ada, ben, cleo, dov, ezra]
  const options = { event_types: ['update_message'], fetch_event_types: [] }
  const queues = await Promise.all(people.map((person) => person.registers(options)))
  return async (id: number) => {
    const received = await Promise.all(
      queues.map(async (queue) => (await queue.events()).map(({ flags }: Json) => flags).at(-1)),
    )
    const fetched = await Promise.all(
      people.map(async (person) => (await person.get(`/messages/${id}`)).message?.flags),
    )
    expect(received).toEqual(fetched)
    return received
  }
}

describe('an edited message', () => {
  test('has the flags of each user, who may have read it, starred it, left the channel, or joined it', async () => {
    const cast = await realmWithGateways(2)
    const { ada, ben, cleo, dov, general } = cast
    const receivedFlags = await watchFlags(cast)
    const { id } = await dov.sends(general, 'lunch', 'one')
    const edits = async (content: string) => {
      succeeded(await dov.patch(`/messages/${id}`, { content }))
      return receivedFlags(id)
    }
    expect(await edits('first')).toEqual([[], [], [], [], []])
    await flagged(ada, 'read', [id])
    await flagged(ben, 'starred', [id])
    await edits('read and starred')
    succeeded(await unsubscribe(cleo, ['general']))
    await edits('left')
    const later = await dov.sends(general, 'lunch', 'two')
    succeeded(await unsubscribe(ben, ['general']))
    succeeded(await dov.patch(`/messages/${later.id}`, { content: 'two!' }))
    expect((await receivedFlags(later.id)).slice(1, 3)).toEqual([['read'], ['read', 'historical']])
    succeeded(await subscribe(cleo, ['general'], { send_new_subscription_messages: false }))
    await flagged(ada, 'read', [id], 'remove')
    await edits('joined again, and unread again')
    await edits(`@**|${ben.id}** hello`)
    await evict(cast.realm)
    const flags = await edits('after the realm has woken')
    expect(flags).toEqual([[], ['read', 'starred'], ['read'], [], []])
  })

  test('that is moved to another channel has the flags of each user there, and so do its later edits', async () => {
    const cast = await realmWithGateways(2)
    const { ada, ben, dov, general } = cast
    const kitchen = await newChannel(ada, 'kitchen', [ada, ben])
    const receivedFlags = await watchFlags({ ...cast, ezra: dov })
    for (const reader of [ada, ben]) {
      const { id } = await dov.sends(general, 'lunch', 'one')
      await flagged(reader, 'read', [id])
      succeeded(await ada.patch(`/messages/${id}`, { stream_id: kitchen.stream_id, ...ALONE }))
      await receivedFlags(id)
      succeeded(await unsubscribe(reader, ['general', 'kitchen']))
      succeeded(await dov.patch(`/messages/${id}`, { content: 'two' }))
      await receivedFlags(id)
    }
  })
})
