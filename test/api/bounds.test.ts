import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing } from '../support/received-events'
import { sentEmails } from '../support/mail'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { stopClock } from '../support/clock'
import { executeSql } from '../support/tables'

const NOW = 1_900_000_000

/** Something of which a user can create only a limited number. */
type Bounded = {
  what: string
  max: number
  /** Creates rows from the table `numbers`, because thousands of requests would take long. Its `?` is the id of dov. */
  fill: string
  /** Creates one more: number 0 succeeds, and number 1 is refused. */
  create: (cast: Cast, number: number) => Promise<Json>
  refusal: Json
}

const errorsOf = (errors: object) => expect.objectContaining({ result: 'error', errors })
const later = { scheduled_delivery_timestamp: 2_000_000_000 }

const BOUNDED: Bounded[] = [
  {
    what: 'saved snippets',
    max: 200,
    fill: `INSERT INTO saved_snippets (user_id, title, content, date_created) SELECT ?, 't' || n, 'c', 1 FROM numbers`,
    create: ({ dov }, number) => dov.post('/saved_snippets', { title: `More ${number}`, content: 'Yours' }),
    refusal: refusal('No more than 200 snippets can be saved.'),
  },
  {
    what: 'reminders',
    max: 1000,
    fill: `INSERT INTO reminders (user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp)
             SELECT ?, 1, '', 'c', 'c', 2000000000 FROM numbers`,
    create: async ({ dov, general }, number) => {
      const { id } = number === 0 ? await dov.sends(general, 'lunch', 'Pizza?') : { id: 1 }
      return dov.post('/reminders', { message_id: id, ...later })
    },
    refusal: refusal('No more than 1000 reminders can be scheduled at a time.'),
  },
  {
    what: 'scheduled messages',
    max: 500,
    fill: `INSERT INTO scheduled_messages (sender_id, stream_id, topic, content, parsed, rendered_content, client,
                                             read_by_sender, scheduled_delivery_timestamp, failed)
             SELECT ?, 1, 'lunch', 'c', '{}', 'c', 'test', 1, 2000000000, 0 FROM numbers`,
    create: ({ dov, general }) =>
      dov.post('/scheduled_messages', {
        type: 'channel',
        to: general.stream_id,
        topic: 'lunch',
        content: 'Pizza!',
        ...later,
      }),
    refusal: refusal('No more than 500 messages can be scheduled at a time.'),
  },
  {
    what: 'navigation views',
    max: 500,
    fill: `INSERT INTO navigation_views (user_id, fragment, is_pinned, name) SELECT ?, 'v' || n, 0, 'v' || n FROM numbers`,
    create: ({ dov }, number) =>
      dov.post('/navigation_views', { fragment: `more/${number}`, is_pinned: true, name: `More ${number}` }),
    refusal: refusal('No more than 500 navigation views can be added.'),
  },
  {
    what: 'muted topics',
    max: 3000,
    fill: `INSERT INTO user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
             SELECT ?, 1, 't' || n, 't' || n, 1, 1 FROM numbers`,
    create: ({ dov, general }, number) =>
      dov.post('/user_topics', { stream_id: general.stream_id, topic: `more ${number}`, visibility_policy: 1 }),
    refusal: refusal('No more than 3000 topics can be muted.'),
  },
  {
    what: 'topics with a visibility policy',
    max: 20_000,
    fill: `INSERT INTO user_topics (user_id, stream_id, topic_key, topic_name, visibility_policy, last_updated)
             SELECT ?, 1, 't' || n, 't' || n, 3, 1 FROM numbers`,
    create: ({ dov, general }, number) =>
      dov.post('/user_topics', {
        stream_id: general.stream_id,
        topic: `more ${number}`,
        visibility_policy: 3 - number,
      }),
    refusal: refusal('No more than 20000 topics can have a visibility policy.'),
  },
  {
    what: 'muted users',
    max: 5000,
    fill: `INSERT INTO muted_users (user_id, muted_user_id, muted_at) SELECT ?, 1000 + n, 1 FROM numbers`,
    create: ({ dov, ada, ben }, number) => dov.post(`/users/me/muted_users/${[ada, ben][number]!.id}`),
    refusal: refusal('No more than 5000 users can be muted.'),
  },
  {
    what: 'channel folders',
    max: 200,
    fill: `INSERT INTO channel_folders (name, description, rendered_description, date_created, creator_id, "order", is_archived)
             SELECT 'f' || n, '', '', 1, ?, n, 0 FROM numbers`,
    create: ({ ada }, number) => ada.post('/channel_folders/create', { name: `More ${number}`, description: '' }),
    refusal: refusal('No more than 200 channel folders can be kept.'),
  },
  {
    what: 'playgrounds',
    max: 200,
    fill: `INSERT INTO playgrounds (name, pygments_language, url_template)
             SELECT 'p' || n, 'x', 'https://example.com/{code}' FROM numbers WHERE ?`,
    create: ({ ada }, number) =>
      ada.post('/realm/playgrounds', {
        name: `More ${number}`,
        pygments_language: 'Python',
        url_template: 'https://example.com/{code}',
      }),
    refusal: errorsOf({ __all__: ['There are too many playgrounds.'] }),
  },
  {
    what: 'profile fields',
    max: 100,
    fill: `INSERT INTO profile_fields (position, type, name, hint, field_data, display_in_profile_summary, required,
                                         editable_by_user, use_for_user_matching)
             SELECT n, 1, 'f' || n, '', '', 0, 0, 1, 0 FROM numbers WHERE ?`,
    create: ({ ada }, number) => ada.post('/realm/profile_fields', { name: `More ${number}`, field_type: 1 }),
    refusal: refusal('An organization can have no more than 100 profile fields.'),
  },
  {
    what: 'user groups of an organization',
    max: 10_000,
    fill: `INSERT INTO user_groups (id, name, name_key, description, date_created, creator_id, is_system_group, deactivated,
                                    permissions)
           SELECT n, 'g' || n, 'g' || n, '', 1, ?, 0, 1, permissions
           FROM numbers, (SELECT permissions FROM user_groups LIMIT 1) WHERE n NOT IN (SELECT id FROM user_groups)`,
    create: ({ ada }, number) =>
      ada.post('/user_groups/create', { name: `More ${number}`, description: '', members: [] }),
    refusal: refusal('An organization can have no more than 10000 user groups.'),
  },
  {
    what: 'invitation links',
    max: 100,
    fill: `INSERT INTO invitations (invited_by_user_id, invited_at, invited_as, stream_ids, group_ids,
                                      include_realm_default_subscriptions, notify_referrer_on_join, seed, secret_hash, state)
             SELECT ?, 1, 400, '[]', '[]', 0, 0, 's' || n, 'h' || n, 'open' FROM numbers`,
    create: ({ dov }) => dov.post('/invites/multiuse'),
    refusal: refusal('You can create no more than 100 links in a day, and have no more than 100 valid ones.'),
  },
]

