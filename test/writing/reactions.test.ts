import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { messageFor } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { changesNothing, eventsOfType, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { rowsWritten, selectRows } from '../support/tables'

const pathFor = ({ id }: { id: number }): string => `/messages/${id}/reactions`

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
const SVC = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
/** The same emoji with the vendor's name, as most clients receive it. */
const ZULIP = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }

const reactionEvent = (
  op: 'add' | 'remove',
  { id, account }: Person,
  message: { id: number },
  emoji: object = TADA,
) => ({
  type: 'reaction',
  op,
  message_id: message.id,
  user_id: id,
  user: { user_id: id, email: account.email, full_name: account.full_name, is_mirror_dummy: false },
  ...emoji,
})

const reactionsOf = async (person: Person, message: { id: number }): Promise<Json> =>
  (await messageFor(person, message)).reactions

/** Returns the index flag that `has:reaction` reads. */
const hasIndexFlag = async (realm: TestRealm, { id }: { id: number }): Promise<boolean> =>
  (await selectRows(realm, 'SELECT index_flags & 8 AS found FROM message_index WHERE id = ?', id))[0].found === 8

const ALREADY = refusal('Reaction already exists.', 'REACTION_ALREADY_EXISTS')
const NO_SUCH_REACTION = refusal("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST')
const NO_EMOJI = refusal('At least one of the following arguments must be present: emoji_name, emoji_code')

describe('POST /messages/:message_id/reactions', () => {
  test('all users who can read the message receive the reaction and find it in the message', async () => {
    const { realm, dov, ezra, fig, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await hasIndexFlag(realm, message)).toBe(false)
    const received = await receivedBy([dov, ezra, fig], async () =>
      expect(await ezra.post(pathFor(message), { emoji_name: 'tada' })).toEqual(SUCCESS),
    )
    const events = [reactionEvent('add', ezra, message)]
    for (const { plain, able } of received) expect([plain, able]).toEqual([events, events])
    expect(await reactionsOf(dov, message)).toEqual([{ user_id: ezra.id, ...TADA }])
    expect(await hasIndexFlag(realm, message)).toBe(true)
  })

  test('only the participants receive a reaction to a direct message', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const message = await ada.sendsDirectly([dov, ezra], 'Hello')
    const [adaEvents, dovEvents, ezraEvents, benEvents] = await receivedBy([ada, dov, ezra, ben], async () =>
      expect(await dov.post(pathFor(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [adaEvents!, dovEvents!, ezraEvents!])
      expect(able).toEqual([reactionEvent('add', dov, message)])
    expect(benEvents).toEqual({ plain: [], able: [] })
  })

  test('in a private channel, only subscribers receive it', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    const [adaEvents, benEvents, cleoEvents, dovEvents] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await ben.post(pathFor(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [adaEvents!, benEvents!]) expect(able).toEqual([reactionEvent('add', ben, message)])
    for (const { able } of [cleoEvents!, dovEvents!]) expect(able).toEqual([])
  })

  test('in a public channel, members receive it without a subscription, and guests do not', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await ada.sends(garden, 'roses', 'Look')
    const [benEvents, dovEvents, ezraEvents] = await receivedBy([ben, dov, ezra], async () =>
      expect(await ada.post(pathFor(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [benEvents!, dovEvents!]) expect(able).toEqual([reactionEvent('add', ada, message)])
    expect(ezraEvents!.able).toEqual([])
  })

  test('in protected history, only users who received the message receive it', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ada.sends(club, 'rules', 'First rule')
    await ada.subscribes(club, { principals: [cleo.id, dov.id] })
    const [benEvents, cleoEvents] = await receivedBy([ben, cleo], async () => {
      expect(await ada.post(pathFor(message), TADA)).toEqual(SUCCESS)
      expect(await dov.post(pathFor(message), TADA)).toEqual(INVALID_MESSAGES)
    })
    expect(benEvents!.able).toEqual([reactionEvent('add', ada, message)])
    expect(cleoEvents!.able).toEqual([])
    const laterMessage = await ada.sends(club, 'rules', 'Still')
    const [, cleoEventsLater] = await receivedBy([ben, cleo], () => ada.post(pathFor(laterMessage), TADA))
    expect(cleoEventsLater!.able).toEqual([reactionEvent('add', ada, laterMessage)])
  })

  test('a late poll returns the reactions that the user could see at the time', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    const [cleoQueue, dovQueue] = [await cleo.registers(), await dov.registers()]
    succeeded(await ben.post(pathFor(message), TADA))
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    await ada.subscribes(vault, { principals: [dov.id] })
    const reactionEvents = async (queue: Queue) => eventsOfType(await queue.events(), 'reaction')
    expect(await reactionEvents(cleoQueue)).toHaveLength(1)
    expect(await reactionEvents(dovQueue)).toEqual([])
  })

  test('the reactions of a message are in the order in which they were added', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const [first, second, third] = [
      await dov.sends(general, 'lunch', 'Pizza?'),
      await dov.sends(general, 'lunch', 'Pasta?'),
      await dov.sends(general, 'lunch', 'Soup?'),
    ]
    for (const [person, message, emoji_name] of [
      [dov, first, 'tada'],
      [ada, third, 'svc'],
      [ben, first, 'smile'],
      [ada, first, 'tada'],
    ] as const)
      succeeded(await person.post(pathFor(message), { emoji_name }))
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5 }))
    const reactions = messages.map(({ id, reactions: reactionsOfMessage }: Json) => [
      id,
      reactionsOfMessage.map(({ user_id, emoji_name }: Json) => [user_id, emoji_name]),
    ])
    const onFirst = [
      [dov.id, 'tada'],
      [ben.id, 'smile'],
      [ada.id, 'tada'],
    ]
    expect(reactions).toEqual([
      [first.id, onFirst],
      [second.id, []],
      [third.id, [[ada.id, 'zulip']]],
    ])
    expect(await reactionsOf(dov, third)).toEqual([{ user_id: ada.id, ...ZULIP }])
  })

  test('the first user who adds an emoji decides its name', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const thumb = { emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
    succeeded(await ada.post(pathFor(message), { ...thumb, emoji_name: 'thumbs_up' }))
    const [dovEvents] = await receivedBy([dov], async () =>
      expect(await ben.post(pathFor(message), { ...thumb, emoji_name: '+1' })).toEqual(SUCCESS),
    )
    expect(dovEvents!.able).toEqual([reactionEvent('add', ben, message, { ...thumb, emoji_name: 'thumbs_up' })])
    // The name of an emoji that the message has already is not checked: the first name remains.
    succeeded(await dov.post(pathFor(message), { ...thumb, emoji_name: 'no_such_name' }))
    expect((await reactionsOf(dov, message)).map(({ emoji_name }: Json) => emoji_name)).toEqual(
      Array.from({ length: 3 }, () => 'thumbs_up'),
    )
  })

  test('the emoji of the product has the vendor’s name and the name of the specification', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(pathFor(message), ZULIP))
    expect(await reactionsOf(dov, message)).toEqual([{ user_id: dov.id, ...ZULIP }])
    expect(await dov.post(pathFor(message), SVC)).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
    succeeded(await dov.delete(pathFor(message), { emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }))
    succeeded(await dov.post(pathFor(message), SVC))
    expect(await reactionsOf(dov, message)).toEqual([{ user_id: dov.id, ...ZULIP }])
    succeeded(await dov.delete(pathFor(message), { emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }))
    expect(await reactionsOf(dov, message)).toEqual([])
  })

  test('a reaction makes a message that the user did not receive part of their history', async () => {
    const { ada, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const message = await ada.sends(garden, 'roses', 'Look')
    const messagesFor = async (): Promise<Json[]> =>
      succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).messages
    expect(await messagesFor()).toEqual([])
    await replays([ada, dov], async () => succeeded(await dov.post(pathFor(message), TADA)))
    expect(await messagesFor()).toMatchObject([{ id: message.id, flags: ['read', 'historical'] }])
    await replays([ada, dov], async () => succeeded(await dov.delete(pathFor(message), TADA)))
    expect(await messagesFor()).toHaveLength(1)
  })

  const INVALID: [fields: Record<string, FieldValue>, answer: object][] = [
    [{}, refusal("Missing 'emoji_name' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'emoji_name' })],
    [{ emoji_name: 'not_an_emoji' }, refusal("Emoji 'not_an_emoji' does not exist")],
    [{ emoji_name: '' }, refusal("Emoji '' does not exist")],
    [{ ...TADA, emoji_name: 'not_an_emoji' }, refusal('Invalid emoji name.')],
    [{ ...TADA, emoji_name: 'smile' }, refusal('Invalid emoji name.')],
    [{ ...TADA, emoji_code: 'beef' }, refusal('Invalid emoji code.')],
    [{ ...TADA, reaction_type: 'svc_extra_emoji' }, refusal('Invalid emoji code.')],
    [{ ...TADA, reaction_type: 'realm_emoji', emoji_code: '1' }, refusal('Invalid custom emoji.')],
    [{ ...TADA, reaction_type: 'sticker' }, refusal('Invalid reaction_type')],
    [{ emoji_name: 'smile' }, ALREADY],
    [{ emoji_name: 'not_its_name', emoji_code: '1f642', reaction_type: 'unicode_emoji' }, ALREADY],
  ]

  test('an invalid or existing reaction is refused and changes nothing', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(pathFor(message), { emoji_name: 'smile' }))
    const before = await reactionsOf(ada, message)
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of INVALID) expect(await dov.post(pathFor(message), fields)).toEqual(answer)
    })
    expect(await reactionsOf(ada, message)).toEqual(before)
    expect(await hasIndexFlag(realm, message)).toBe(true)
  })

  test('a user who cannot read the message cannot react to it', async () => {
    const { ada, ben, cleo, dov, ezra, fig, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const inVault = await ada.sends(vault, 'plans', 'Hush')
    const direct = await ada.sendsDirectly([ben], 'Hello')
    const inGarden = await ada.sends(garden, 'roses', 'Look')
    await changesNothing([ada, ben, dov], async () => {
      for (const [person, message] of [
        [cleo, inVault],
        [dov, inVault],
        [fig, inVault],
        [dov, direct],
        [ezra, inGarden],
        [ada, { id: 4711 }],
      ] as const) {
        expect(await person.post(pathFor(message), TADA)).toEqual(INVALID_MESSAGES)
        expect(await person.delete(pathFor(message), TADA)).toEqual(INVALID_MESSAGES)
      }
    })
    for (const message of [inVault, direct, inGarden]) succeeded(await ada.post(pathFor(message), TADA))
  })
})

