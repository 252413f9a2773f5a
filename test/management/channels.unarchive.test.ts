import { describe, expect, test } from 'vitest'
import { CHANNEL_ADMINISTRATORS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, eventProperties, receivedBy } from '../support/received-events'
import { changeChannel, channelFor, newClub, requestChannelChange } from '../support/channels'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

describe('PATCH /streams/:stream_id with is_archived', () => {
  test('clients without archived_channels receive the channel anew; the others receive the update', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, ezra } = cast
    const gil = await cast.realm.newPerson('gil', { role: 600 })
    const club = await newClub(cast)
    await ezra.sends(club, 'x', 'y')
    succeeded(await ada.delete(`/streams/${club.stream_id}`))
    const received = await receivedBy([ada, ben, dov, ezra, gil], async () => {
      expect(await requestChannelChange(ada, club, { is_archived: false })).toEqual(SUCCESS)
    })
    const [adaNames, benNames, dovNames, ezraNames, gilNames] = received.map(({ plain }) => eventProperties(plain))
    expect(adaNames).toEqual(['stream/create', 'subscription/add'])
    expect(benNames).toEqual(['stream/create', 'subscription/peer_add'])
    expect(dovNames).toEqual(['stream/create', 'subscription/peer_add'])
    expect(ezraNames).toEqual(['stream/create', 'subscription/add'])
    expect(gilNames).toEqual([])
    for (const { able } of received.slice(0, 4)) expect(eventProperties(able)).toEqual(['stream/update/is_archived'])
    await dov.sends(club, 'lunch', 'Pizza?')
  })

  test('a request may unarchive a channel and change it too', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, ezra } = cast
    const club = await newClub(cast)
    await replays([ada, ben, dov, ezra], async () => {
      await changeChannel(ada, club, { is_archived: true })
      await changeChannel(ada, club, { description: 'Asleep' })
      await changeChannel(ada, club, { is_archived: false, new_name: 'phoenix', is_private: true })
    })
    const eventLists = await replays([ada, dov, ezra], async () => {
      await changeChannel(ada, club, { is_archived: true })
      await changeChannel(ada, club, { description: 'Asleep again' })
    })
    expect(eventProperties(eventLists[0]!)).toEqual(['stream/delete']) // the client does not know archived channels
    expect(eventProperties(eventLists[1]!)).toEqual(['stream/update/is_archived', 'stream/update/description'])
  })

  test('a private channel without subscribers stays archived; an archived channel cannot be a default channel', async () => {
    const cast = await freshRealm()
    const { ada, ben, dov, vault, attic } = cast
    await ada.delete('/users/me/subscriptions', { subscriptions: ['vault'], principals: [ada.id, ben.id] })
    if (!(await channelFor(ada, vault)).is_archived) await ada.delete(`/streams/${vault.stream_id}`)
    await changesNothing([ada, dov], async () => {
      expect(await requestChannelChange(ada, vault, { is_archived: false })).toEqual(
        refusal('Channel is private and has no subscribers.'),
      )
      expect(await requestChannelChange(ada, attic, { is_default_stream: true })).toEqual(
        refusal('An archived channel cannot be a default channel.'),
      )
      expect(await requestChannelChange(ada, attic, { is_archived: true })).toEqual(
        refusal('Channel is already deactivated'),
      )
      expect(await requestChannelChange(dov, attic, { is_archived: false })).toEqual(CHANNEL_ADMINISTRATORS_ONLY)
    })
    await replays([ada, dov], () => changeChannel(ada, attic, { is_archived: false }))
  })
})