describe('the number of things that a user can create', () => {
  test.each(BOUNDED)('is limited: at most $max $what', async ({ max, fill, create, refusal: expected }) => {
    const cast = await freshRealm()
    const { realm, ada, ben, dov } = cast
    succeeded(
      await ada.patch('/realm', {
        create_multiuse_invite_group: { new: { direct_members: [dov.id], direct_subgroups: [] } },
      }),
    )
    await executeSql(
      realm,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${max - 1}) ${fill}`,
      dov.id,
    )
    expect(await create(cast, 0)).toMatchObject(SUCCESS)
    await changesNothing([ben, dov], async () => expect(await create(cast, 1)).toEqual(expected))
  })
})

describe('channels', () => {
  test('are limited: at most 10000 of an organization, archived ones among them', async () => {
    const { realm, ada } = await freshRealm()
    await executeSql(
      realm,
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
       INSERT INTO channels (stream_id, name, name_key, description, rendered_description, date_created, invite_only,
                             is_web_public, history_public_to_subscribers, is_archived, is_default, topics_policy,
                             is_recently_active, subscriber_count, weekly_traffic, permissions)
       SELECT n, 'c' || n, 'c' || n, '', '', 1, 0, 0, 1, 1, 0, 'inherit', 0, 0, 0, permissions
       FROM numbers, (SELECT permissions FROM channels LIMIT 1) WHERE n NOT IN (SELECT stream_id FROM channels)`,
    )
    const create = (name: string) => ada.post('/channels/create', { name, subscribers: [] })
    expect(await create('One more')).toMatchObject(SUCCESS)
    const tooMany = refusal('An organization can have no more than 10000 channels.')
    expect(await create('Another one')).toEqual(tooMany)
    const subscriptions = [{ name: 'Another one' }]
    expect(await ada.post('/users/me/subscriptions', { subscriptions })).toEqual(tooMany)
  })
})

describe('bots', () => {
  test('are limited: at most 500 of an owner, deactivated ones among them', async () => {
    const { realm, dov } = await freshRealm() // dov has a bot already
    await executeSql(
      realm,
      `WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 499)
       INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, bot_type, bot_owner_id,
                          is_system_bot, can_create_users, date_joined, timezone, avatar_source, avatar_version,
                          avatar_hash, email_address_visibility)
       SELECT 1000 + n, n || '@bots.example', n || '@bots.example', 'b' || n, 400, 0, 1, ?, 0, 0, 1, '', 'G', 1, '', 1
       FROM numbers`,
      dov.id,
    )
    const create = (short_name: string) => dov.post('/bots', { full_name: short_name, short_name })
    expect(await create('fits')).toMatchObject(SUCCESS)
    expect(await create('another')).toEqual(refusal('You can own no more than 500 bots.'))
  })
})