describe('DELETE /messages/:message_id/reactions', () => {
  const REQUESTS: Record<string, FieldValue>[] = [
    TADA,
    { emoji_code: '1f389' },
    { emoji_code: '1f389', emoji_name: 'whatever' },
    { emoji_name: 'tada' },
  ]

  test.each(REQUESTS)('removes the reaction with this code or name: %j', async (fields) => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const emoji of [TADA, SVC]) succeeded(await ada.post(pathFor(message), emoji))
    const [adaEvents, dovEvents] = await receivedBy([ada, dov], async () =>
      expect(await ada.delete(pathFor(message), fields)).toEqual(SUCCESS),
    )
    for (const { able } of [adaEvents!, dovEvents!]) expect(able).toEqual([reactionEvent('remove', ada, message)])
    expect(await reactionsOf(dov, message)).toEqual([{ user_id: ada.id, ...ZULIP }])
    expect(await hasIndexFlag(realm, message)).toBe(true)
    succeeded(await ada.delete(pathFor(message), { emoji_name: 'svc' }))
    expect(await reactionsOf(dov, message)).toEqual([])
    expect(await hasIndexFlag(realm, message)).toBe(false)
  })

  test('only users who can read the message receive the removal', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const message = await ada.sends(vault, 'plans', 'Hush')
    succeeded(await ada.post(pathFor(message), TADA))
    const [benEvents, dovEvents] = await receivedBy([ben, dov], () => ada.delete(pathFor(message), TADA))
    expect(benEvents!.able).toEqual([reactionEvent('remove', ada, message)])
    expect(dovEvents!.able).toEqual([])
  })

  test('a user can remove only their own reactions', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post(pathFor(message), TADA))
    await changesNothing([ada, dov], async () => {
      expect(await dov.delete(pathFor(message), TADA)).toEqual(NO_SUCH_REACTION)
      for (const [fields, answer] of [
        [{}, NO_EMOJI],
        [{ reaction_type: 'unicode_emoji' }, NO_EMOJI],
        [{ emoji_name: 'not_an_emoji' }, refusal("Emoji 'not_an_emoji' does not exist")],
        [{ emoji_name: 'smile' }, NO_SUCH_REACTION],
        [{ emoji_code: 'beef' }, NO_SUCH_REACTION],
        [{ emoji_code: '1f389', reaction_type: 'svc_extra_emoji' }, NO_SUCH_REACTION],
        [{ emoji_code: '1f389', reaction_type: 'sticker' }, refusal('Invalid reaction_type')],
      ] as const)
        expect(await ada.delete(pathFor(message), fields)).toEqual(answer)
    })
    expect(await reactionsOf(dov, message)).toEqual([{ user_id: ada.id, ...TADA }])
  })

  test('a removed reaction can be added again; then it is the newest', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, dov]) succeeded(await person.post(pathFor(message), TADA))
    await replays([ada, dov], async () => {
      succeeded(await ada.delete(pathFor(message), TADA))
      succeeded(await ada.post(pathFor(message), TADA))
    })
    expect((await reactionsOf(dov, message)).map(({ user_id }: Json) => user_id)).toEqual([dov.id, ada.id])
  })
})

describe('cost of reactions', () => {
  test('the rows of a reaction do not depend on the number of readers and reactions', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const writtenBy = async (act: () => Promise<unknown>) => {
      const before = await rowsWritten(realm)
      await act()
      return (await rowsWritten(realm)) - before
    }
    // The reaction, the event, the version of the message, its index flag, and its entry in the index of messages with reactions.
    expect(await writtenBy(() => ada.post(pathFor(message), TADA))).toBe(5)
    expect(await writtenBy(() => ben.post(pathFor(message), TADA))).toBe(3)
  })
})
