import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { SUCCESS } from '../support/answers'
import { advanceClock } from '../support/clock'
import { newGroup } from '../support/groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { rowsWritten } from '../support/tables'
import { FOLLOWED, MUTED, setVisibilityPolicy, UNMUTED } from '../support/user-topics'

type AutomaticPolicies = { follow?: number; unmute?: number; mentioned?: boolean }

const setAutomaticPolicies = async (person: Person, { follow, unmute, mentioned }: AutomaticPolicies) =>
  succeeded(
    await person.patch('/settings', {
      automatically_follow_topics_policy: follow,
      automatically_unmute_topics_in_muted_streams_policy: unmute,
      automatically_follow_topics_where_mentioned: mentioned,
    }),
  )

const muteChannel = async (person: Person, { stream_id }: Channel) =>
  succeeded(
    await person.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    }),
  )

const policiesOf = async (person: Person): Promise<Json> => {
  const { state } = await person.registers({ fetch_event_types: ['user_topic'] })
  return Object.fromEntries(state.user_topics.map((topic: Json) => [topic.topic_name, topic.visibility_policy]))
}

/** A message writes rows for each user whom it notifies by email. */
async function withoutEmails(...people: Person[]): Promise<void> {
  const off = { enable_offline_email_notifications: false, enable_followed_topic_email_notifications: false }
  for (const person of people) succeeded(await person.patch('/settings', off))
}