describe('scheduled messages', () => {
  test('are limited in their total size, with their rendered content', async () => {
    const { realm, dov, general } = await freshRealm()
    const to = { type: 'channel', to: general.stream_id, topic: 'sums' }
    const formulas = '$$\\sqrt{}$$ '.repeat(900) // 9,000 characters whose HTML has nearly half a megabyte
    const schedule = (content: string) => dov.post('/scheduled_messages', { ...to, ...later, content })
    const { scheduled_message_id } = succeeded(await schedule('Short'))
    await executeSql(
      realm,
      'UPDATE scheduled_messages SET rendered_content = ? WHERE scheduled_message_id = ?',
      'x'.repeat(1_900_000),
      scheduled_message_id,
    )
    let count = 1
    while (count < 500 && (await schedule(formulas)).result === 'success') count++
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThan(20)
    await changesNothing([dov], async () => {
      const tooLong = refusal('Your scheduled messages, with their rendered content, are too long together.')
      expect(await schedule(formulas)).toEqual(tooLong)
    })
    expect(succeeded(await dov.get('/scheduled_messages')).scheduled_messages).toHaveLength(count)
    // A shorter message makes room for others.
    expect(await dov.patch(`/scheduled_messages/${scheduled_message_id}`, { content: 'Shorter' })).toEqual(SUCCESS)
    expect(await schedule(formulas)).toMatchObject(SUCCESS)
  })
})

describe('scheduled direct messages', () => {
  test('count with their recipients, which can be all users', async () => {
    const { realm, ada, dov } = await freshRealm()
    const schedule = () => dov.post('/scheduled_messages', { type: 'direct', to: [ada.id], ...later, content: 'Hi' })
    for (let count = 0; count < 3; count++) {
      const { scheduled_message_id } = succeeded(await schedule())
      const recipients = `[1${',1'.repeat(800_000)}]`
      const put = 'UPDATE scheduled_messages SET people = ? WHERE scheduled_message_id = ?'
      await executeSql(realm, put, recipients, scheduled_message_id)
    }
    expect(await schedule()).toMatchObject({ result: 'error', msg: expect.stringContaining('are too long together') })
  })
})

describe('invitation links', () => {
  test('count for a day after they were revoked', async () => {
    const { realm, ada } = await freshRealm()
    await stopClock(realm, NOW)
    for (let count = 0; count < 100; count++) {
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

describe('invitation emails', () => {
  test('to one address are limited, from all senders together', async () => {
    const { realm, ada, ben, cleo, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const invite = (person: Person, invitee_emails: string) =>
      person.post('/invites', { invitee_emails, stream_ids: [] })
    for (const person of [ada, ben]) expect(await invite(person, 'gwen@example.com')).toEqual(SUCCESS)
    await changesNothing([ada, cleo], async () =>
      expect(await invite(cleo, `GWEN@example.com, hal@example.com, ${dov.email}`)).toMatchObject({
        code: 'INVITATION_FAILED',
        errors: [
          ['GWEN@example.com', 'Was sent too many emails recently.', false],
          [dov.email, 'Already has an account.', false],
        ],
        sent_invitations: false,
      }),
    )
    expect((await sentEmails(realm)).map(({ to }) => to)).toEqual(['gwen@example.com', 'gwen@example.com'])
    expect(await invite(dov, 'hal@example.com')).toEqual(SUCCESS)
    await stopClock(realm, NOW + 3600)
    expect(await invite(cleo, 'gwen@example.com')).toEqual(SUCCESS)
  })
})

describe('the storage of a bot', () => {
  const put = (person: Person, storage: object): Promise<Json> =>
    person.request('/bot_storage', { method: 'PUT', body: formOf({ storage }) }).then((response) => response.json())

  test('has a limited number of keys', async () => {
    const { realm, fig } = await freshRealm()
    await executeSql(
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
    ['ASCII characters', 'x'],
    ['characters of two UTF-16 units', '😀'],
  ])('has a limited total size: %s', async (_, character) => {
    const { realm, fig } = await freshRealm()
    const value = character.repeat(101_000 - 'k100'.length)
    for (let index = 0; index < 99; index++)
      await executeSql(
        realm,
        'INSERT INTO bot_storage (user_id, entry_key, value) VALUES (?, ?, ?)',
        fig.id,
        `k${100 + index}`,
        value,
      )
    const room = 10_000_000 - 99 * 101_000
    expect(await put(fig, { k: character.repeat(room) })).toEqual(
      refusal('Request exceeds storage limit by 1 characters. The limit is 10000000 characters.'),
    )
    expect(await put(fig, { k: character.repeat(room - 1) })).toEqual(SUCCESS)
    expect(await put(fig, { k: character.repeat(room - 1), k100: '' })).toEqual(SUCCESS)
  })

  test('has no null characters, because SQLite measures text only up to the first one', async () => {
    const { fig } = await freshRealm()
    for (const storage of [{ k: '\0x' }, { '\0': 'x' }])
      expect(await put(fig, storage)).toEqual(refusal('Storage must not contain null bytes'))
    expect(await fig.get('/bot_storage')).toMatchObject({ storage: {} })
  })
})
