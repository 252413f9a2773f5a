import { describe, expect, test } from 'vitest'
import { INVALID_CHANNEL } from '../support/answers'
import { eventProperties, receivedBy } from '../support/received-events'
import { NOBODY_GROUP } from '../support/system-groups'
import { changeChannel, channelFor, newClub } from '../support/channels'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

describe('PATCH /streams/:stream_id: visibility', () => {
  test('a channel becomes private: users who cannot see it any more receive its deletion and no later events', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await newClub(cast)
    const { stream_id } = club
    const received = await receivedBy([ada, ben, cleo, dov, ezra], async () => {
      await changeChannel(ada, club, { is_private: true })
      await changeChannel(ada, club, { description: 'Secret' })
      await ada.sends(club, 'x', 'y')
    })
    const deleted = { type: 'stream', op: 'delete', streams: [{ stream_id }], stream_ids: [stream_id] }
    const becamePrivate = {
      type: 'stream',
      op: 'update',
      stream_id,
      name: 'club',
      property: 'invite_only',
      value: true,
      history_public_to_subscribers: false,
      is_web_public: false,
    }
    const [adaEvents, benEvents, cleoEvents, dovEvents, ezraEvents] = received
    for (const { plain, able } of [cleoEvents!, dovEvents!]) {
      expect(plain).toEqual([deleted])
      expect(able).toEqual([deleted])
    }
    for (const { plain, able } of [adaEvents!, benEvents!, ezraEvents!]) {
      expect(plain[0]).toEqual(becamePrivate)
      expect(able[0]).toEqual(becamePrivate)
      expect(eventProperties(plain).slice(1, 2)).toEqual(['stream/update/description'])
    }
    expect(await dov.get(`/streams/${stream_id}`)).toEqual(INVALID_CHANNEL)
  })

  test('a channel becomes public: users who can see it now receive the channel and its subscribers', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const gil = await cast.realm.newPerson('gil', { role: 600 })
    const club = await newClub(cast, { invite_only: true })
    const received = await receivedBy([ada, ben, cleo, dov, ezra, gil], async () => {
      await changeChannel(ada, club, { description: 'Secret' })
      await changeChannel(ada, club, { description: 'Open' })
      await changeChannel(ada, club, { is_private: false })
    })
    const [adaNames, benNames, cleoNames, dovNames, ezraNames, gilNames] = received.map(({ plain, able }) => [
      eventProperties(plain),
      eventProperties(able),
    ])
    const updates = ['stream/update/description', 'stream/update/description', 'stream/update/invite_only']
    for (const names of [adaNames, benNames, ezraNames]) expect(names).toEqual([updates, updates])
    for (const names of [cleoNames, dovNames])
      expect(names).toEqual([
        ['stream/create', 'subscription/peer_add'],
        ['stream/create', 'subscription/peer_add'],
      ])
    expect(gilNames).toEqual([[], []])
    expect(received[3]!.able[1]).toMatchObject({ user_ids: [ada.id, ezra.id] })
    expect(await channelFor(dov, club)).toMatchObject({ invite_only: false, history_public_to_subscribers: true })
  })

  test('a channel becomes private and public again: a late poll reveals nothing of the time between', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await newClub(cast)
    const eventLists = await replays([ada, ben, cleo, dov, ezra], async () => {
      await changeChannel(ada, club, { description: 'Open' })
      await changeChannel(ada, club, { is_private: true, history_public_to_subscribers: true })
      await changeChannel(ada, club, { description: 'Secret', new_name: 'cabal' })
      await ada.subscribes({ name: 'cabal' }, { principals: [ben.id] })
      await changeChannel(ada, club, { description: 'Open again' })
      await changeChannel(ada, club, { is_private: false, new_name: 'club' })
    })
    for (const events of eventLists.slice(4, 8)) expect(JSON.stringify(events)).not.toMatch(/Secret|cabal/)
    expect(JSON.stringify(eventLists[0])).toMatch(/Secret/)
  })

  test('permissions make a private channel visible, and hide it again', async () => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra } = cast
    const club = await newClub(cast, { invite_only: true })
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group']) {
      const holders = { direct_members: [cleo.id, dov.id, ezra.id], direct_subgroups: [] }
      const afterGrant = await replays([ada, ben, cleo, dov, ezra], () =>
        changeChannel(ada, club, { [permission]: { new: holders } }),
      )
      expect(eventProperties(afterGrant[4]!)).toEqual(['stream/create', 'subscription/peer_add'])
      expect(eventProperties(afterGrant[6]!)).toEqual(['stream/create', 'subscription/peer_add'])
      expect(eventProperties(afterGrant[8]!)).toEqual([`stream/update/${permission}`])
      const afterRemoval = await replays([ada, ben, cleo, dov, ezra], () =>
        changeChannel(ada, club, { [permission]: { new: NOBODY_GROUP } }),
      )
      expect(eventProperties(afterRemoval[4]!)).toEqual(['stream/delete'])
      expect(eventProperties(afterRemoval[6]!)).toEqual(['stream/delete'])
      expect(eventProperties(afterRemoval[8]!)).toEqual([`stream/update/${permission}`])
    }
  })
})