describe('POST /messages', () => {
  test('the sender follows a topic that they start; the event comes before the message', async () => {
    const { dov, ezra, general } = await freshRealm()
    const send = (topic: string) =>
      dov.post('/messages', { type: 'channel', to: general.stream_id, topic, content: 'Pizza?' })
    const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], async () =>
      expect(await send('lunch')).toMatchObject({ ...SUCCESS, id: 1, automatic_new_visibility_policy: FOLLOWED }),
    )
    for (const events of [dovEvents!.plain, dovEvents!.able]) {
      expect(eventNames(events)).toEqual(['user_topic', 'stream/update', 'message'])
      expect(events[0]).toMatchObject({
        stream_id: general.stream_id,
        topic_name: 'lunch',
        visibility_policy: FOLLOWED,
      })
    }
    expect(eventNames([...ezraEvents!.plain, ...ezraEvents!.able])).not.toContain('user_topic')
    const second = await send('lunch')
    expect(second).toMatchObject({ ...SUCCESS, id: 2 })
    expect(second).not.toHaveProperty('automatic_new_visibility_policy')
    await ezra.sends(general, 'dinner', 'Pasta?')
    const again = await send('dinner')
    expect(again).toMatchObject({ ...SUCCESS, id: 4 })
    expect(again).not.toHaveProperty('automatic_new_visibility_policy')
    expect(await policiesOf(dov)).toEqual({ lunch: FOLLOWED })
  })

  test('the sender’s settings decide whether they follow each topic they send to, and unmute it in a muted channel', async () => {
    const { ada, dov, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'Pizza?')
    const send = async () => {
      const fields = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Yes' }
      const { automatic_new_visibility_policy } = succeeded(await dov.post('/messages', fields))
      return automatic_new_visibility_policy
    }
    await setAutomaticPolicies(dov, { follow: 4 })
    expect(await send()).toBeUndefined()
    await muteChannel(dov, general)
    const [dovEvents] = await receivedBy([dov], async () => expect(await send()).toBe(UNMUTED))
    expect(dovEvents!.able[0]).toMatchObject({ type: 'user_topic', visibility_policy: UNMUTED })
    expect(await send()).toBeUndefined()
    await setAutomaticPolicies(dov, { follow: 2 })
    expect(await send()).toBe(FOLLOWED)
    expect(await send()).toBeUndefined()
  })

  test('a muted topic that the sender follows is no longer muted, also for clients that know only muted topics', async () => {
    const { ada, dov, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'Pizza?')
    succeeded(await setVisibilityPolicy(dov, general, 'lunch', MUTED))
    await setAutomaticPolicies(dov, { follow: 2 })
    const olderQueue = await dov.registers({ event_types: ['muted_topics', 'message'] })
    expect(olderQueue.state.muted_topics).toHaveLength(1)
    const [dovEvents] = await receivedBy([dov], () => dov.sends(general, 'LUNCH', 'Yes'))
    expect(eventNames(dovEvents!.able)).toEqual(['user_topic', 'message'])
    expect(dovEvents!.able[0].topic_name).toBe('lunch') // the spelling of the user's choice
    const events = await olderQueue.events()
    expect(eventNames(events)).toEqual(['muted_topics', 'message'])
    expect(events[0].muted_topics).toEqual([])
  })

  test('in protected history, a topic whose messages the sender did not receive is new to them', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    await ada.sends(cellar, 'wine', 'Red?')
    await ada.subscribes(cellar, { principals: [dov.id] })
    const fields = { type: 'channel', to: cellar.stream_id, topic: 'wine', content: 'White' }
    expect(await dov.post('/messages', fields)).toMatchObject({ automatic_new_visibility_policy: FOLLOWED })
    await dov.sends(cellar, 'wine', 'White')
    expect(await policiesOf(dov)).toEqual({ wine: FOLLOWED })
  })

  test('a direct message, a bot, a sender who is not subscribed and a refused message follow no topic', async () => {
    const { ada, dov, fig, general, attic } = await freshRealm()
    const pottery = await newChannel(ada, 'pottery', [ada])
    for (const person of [dov, ada]) await setAutomaticPolicies(person, { follow: 1 })
    await changesNothing([ada], async () => {
      const fields = { type: 'channel', to: attic.stream_id, topic: 'x', content: 'x' }
      expect(await ada.post('/messages', fields)).toMatchObject({ result: 'error' })
    })
    for (const answer of [
      await dov.sendsDirectly([ada], 'x'),
      await dov.sends(pottery, 'x', 'x'),
      await fig.sends(general, 'x', 'x'),
    ])
      expect(answer).not.toHaveProperty('automatic_new_visibility_policy')
    for (const person of [ada, dov, fig]) expect(await policiesOf(person)).toEqual({})
  })

  test('a scheduled message has its effect when it is sent', async () => {
    const { realm, dov, general } = await freshRealm()
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 60
    const later = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'x', scheduled_delivery_timestamp }
    succeeded(await dov.post('/scheduled_messages', later))
    expect(await policiesOf(dov)).toEqual({})
    const [dovEvents] = await receivedBy([dov], async () => {
      await advanceClock(realm, 61)
      await runAlarm(realm)
    })
    expect(eventNames(dovEvents!.able)).toEqual(['user_topic', 'stream/update', 'message', 'scheduled_messages/remove'])
  })

  test('a mentioned user follows the topic; the event comes before the message', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const [adaEvents, ezraEvents] = await receivedBy([ada, ezra], () =>
      dov.sends(general, 'lunch', '@**Ada** and @**Ezra**?'),
    )
    for (const { able, plain } of [adaEvents!, ezraEvents!])
      for (const events of [able, plain]) {
        expect(eventNames(events)).toEqual(['user_topic', 'message'])
        expect(events[0]).toMatchObject({ topic_name: 'lunch', visibility_policy: FOLLOWED })
      }
  })
  test('a mention in another spelling of the topic gives the policy this spelling, in the event and later', async () => {
    const { ada, dov, general } = await freshRealm()
    await setVisibilityPolicy(dov, general, 'Lunch', UNMUTED)
    const [events] = await receivedBy([dov], () => ada.sends(general, 'lunch', `@**${dov.account.full_name}**`))
    const [changed] = events!.plain.filter(({ type }) => type === 'user_topic')
    expect(changed).toMatchObject({ topic_name: 'lunch', visibility_policy: FOLLOWED })
    expect(await policiesOf(dov)).toEqual({ lunch: FOLLOWED })
  })

  test('a mention is ignored if the setting is off, the topic muted, or the user a bot or not subscribed', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await setAutomaticPolicies(ada, { mentioned: false })
    succeeded(await setVisibilityPolicy(ben, general, 'lunch', MUTED))
    succeeded(await setVisibilityPolicy(cleo, general, 'lunch', UNMUTED))
    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    await dov.sends(general, 'lunch', '@**Ada** @**Ben** @**Cleo** @**Ezra** @**Fig** @_**Dov**')
    expect(await policiesOf(ada)).toEqual({})
    expect(await policiesOf(ben)).toEqual({ lunch: MUTED })
    expect(await policiesOf(cleo)).toEqual({ lunch: FOLLOWED })
    expect(await policiesOf(ezra)).toEqual({})
    expect(await policiesOf(fig)).toEqual({})
  })

  test('a mention of a group or of all users follows nothing: its cost would grow with their number', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    await newGroup(ada, 'us', [ada, ben, cleo, ezra])
    await withoutEmails(ada, ben, cleo, dov, ezra)
    await dov.sends(general, 'lunch', 'Pizza?')
    const cost = async (content: string) => {
      const before = await rowsWritten(realm)
      await dov.sends(general, 'lunch', content)
      return (await rowsWritten(realm)) - before
    }
    await cost('@**all**')
    await cost('@*us*')
    for (const person of [ada, ben, cleo, ezra]) expect(await policiesOf(person)).toEqual({})
    // A policy is a row in two indexes. One event informs all users.
    for (const mentions of ['@**Ada**', '@**Ben** @**Cleo** @**Ezra**']) {
      const people = mentions.split(' ').length
      const following = await cost(mentions)
      expect(following - (await cost(mentions))).toBe(2 * people + 1)
    }
  })

  test('following costs rows for the sender only', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    await withoutEmails(dov, ezra)
    const cost = async (person: Person, topic: string, fields: Record<string, FieldValue> = {}) => {
      const before = await rowsWritten(realm)
      await person.sends(general, topic, 'x', fields)
      return (await rowsWritten(realm)) - before
    }
    await dov.sends(general, 'warm', 'x')
    const again = await cost(dov, 'warm')
    await setAutomaticPolicies(ezra, { follow: 4 })
    const started = await cost(ezra, 'a')
    expect((await cost(dov, 'b')) - started).toBe(3) // the policy in two indexes, and the event
    expect(await cost(ezra, 'b')).toBe(again)
  })
})

