import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn } from '../support/tables'

const on = ({ id }: { id: number }): string => `/messages/${id}/reactions`

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
const SVC = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
/** As most clients are told of it. */
const ZULIP = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }

const told = (op: 'add' | 'remove', { id, account }: Person, message: { id: number }, emoji: object = TADA) => ({
  type: 'reaction',
  op,
  message_id: message.id,
  user_id: id,
  user: { user_id: id, email: account.email, full_name: account.full_name, is_mirror_dummy: false },
  ...emoji,
})

const reactionsTo = async (person: Person, { id }: { id: number }): Promise<Json> =>
  succeeded(await person.get(`/messages/${id}`)).message.reactions

/** The bit that narrows to messages with reactions will ask for. */
const hasTrait = async (realm: TestRealm, { id }: { id: number }): Promise<boolean> =>
  (await rowsIn(realm, 'SELECT traits & 8 AS found FROM message_index WHERE id = ?', id))[0].found === 8

const ALREADY = refusal('Reaction already exists.', 'REACTION_ALREADY_EXISTS')
const NO_SUCH_REACTION = refusal("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST')
const NO_EMOJI = refusal('At least one of the following arguments must be present: emoji_name, emoji_code')

describe('POST /messages/:message_id/reactions', () => {
  test('everyone who can read the message hears of the reaction, and finds it there', async () => {
    const { realm, dov, ezra, fig, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await hasTrait(realm, message)).toBe(false)
    const heard = await receivedBy([dov, ezra, fig], async () =>
      expect(await ezra.post(on(message), { emoji_name: 'tada' })).toEqual(SUCCESS),
    )
    const news = [told('add', ezra, message)]
    for (const { plain, able } of heard) expect([plain, able]).toEqual([news, news])
    expect(await reactionsTo(dov, message)).toEqual([{ user_id: ezra.id, ...TADA }])
    expect(await hasTrait(realm, message)).toBe(true)
  })

  test('in a direct conversation only those in it do', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const message = await ada.sendsDirectly([dov, ezra], 'Hello')
    const [hers, his, guests, strangers] = await receivedBy([ada, dov, ezra, ben], async () =>
      expect(await dov.post(on(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [hers!, his!, guests!]) expect(able).toEqual([told('add', dov, message)])
    expect(strangers).toEqual({ plain: [], able: [] })
  })

  test('in a private channel, neither outsiders nor those who left do', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    const [hers, his, left, outside] = await receivedBy([ada, ben, cleo, dov], async () =>
      expect(await ben.post(on(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [hers!, his!]) expect(able).toEqual([told('add', ben, message)])
    for (const { able } of [left!, outside!]) expect(able).toEqual([])
  })

  test('in a public channel, members who are not in it do, and guests who are not do not', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await ada.sends(garden, 'roses', 'Look')
    const [inside, outside, guest] = await receivedBy([ben, dov, ezra], async () =>
      expect(await ada.post(on(message), TADA)).toEqual(SUCCESS),
    )
    for (const { able } of [inside!, outside!]) expect(able).toEqual([told('add', ada, message)])
    expect(guest!.able).toEqual([])
  })

  test('where history is protected, those who came after the message do not', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const message = await ada.sends(club, 'rules', 'Nobody talks about it')
    await ada.subscribes(club, { principals: [cleo.id, dov.id] })
    const [there, late] = await receivedBy([ben, cleo], async () => {
      expect(await ada.post(on(message), TADA)).toEqual(SUCCESS)
      expect(await dov.post(on(message), TADA)).toEqual(INVALID_MESSAGES)
    })
    expect(there!.able).toEqual([told('add', ada, message)])
    expect(late!.able).toEqual([])
    const later = await ada.sends(club, 'rules', 'Still')
    const [, hers] = await receivedBy([ben, cleo], () => ada.post(on(later), TADA))
    expect(hers!.able).toEqual([told('add', ada, later)])
  })

  test('who reads late is told what they would have been told at once', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [cleo.id] })
    const message = await ada.sends(vault, 'plans', 'Hush')
    const [hers, his] = [await cleo.registers(), await dov.registers()]
    succeeded(await ben.post(on(message), TADA))
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    await ada.subscribes(vault, { principals: [dov.id] })
    const reactions = async (events: Promise<Json[]>) => (await events).filter(({ type }) => type === 'reaction')
    expect(await reactions(hers.events())).toHaveLength(1)
    expect(await reactions(his.events())).toEqual([])
  })

  test('reactions are there in the order in which they were given, wherever messages are fetched', async () => {
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
      succeeded(await person.post(on(message), { emoji_name }))
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 5 }))
    const shown = messages.map(({ id, reactions }: Json) => [
      id,
      reactions.map(({ user_id, emoji_name }: Json) => [user_id, emoji_name]),
    ])
    const onFirst = [
      [dov.id, 'tada'],
      [ben.id, 'smile'],
      [ada.id, 'tada'],
    ]
    expect(shown).toEqual([
      [first.id, onFirst],
      [second.id, []],
      [third.id, [[ada.id, 'zulip']]],
    ])
    expect(await reactionsTo(dov, third)).toEqual([{ user_id: ada.id, ...ZULIP }])
  })

  test('whoever gives an emoji first names it for all', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const thumb = { emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
    succeeded(await ada.post(on(message), { ...thumb, emoji_name: 'thumbs_up' }))
    const [heard] = await receivedBy([dov], async () =>
      expect(await ben.post(on(message), { ...thumb, emoji_name: '+1' })).toEqual(SUCCESS),
    )
    expect(heard!.able).toEqual([told('add', ben, message, { ...thumb, emoji_name: 'thumbs_up' })])
    // What others gave already needs no check, as it is theirs that counts.
    succeeded(await dov.post(on(message), { ...thumb, emoji_name: 'no_such_name' }))
    expect((await reactionsTo(dov, message)).map(({ emoji_name }: Json) => emoji_name)).toEqual(
      Array.from({ length: 3 }, () => 'thumbs_up'),
    )
  })

  test('an emoji of the product is known under the vendor’s name', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(on(message), ZULIP))
    expect(await reactionsTo(dov, message)).toEqual([{ user_id: dov.id, ...ZULIP }])
    expect(await dov.post(on(message), SVC)).toMatchObject({ code: 'REACTION_ALREADY_EXISTS' })
    succeeded(await dov.delete(on(message), { emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }))
    succeeded(await dov.post(on(message), SVC))
    expect(await reactionsTo(dov, message)).toEqual([{ user_id: dov.id, ...ZULIP }])
    succeeded(await dov.delete(on(message), { emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }))
    expect(await reactionsTo(dov, message)).toEqual([])
  })

  test('reacting to what was never received makes it one’s own', async () => {
    const { ada, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const message = await ada.sends(garden, 'roses', 'Look')
    const fetched = async (): Promise<Json[]> =>
      succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0 })).messages
    expect(await fetched()).toEqual([])
    await replays([ada, dov], async () => succeeded(await dov.post(on(message), TADA)))
    expect(await fetched()).toMatchObject([{ id: message.id, flags: ['read', 'historical'] }])
    await replays([ada, dov], async () => succeeded(await dov.delete(on(message), TADA)))
    expect(await fetched()).toHaveLength(1)
  })

  const BAD: [wanted: Record<string, FieldValue>, answer: object][] = [
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

  test('what cannot be given, or was given already, changes nothing', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(on(message), { emoji_name: 'smile' }))
    const before = await reactionsTo(ada, message)
    await changesNothing([ada, dov], async () => {
      for (const [wanted, answer] of BAD) expect(await dov.post(on(message), wanted)).toEqual(answer)
    })
    expect(await reactionsTo(ada, message)).toEqual(before)
    expect(await hasTrait(realm, message)).toBe(true)
  })

  test('nobody reacts to what they may not read', async () => {
    const { ada, ben, cleo, dov, ezra, fig, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    const between = await ada.sendsDirectly([ben], 'Hello')
    const open = await ada.sends(garden, 'roses', 'Look')
    await changesNothing([ada, ben, dov], async () => {
      for (const [person, message] of [
        [cleo, hidden],
        [dov, hidden],
        [fig, hidden],
        [dov, between],
        [ezra, open],
        [ada, { id: 4711 }],
      ] as const) {
        expect(await person.post(on(message), TADA)).toEqual(INVALID_MESSAGES)
        expect(await person.delete(on(message), TADA)).toEqual(INVALID_MESSAGES)
      }
    })
    for (const message of [hidden, between, open]) succeeded(await ada.post(on(message), TADA))
  })
})

