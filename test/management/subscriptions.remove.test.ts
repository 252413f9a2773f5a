import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, refusal } from '../support/answers'
import { eventNames } from '../support/received-events'
import { unsubscribe } from '../support/subscriptions'
import { EVERYONE_GROUP } from '../support/system-groups'
import { succeeded } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

describe('DELETE /users/me/subscriptions', () => {
  test('a user unsubscribes; the event is for them and for the users who can see the subscribers', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const eventLists = await replays([ada, dov, ezra], async () => {
      expect(await unsubscribe(dov, ['General'])).toEqual({
        result: 'success',
        msg: '',
        removed: ['general'],
        not_removed: [],
      })
    })
    const [id, stream_id] = [expect.any(Number), general.stream_id]
    expect(eventLists[2]).toEqual([
      { id, type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'general' }] },
    ])
    for (const index of [0, 4])
      expect(eventLists[index]).toEqual([
        { id, type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [dov.id] },
      ])
    const again = await unsubscribe(dov, ['general', 'GENERAL'])
    expect(again).toMatchObject({ removed: [], not_removed: ['general'] })
  })

  test('a user who leaves a private channel cannot see it any more, and receives no later events of it', async () => {
    const { ada, ben, cleo, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    await ada.sends(vault, 'keys', 'Where are they?')
    const eventLists = await replays([ada, ben, cleo], async () => {
      await ada.sends(vault, 'keys', 'Under the mat')
      succeeded(await unsubscribe(cleo, ['vault']))
      await ada.sends(vault, 'keys', 'Moved')
      succeeded(await unsubscribe(ben, ['vault']))
      succeeded(await ada.delete(`/streams/${vault.stream_id}`))
    })
    expect(eventNames(eventLists[4]!)).toEqual(['message', 'subscription/remove', 'stream/delete'])
    expect(eventNames(eventLists[5]!)).toEqual(['message', 'subscription/remove', 'stream/delete'])
    expect(eventLists[5]![2]).toEqual({
      id: expect.any(Number),
      type: 'stream',
      op: 'delete',
      streams: [{ stream_id: vault.stream_id }],
      stream_ids: [vault.stream_id],
    })
    expect(await cleo.get(`/streams/${vault.stream_id}`)).toEqual(refusal('Invalid channel ID'))
    // Ben, an administrator, still sees the channel, but none of its messages.
    expect(eventNames(eventLists[3]!)).toEqual([
      'message',
      'subscription/peer_remove',
      'message',
      'subscription/remove',
      'stream/update',
    ])
  })

  test('a guest who is removed from a public channel cannot see it any more', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const eventLists = await replays([ada, dov, ezra], async () => {
      succeeded(await unsubscribe(ada, ['general'], { principals: [ezra.id] }))
      await dov.sends(general, 'lunch', 'Pizza?')
      succeeded(await unsubscribe(ada, ['general'], { principals: [dov.id] }))
    })
    expect(eventNames(eventLists[4]!)).toEqual(['subscription/remove', 'stream/delete'])
  })

  test('a guest can unsubscribe', async () => {
    const { ada, ezra } = await freshRealm()
    await replays([ada, ezra], async () => {
      expect(await unsubscribe(ezra, ['general'])).toMatchObject({ removed: ['general'] })
    })
  })

  test('a hidden channel and a missing channel are refused with the same error', async () => {
    const { ada, dov } = await freshRealm()
    const unknownChannel = (stream: string) => ({
      ...refusal(`Channel '${stream}' does not exist`, 'STREAM_DOES_NOT_EXIST'),
      stream,
    })
    const eventLists = await replays([ada, dov], async () => {
      expect(await unsubscribe(dov, ['general', 'nowhere'])).toEqual(unknownChannel('nowhere'))
      expect(await unsubscribe(dov, ['general', 'vault'])).toEqual(unknownChannel('vault'))
    })
    expect(eventLists.flat()).toEqual([])
  })

  test('one invalid user refuses the whole request', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const eventLists = await replays([ada, dov], async () => {
      expect(await unsubscribe(ada, ['general'], { principals: [dov.id, 4711] })).toEqual(refusal('No such user'))
      expect(await unsubscribe(ada, ['general'], { principals: ['x@example.com'] })).toEqual(refusal('No such user'))
      expect(await unsubscribe(ada, ['general'], { principals: [ben.id] })).toEqual(refusal('User is deactivated'))
    })
    expect(eventLists.flat()).toEqual([])
  })

  test('an administrator can remove any user from any channel, also from channels that they cannot read', async () => {
    const { ada, ben, dov, cleo } = await freshRealm()
    await newChannel(ada, 'diary', [ada, dov, cleo], { invite_only: true })
    await replays([ada, ben, cleo, dov], async () => {
      expect(await unsubscribe(ben, ['diary', 'general'], { principals: [dov.id, ada.id] })).toMatchObject({
        removed: ['diary', 'general'],
      })
    })
  })

  test('a member can remove only their own bots, unless the channel permits more', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    const allUsersMayRemove = { can_remove_subscribers_group: EVERYONE_GROUP }
    await newChannel(ada, 'loose', [ada, cleo, dov], allUsersMayRemove)
    await newChannel(ada, 'hidden', [ada, cleo], { ...allUsersMayRemove, invite_only: true })
    for (const person of [cleo, dov, ezra])
      expect(await unsubscribe(person, ['general'], { principals: [ada.id] }), person.account.full_name).toEqual(
        NO_PERMISSION,
      )
    expect(await unsubscribe(cleo, ['general'], { principals: [fig.id] })).toEqual(NO_PERMISSION)
    expect(await unsubscribe(dov, ['general'], { principals: [fig.id, cleo.id] })).toEqual(NO_PERMISSION)
    expect(await unsubscribe(dov, ['general'], { principals: [fig.id, dov.id] })).toMatchObject({
      removed: ['general'],
    })
    expect(await unsubscribe(dov, ['loose'], { principals: [ada.id] })).toMatchObject({ removed: ['loose'] })
    // Users who cannot see the channel do not use its permission, and do not learn that the channel exists.
    expect(await unsubscribe(dov, ['hidden'], { principals: [cleo.id] })).toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
    })
    expect(await unsubscribe(cleo, ['hidden'], { principals: [ada.id] })).toMatchObject({ removed: ['hidden'] })
  })

  test('one channel without the permission refuses the whole request', async () => {
    const { ada, dov, cleo } = await freshRealm()
    await newChannel(ada, 'loose', [ada, cleo, dov], { can_remove_subscribers_group: EVERYONE_GROUP })
    const eventLists = await replays([ada, cleo], async () => {
      expect(await unsubscribe(dov, ['loose', 'general'], { principals: [cleo.id] })).toEqual(NO_PERMISSION)
    })
    expect(eventLists.flat()).toEqual([])
  })

  test('a user can unsubscribe from an archived channel; all their clients receive it, as its unread messages become read', async () => {
    const { ada, dov } = await freshRealm()
    const eventLists = await replays([ada, dov], async () => {
      expect(await unsubscribe(ada, ['attic'])).toMatchObject({ removed: ['attic'] })
    })
    expect(eventNames(eventLists[0]!)).toEqual(['subscription/remove'])
    expect(eventNames(eventLists[1]!)).toEqual(['subscription/remove'])
  })
})