describe('POST /messages/:message_id/reactions and POST /submessage', () => {
  const PARTICIPATIONS: [activity: string, act: (person: Person, id: number) => Promise<Json>][] = [
    ['reacts', (person, id) => person.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
    [
      'votes',
      (person, id) =>
        person.post('/submessage', {
          message_id: id,
          msg_type: 'widget',
          content: '{"type":"vote","key":"canned,0","vote":1}',
        }),
    ],
  ]
  test.for(PARTICIPATIONS)('a user who %s follows the topic if their settings say so', async ([, act]) => {
    const { ada, dov, ezra, general } = await freshRealm()
    const { id } = await ada.sends(general, 'lunch', '/poll Pizza?')
    const direct = await ada.sendsDirectly([dov], '/poll Pizza?')
    await setAutomaticPolicies(dov, { follow: 1 })
    const [dovEvents] = await receivedBy([dov], async () => succeeded(await act(dov, id)))
    expect(dovEvents!.able[0]).toMatchObject({ type: 'user_topic', topic_name: 'lunch', visibility_policy: FOLLOWED })
    succeeded(await act(dov, direct.id))
    succeeded(await act(ezra, id))
    expect(await policiesOf(dov)).toEqual({ lunch: FOLLOWED })
    expect(await policiesOf(ezra)).toEqual({})
  })
})