describe('DELETE /messages/:message_id/reactions', () => {
  const WAYS: Record<string, FieldValue>[] = [
    TADA,
    { emoji_code: '1f389' },
    { emoji_code: '1f389', emoji_name: 'whatever' },
    { emoji_name: 'tada' },
  ]

  test.each(WAYS)('takes it back by its code or its name: %j', async (wanted) => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const emoji of [TADA, SVC]) succeeded(await ada.post(on(message), emoji))
    const [hers, his] = await receivedBy([ada, dov], async () =>
      expect(await ada.delete(on(message), wanted)).toEqual(SUCCESS),
    )
    for (const { able } of [hers!, his!]) expect(able).toEqual([told('remove', ada, message)])
    expect(await reactionsTo(dov, message)).toEqual([{ user_id: ada.id, ...ZULIP }])
    expect(await hasTrait(realm, message)).toBe(true)
    succeeded(await ada.delete(on(message), { emoji_name: 'svc' }))
    expect(await reactionsTo(dov, message)).toEqual([])
    expect(await hasTrait(realm, message)).toBe(false)
  })

  test('only those who can read the message hear of it', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const message = await ada.sends(vault, 'plans', 'Hush')
    succeeded(await ada.post(on(message), TADA))
    const [inside, outside] = await receivedBy([ben, dov], () => ada.delete(on(message), TADA))
    expect(inside!.able).toEqual([told('remove', ada, message)])
    expect(outside!.able).toEqual([])
  })

  test('one’s own only, and only what is there', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ada.post(on(message), TADA))
    await changesNothing([ada, dov], async () => {
      expect(await dov.delete(on(message), TADA)).toEqual(NO_SUCH_REACTION)
      for (const [wanted, answer] of [
        [{}, NO_EMOJI],
        [{ reaction_type: 'unicode_emoji' }, NO_EMOJI],
        [{ emoji_name: 'not_an_emoji' }, refusal("Emoji 'not_an_emoji' does not exist")],
        [{ emoji_name: 'smile' }, NO_SUCH_REACTION],
        [{ emoji_code: 'beef' }, NO_SUCH_REACTION],
        [{ emoji_code: '1f389', reaction_type: 'svc_extra_emoji' }, NO_SUCH_REACTION],
        [{ emoji_code: '1f389', reaction_type: 'sticker' }, refusal('Invalid reaction_type')],
      ] as const)
        expect(await ada.delete(on(message), wanted)).toEqual(answer)
    })
    expect(await reactionsTo(dov, message)).toEqual([{ user_id: ada.id, ...TADA }])
  })

  test('and may be given again, as the newest', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    for (const person of [ada, dov]) succeeded(await person.post(on(message), TADA))
    await replays([ada, dov], async () => {
      succeeded(await ada.delete(on(message), TADA))
      succeeded(await ada.post(on(message), TADA))
    })
    expect((await reactionsTo(dov, message)).map(({ user_id }: Json) => user_id)).toEqual([dov.id, ada.id])
  })
})

test('a reaction costs the same rows, however many hear of it and gave the like', async () => {
  const { realm, ada, ben, dov, general } = await freshRealm()
  const message = await dov.sends(general, 'lunch', 'Pizza?')
  const written = () =>
    runInDurableObject(realm.stub, (object) => object instanceof RealmObject && object.meter().written)
  const writtenBy = async (act: () => Promise<unknown>) => {
    const before = await written()
    await act()
    return Number(await written()) - Number(before)
  }
  expect(await writtenBy(() => ada.post(on(message), TADA))).toBe(4) // the reaction, the event, that the message has any, and where those are found
  expect(await writtenBy(() => ben.post(on(message), TADA))).toBe(2)
})
