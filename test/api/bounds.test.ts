import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { mailFrom } from '../support/mail'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { stopClock, writesTo } from '../support/tables'

const NOW = 1_900_000_000

/** What grows by being asked for, how one more of it is asked for, and what there is if all but one are there already. */
type Bounded = {
  what: string
  most: number
  /** How rows are made of numbers, as asking for thousands would take long. Its ? is somebody's id. */
  filled: string
  more: (cast: Cast, nth: number) => Promise<Json>
  refused: Json
}

const errorsOf = (errors: object) => expect.objectContaining({ result: 'error', errors })
const later = { scheduled_delivery_timestamp: 2_000_000_000 }

const BOUNDED: Bounded[] = [
  {
    what: 'saved snippets',
    most: 200,
    filled: `INSERT INTO saved_snippets (user_id, title, content, date_created) SELECT ?, 't' || n, 'c', 1 FROM numbers`,
    more: ({ dov }, nth) => dov.post('/saved_snippets', { title: `More ${nth}`, content: 'Yours' }),
    refused: refusal('No more than 200 snippets can be saved.'),
  },
  {
    what: 'reminders',
    most: 1000,
    filled: `INSERT INTO reminders (user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp)
             SELECT ?, 1, '', 'c', 'c', 2000000000 FROM numbers`,
    more: async ({ dov, general }, nth) => {
      const { id } = nth === 0 ? await dov.sends(general, 'lunch', 'Pizza?') : { id: 1 }
      return dov.post('/reminders', { message_id: id, ...later })
    },
    refused: refusal('No more than 1000 reminders can be scheduled at a time.'),
  },
  {
    what: 'scheduled messages',
    most: 500,
    filled: `INSERT INTO scheduled_messages (sender_id, stream_id, topic, content, parsed, rendered_content, client,
                                             read_by_sender, scheduled_delivery_timestamp, failed)
             SELECT ?, 1, 'lunch', 'c', '{}', 'c', 'test', 1, 2000000000, 0 FROM numbers`,
    more: ({ dov, general }) =>
      dov.post('/scheduled_messages', {
        type: 'channel',
        to: general.stream_id,
        topic: 'lunch',
        content: 'Pizza!',
        ...later,
      }),
    refused: refusal('No more than 500 messages can be scheduled at a time.'),
  },
  {
    what: 'navigation views',
    most: 500,
    filled: `INSERT INTO navigation_views (user_id, fragment, is_pinned, name) SELECT ?, 'v' || n, 0, 'v' || n FROM numbers`,
    more: ({ dov }, nth) =>
      dov.post('/navigation_views', { fragment: `more/${nth}`, is_pinned: true, name: `More ${nth}` }),
    refused: refusal('No more than 500 navigation views can be kept.'),
  },
  {
    what: 'muted topics',
    most: 3000,
    filled: `INSERT INTO user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
             SELECT ?, 1, 't' || n, 't' || n, 1, 1 FROM numbers`,
    more: ({ dov, general }, nth) =>
      dov.post('/user_topics', { stream_id: general.stream_id, topic: `more ${nth}`, visibility_policy: 1 }),
    refused: refusal('No more than 3000 topics can be muted.'),
  },
  {
    what: 'topics that something is chosen for',
    most: 20_000,
    filled: `INSERT INTO user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
             SELECT ?, 1, 't' || n, 't' || n, 3, 1 FROM numbers`,
    more: ({ dov, general }, nth) =>
      dov.post('/user_topics', { stream_id: general.stream_id, topic: `more ${nth}`, visibility_policy: 3 - nth }),
    refused: refusal('No more than 20000 topics can have a visibility policy.'),
  },
  {
    what: 'muted people',
    most: 5000,
    filled: `INSERT INTO muted_users (user_id, muted_user_id, muted_at) SELECT ?, 1000 + n, 1 FROM numbers`,
    more: ({ dov, ada, ben }, nth) => dov.post(`/users/me/muted_users/${[ada, ben][nth]!.id}`),
    refused: refusal('No more than 5000 people can be muted.'),
  },
  {
    what: 'channel folders',
    most: 200,
    filled: `INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, "order", is_archived)
             SELECT 'f' || n, '', '', 1, ?, n, 0 FROM numbers`,
    more: ({ ada }, nth) => ada.post('/channel_folders/create', { name: `More ${nth}`, description: '' }),
    refused: refusal('No more than 200 channel folders can be kept.'),
  },
  {
    what: 'playgrounds',
    most: 200,
    filled: `INSERT INTO playgrounds (name, pygments_language, url_template)
             SELECT 'p' || n, 'x', 'https://example.com/{code}' FROM numbers WHERE ?`,
    more: ({ ada }, nth) =>
      ada.post('/realm/playgrounds', {
        name: `More ${nth}`,
        pygments_language: 'Python',
        url_template: 'https://example.com/{code}',
      }),
    refused: errorsOf({ __all__: ['There are too many playgrounds.'] }),
  },
  {
    what: 'profile fields',
    most: 100,
    filled: `INSERT INTO profile_fields (position, type, name, hint, field_data, display_in_profile_summary, required,
                                         editable_by_user, use_for_user_matching)
             SELECT n, 1, 'f' || n, '', '', 0, 0, 1, 0 FROM numbers WHERE ?`,
    more: ({ ada }, nth) => ada.post('/realm/profile_fields', { name: `More ${nth}`, field_type: 1 }),
    refused: refusal('An organization can have no more than 100 profile fields.'),
  },
  {
    what: 'links to join by',
    most: 100,
    filled: `INSERT INTO invitations (invited_by_user_id, invited_at, invited_as, stream_ids, group_ids,
                                      include_realm_default_subscriptions, notify_referrer_on_join, seed, secret_hash, state)
             SELECT ?, 1, 400, '[]', '[]', 0, 0, 's' || n, 'h' || n, 'open' FROM numbers`,
    more: ({ dov }) => dov.post('/invites/multiuse'),
    refused: refusal('You can make no more than 100 links in a day, or have more that are still good.'),
  },
]

describe('what grows by being asked for', () => {
  test.each(BOUNDED)('$what are at most $most', async ({ most, filled, more, refused }) => {
    const cast = await freshRealm()
    const { realm, ada, ben, dov } = cast
    succeeded(
      await ada.patch('/realm', {
        create_multiuse_invite_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    await writesTo(
      realm,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${most - 1}) ${filled}`,
      dov.id,
    )
    expect(await more(cast, 0)).toMatchObject(SUCCESS)
    await changesNothing([ben, dov], async () => expect(await more(cast, 1)).toEqual(refused))
  })
})

describe('scheduled messages', () => {
  test('are so much in all, with what their Markdown becomes', async () => {
    const { realm, dov, general } = await freshRealm()
    const to = { type: 'channel', to: general.stream_id, topic: 'sums' }
    const formulas = '$$\\sqrt{}$$ '.repeat(900) // nearly half a megabyte comes of these nine thousand characters
    const schedules = (content: string) => dov.post('/scheduled_messages', { ...to, ...later, content })
    const { scheduled_message_id } = succeeded(await schedules('Short'))
    await writesTo(
      realm,
      'UPDATE scheduled_messages SET rendered_content = ? WHERE scheduled_message_id = ?',
      'x'.repeat(1_900_000),
      scheduled_message_id,
    )
    let kept = 1
    while (kept < 500 && (await schedules(formulas)).result === 'success') kept++
    expect(kept).toBeGreaterThan(2)
    expect(kept).toBeLessThan(20)
    await changesNothing([dov], async () => {
      const refused = refusal('Your scheduled messages, with their rendered content, are too long together.')
      expect(await schedules(formulas)).toEqual(refused)
    })
    expect(succeeded(await dov.get('/scheduled_messages')).scheduled_messages).toHaveLength(kept)
    // What becomes shorter makes room.
    expect(await dov.patch(`/scheduled_messages/${scheduled_message_id}`, { content: 'Shorter' })).toEqual(SUCCESS)
    expect(await schedules(formulas)).toMatchObject(SUCCESS)
  })
})

describe('scheduled direct messages', () => {
  test('are counted with those whom they are for, as that may be everyone there is', async () => {
    const { realm, ada, dov } = await freshRealm()
    const schedules = () => dov.post('/scheduled_messages', { type: 'direct', to: [ada.id], ...later, content: 'Hi' })
    for (let nth = 0; nth < 3; nth++) {
      const { scheduled_message_id } = succeeded(await schedules())
      const people = `[1${',1'.repeat(800_000)}]`
      const put = 'UPDATE scheduled_messages SET people = ? WHERE scheduled_message_id = ?'
      await writesTo(realm, put, people, scheduled_message_id)
    }
    expect(await schedules()).toMatchObject({ result: 'error', msg: expect.stringContaining('are too long together') })
  })
})

describe('links to join by', () => {
  test('that were taken back count for a day', async () => {
    const { realm, ada } = await freshRealm()
    await stopClock(realm, NOW)
    for (let nth = 0; nth < 100; nth++) {
      succeeded(await ada.post('/invites/multiuse'))
      const { invites } = succeeded(await ada.get('/invites'))
      succeeded(await ada.delete(`/invites/multiuse/${invites[0].id}`))
    }
    expect(await ada.post('/invites/multiuse')).toMatchObject({
      msg: expect.stringContaining('no more than 100 links'),
    })
    await stopClock(realm, NOW + 86_400)
    succeeded(await ada.post('/invites/multiuse'))
  })
})

describe('letters of invitation', () => {
  test('to one address are few, however many people would have somebody here', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const invites = (person: Person, invitee_emails: string) =>
      person.post('/invites', { invitee_emails, stream_ids: [] })
    for (const person of [ada, ben]) expect(await invites(person, 'gwen@example.com')).toEqual(SUCCESS)
    await changesNothing([ada, cleo], async () =>
      expect(await invites(cleo, `GWEN@example.com, hal@example.com, ${dov.email}`)).toMatchObject({
        code: 'INVITATION_FAILED',
        errors: [
          ['GWEN@example.com', 'Was sent too many letters of late.', false],
          [dov.email, 'Already has an account.', false],
        ],
        sent_invitations: false,
      }),
    )
    expect((await mailFrom(realm)).map(({ to }) => to)).toEqual(['gwen@example.com', 'gwen@example.com'])
    expect(await invites(dov, 'hal@example.com')).toEqual(SUCCESS)
    await stopClock(realm, NOW + 3600)
    expect(await invites(cleo, 'gwen@example.com')).toEqual(SUCCESS)
  })
})

describe('what a bot stores', () => {
  const put = (person: Person, storage: object): Promise<Json> =>
    person.request('/bot_storage', { method: 'PUT', body: formOf({ storage }) }).then((response) => response.json())

  test('goes by so many keys', async () => {
    const { realm, fig } = await freshRealm()
    await writesTo(
      realm,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
       INSERT INTO bot_storage (user_id, entry_key, value) SELECT ?, 'k' || n, '' FROM numbers`,
      fig.id,
    )
    expect(await put(fig, { last: '1', k1: 'changed' })).toEqual(SUCCESS)
    await changesNothing([fig], async () =>
      expect(await put(fig, { more: '1', last: '2' })).toEqual(refusal('No more than 10000 keys can be stored.')),
    )
    expect(await fig.get('/bot_storage', { keys: ['last', 'k1'] })).toMatchObject({
      storage: { last: '1', k1: 'changed' },
    })
  })

  test.each([
    ['letters', 'x'],
    ['what takes two places', '😀'],
  ])('is so much in all: %s', async (_, character) => {
    const { realm, fig } = await freshRealm()
    const value = character.repeat(101_000 - 'k100'.length)
    for (let nth = 0; nth < 99; nth++)
      await writesTo(
        realm,
        'INSERT INTO bot_storage (user_id, entry_key, value) VALUES (?, ?, ?)',
        fig.id,
        `k${100 + nth}`,
        value,
      )
    const room = 10_000_000 - 99 * 101_000
    expect(await put(fig, { k: character.repeat(room) })).toEqual(
      refusal('Request exceeds storage limit by 1 characters. The limit is 10000000 characters.'),
    )
    expect(await put(fig, { k: character.repeat(room - 1) })).toEqual(SUCCESS)
    expect(await put(fig, { k: character.repeat(room - 1), k100: '' })).toEqual(SUCCESS)
  })

  test('has no null characters, behind which nothing is counted', async () => {
    const { fig } = await freshRealm()
    for (const storage of [{ k: '\0x' }, { '\0': 'x' }])
      expect(await put(fig, storage)).toEqual(refusal('Storage must not contain null bytes'))
    expect(await fig.get('/bot_storage')).toMatchObject({ storage: {} })
  })
})
