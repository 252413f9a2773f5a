import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { doDueWork, preventAlarms } from '../support/alarms'
import { answering, automationsOf, newAutomation, outcomesOf } from '../support/automations'
import { stopClock } from '../support/clock'
import { newestMessages } from '../support/messages'
import { visit } from '../support/files'
import { Person, succeeded, type Json } from '../support/person'
import { FakeProvider } from '../support/identity-provider'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { asOperator, copyOf, fileOfCopy, fill, putFileOfCopy, type Copy } from '../support/realm-copies'
import { replays } from '../support/replays'
import { emptyRealm, freshRealm, type Cast, type TestRealm } from '../support/realm'
import { COPY_OF, livelyRealm, newRealmFor } from '../support/lively-realm'

/** The name of a filled realm is that of the original with this before it. */
const withoutName = (value: Json): Json => JSON.parse(JSON.stringify(value ?? null).replaceAll(COPY_OF, ''))

/** Returns a person of a realm as they are in its copy, with an API key of the copy. */
async function inCopy(person: Person, filled: TestRealm): Promise<Person> {
  const { api_key } = succeeded(await filled.post('/dev_fetch_api_key', { username: person.email }))
  return new Person(filled.url, { ...person.account, api_key })
}

async function livelyCopy(): Promise<{ cast: Cast; copy: Copy; filled: TestRealm }> {
  const cast = await livelyRealm()
  const copy = await copyOf(cast.realm)
  const filled = await newRealmFor(cast.ada)
  await preventAlarms(filled)
  expect(await fill(filled, copy)).toEqual([])
  return { cast, copy, filled }
}

describe('POST /parley/copy/finish', () => {
  test('a copy of the filled realm is the copy that filled it', async () => {
    const { cast, copy, filled } = await livelyCopy()
    const again = withoutName(await copyOf(filled))
    for (const [name, rows] of Object.entries(withoutName(copy.tables))) expect(again.tables[name], name).toEqual(rows)
    expect(again.messages).toEqual(withoutName(copy.messages))
    expect(again.versions).toEqual(copy.versions)
    expect(again.marker.sequences).toEqual(copy.marker.sequences)
    expect([cast.realm.name, copy.messages.length]).toEqual([again.marker.string_id, 11])
  })

  test('each user reads the same messages, unread counts, channels and settings as before', async () => {
    const { cast, filled } = await livelyCopy()
    for (const person of [cast.ada, cast.ben, cast.cleo, cast.dov, cast.ezra]) {
      const there = await inCopy(person, filled)
      const all = { anchor: 'oldest', num_before: 0, num_after: 100, allow_empty_topic_name: true }
      const before = succeeded(await person.get('/messages', all)).messages
      const after = succeeded(await there.get('/messages', all)).messages
      expect(withoutName(after), person.account.full_name).toEqual(before)
      const fields = [
        'unread_msgs',
        'subscriptions',
        'unsubscribed',
        'starred_messages',
        'muted_users',
        'user_topics',
        'drafts',
      ]
      const state = (await person.registers()).state
      const stateThere = (await there.registers()).state
      for (const field of fields)
        expect(withoutName(stateThere[field]), `${person.account.full_name}: ${field}`).toEqual(state[field])
    }
  })

  test('in the filled realm, the state and the events since then are the later state', async () => {
    const { cast, filled } = await livelyCopy()
    const [ada, dov, ezra] = [
      await inCopy(cast.ada, filled),
      await inCopy(cast.dov, filled),
      await inCopy(cast.ezra, filled),
    ]
    let id = 0
    await replays([ada, dov, ezra], async () => {
      ;({ id } = await dov.sends(cast.general, 'lunch', `Cake, @**Ezra|${ezra.id}**?`))
      succeeded(await ezra.post(`/messages/${id}/reactions`, { emoji_name: 'cake' }))
      succeeded(await dov.patch(`/messages/${id}`, { topic: 'dinner' }))
      succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [1, id] }))
    })
    expect(succeeded(await ezra.get(`/messages/${id}`)).message).toMatchObject({ subject: 'dinner', sender_id: dov.id })
  })

  test('opens the realm for its earlier owner, with the password that they have', async () => {
    const { cast, filled } = await livelyCopy()
    const { email, password } = cast.ada.account
    const login = await filled.post('/fetch_api_key', { username: email, password })
    expect(login).toMatchObject({ result: 'success', user_id: cast.ada.id })
    // All other accounts have no password: their users open them through their addresses.
    const other = { username: cast.ben.email, password: cast.ben.account.password }
    expect((await filled.post('/fetch_api_key', other)).code).toBe('AUTHENTICATION_FAILED')
  })

  test('lets the owner of an address claim an account at a trusted provider, but not the account of the owner', async () => {
    const provider = await FakeProvider.at()
    const cast = await realmWithProviders([provider.configuration({ trusted_domains: ['*'] })])
    const filled = await newRealmFor(cast.ada)
    await fill(filled, await copyOf(cast.realm))
    const logsIn = async ({ email }: Person) => {
      const visitor = new Visitor(filled.url)
      await visitor.logsIn(provider, { sub: `${email} at the provider`, email, email_verified: true })
      return visitor.user()
    }
    expect(await logsIn(cast.ben)).toMatchObject({ user_id: cast.ben.id })
    // This account has the password that it had before the import, and its address was never proven.
    expect(await logsIn(cast.ada)).toBeUndefined()
  })

  test('adds the earlier owner if the copy has no account with the address', async () => {
    const { realm } = await freshRealm()
    const copy = await copyOf(realm)
    const { realm: filled, ada: owner } = await emptyRealm()
    await fill(filled, copy)
    const there = await inCopy(owner, filled)
    const { members } = succeeded(await there.get('/users'))
    expect(members.find(({ email }: Json) => email === owner.email)).toMatchObject({ role: 100 })
  })

  test('keeps the name of the organization, unless the copy has one', async () => {
    const nameAfter = async (change: (copy: Copy) => void) => {
      const { realm, ada } = await emptyRealm()
      succeeded(await ada.patch('/realm', { name: 'Tandem' }))
      const copy = await copyOf((await freshRealm()).realm)
      change(copy)
      await fill(realm, copy)
      return succeeded(await asOperator(realm, 'GET /server_settings')).realm_name
    }
    const withoutNameRow = (copy: Copy) => {
      copy.tables.realm_settings = copy.tables.realm_settings!.filter(({ name }) => name !== 'name')
    }
    expect(await nameAfter(withoutNameRow)).toBe('Tandem')
    expect(await nameAfter(() => undefined)).not.toBe('Tandem')
  })

  test('makes no other account an owner, unless the operator confirms the owners', async () => {
    const { realm, ada } = await freshRealm()
    const copy = await copyOf(realm)
    const roleIn = async (filled: TestRealm, viewer: Person) => {
      const { members } = succeeded(await (await inCopy(viewer, filled)).get('/users'))
      return members.find(({ email }: Json) => email === ada.email).role
    }
    const unconfirmed = await emptyRealm()
    await fill(unconfirmed.realm, copy)
    expect(await roleIn(unconfirmed.realm, unconfirmed.ada)).toBe(200)
    const confirmed = await emptyRealm()
    await fill(confirmed.realm, copy, { keeps_owners: true })
    expect(await roleIn(confirmed.realm, confirmed.ada)).toBe(100)
  })
})

describe('POST /parley/copy/import', () => {
  const copy = { copy_id: 'a copy', last_event_id: 5000 }

  test('closes a new realm until the import is finished, and continues an import', async () => {
    const { realm, ada } = await emptyRealm()
    succeeded(await asOperator(realm, 'POST /parley/copy/import', copy))
    expect((await ada.get('/users/me')).result).toBe('error')
    const { rows } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/users'))
    expect(rows.every(({ is_system_bot }: Json) => is_system_bot === 1)).toBe(true)
    const user = {
      ...rows[0],
      user_id: 20,
      delivery_email: 'z@example.com',
      delivery_email_key: '',
      is_system_bot: 0,
      is_bot: 0,
      bot_type: null,
    }
    const sent = { copy_id: copy.copy_id, rows: JSON.stringify([user]) }
    succeeded(await asOperator(realm, 'POST /parley/copy/tables/users', sent))
    expect((await realm.post('/dev_fetch_api_key', { username: 'z@example.com' })).code).toBe('REALM_DEACTIVATED')
    succeeded(await asOperator(realm, 'POST /parley/copy/import', copy))
    const after = succeeded(await asOperator(realm, 'GET /parley/copy/tables/users')).rows
    expect(after.map(({ user_id }: Json) => user_id)).toContain(20)
    succeeded(await asOperator(realm, 'POST /parley/copy/finish', { copy_id: copy.copy_id }))
    const { email, password } = ada.account
    expect((await realm.post('/fetch_api_key', { username: email, password })).result).toBe('success')
  })

  test('refuses a realm with messages of users, a second copy, and callers without the secret', async () => {
    const { realm, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Soup?')
    expect(await asOperator(realm, 'POST /parley/copy/import', copy)).toEqual(
      refusal('Only a realm without messages of users can be filled. Create another realm.'),
    )
    const { messages } = succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    expect(messages).toHaveLength(1)
    const { realm: empty, ada } = await emptyRealm()
    expect((await ada.post('/parley/copy/import', copy)).code).toBe('UNAUTHORIZED')
    succeeded(await asOperator(empty, 'POST /parley/copy/import', copy))
    expect(await asOperator(empty, 'POST /parley/copy/import', { ...copy, copy_id: 'another' })).toEqual(
      refusal('This realm was filled from another copy, or is being filled from it.'),
    )
  })
})

describe('POST /parley/copy/tables/:table', () => {
  test('leaves out a row that does not fit, and writes the others', async () => {
    const { realm } = await emptyRealm()
    succeeded(await asOperator(realm, 'POST /parley/copy/import', { copy_id: 'x', last_event_id: 1 }))
    const rows = [
      { user_id: 20, muted_user_id: 21, muted_at: 1 },
      { user_id: 20, muted_user_id: 'nobody', muted_at: 1 },
      { user_id: 20, muted_user_id: 22, muted_at: 1 },
    ]
    const answer = await asOperator(realm, 'POST /parley/copy/tables/muted_users', {
      copy_id: 'x',
      rows: JSON.stringify(rows),
    })
    expect(succeeded(answer)).toMatchObject({ written: 2, refused: [{ index: 1 }] })
    const { rows: stored } = succeeded(await asOperator(realm, 'GET /parley/copy/tables/muted_users'))
    expect(stored).toEqual([rows[0], rows[2]])
  })

  test('leaves out a channel whose permissions cannot be read', async () => {
    const { realm } = await emptyRealm()
    const { channels = [] } = (await copyOf((await freshRealm()).realm)).tables
    const [first, ...others] = channels.map((channel: Json) => ({ ...channel, name: `${channel.name} again` }))
    succeeded(await asOperator(realm, 'POST /parley/copy/import', { copy_id: 'x', last_event_id: 1 }))
    for (const [permissions, written] of [
      ['{', 0],
      ['{"can_send_message_group":"all"}', 0],
      [undefined, 1],
    ] as const)
      expect(
        succeeded(
          await asOperator(realm, 'POST /parley/copy/tables/channels', {
            copy_id: 'x',
            rows: JSON.stringify([{ ...first, permissions }, ...others]),
          }),
        ),
        permissions,
      ).toMatchObject({ written: others.length + written })
  })

  test('refuses rows of a copy whose import has not begun, and rows that are no JSON', async () => {
    const { realm, ada } = await emptyRealm()
    const rows = JSON.stringify([{ user_id: 1, muted_user_id: 2, muted_at: 1 }])
    const path = '/parley/copy/tables/muted_users'
    expect(await asOperator(realm, `POST ${path}`, { copy_id: 'x', rows })).toEqual(
      refusal('No import of this copy has begun in this realm.'),
    )
    succeeded(await asOperator(realm, 'POST /parley/copy/import', { copy_id: 'x', last_event_id: 1 }))
    succeeded(await asOperator(realm, `POST ${path}`, { copy_id: 'x', rows }))
    for (const broken of ['{', '{}', '[1]'])
      expect((await asOperator(realm, `POST ${path}`, { copy_id: 'x', rows: broken })).msg).toMatch(/cannot be read/)
    expect((await ada.post(path, { copy_id: 'x', rows })).code).toBe('UNAUTHORIZED')
  })
})

describe('POST /parley/copy/messages', () => {
  test('renders scheduled messages from another server, and sends them at their time', async () => {
    const { realm } = await emptyRealm()
    const copy = await copyOf((await freshRealm()).realm)
    const { general, dov } = peopleIn(copy)
    const later = {
      sender_id: dov.user_id,
      stream_id: general,
      people: null,
      topic: 'lunch',
      client: 'Zulip',
      read_by_sender: 1,
      scheduled_delivery_timestamp: 4_000_000_000,
      failed: 0,
      sent_at: null,
    }
    copy.tables.scheduled_messages = [
      { ...later, scheduled_message_id: 1, content: '**Soup**' },
      { ...later, scheduled_message_id: 2, content: 'Lost', sender_id: 99_999 },
    ]
    const [refused, ...others] = await fill(realm, copy)
    expect([refused.index, others]).toEqual([1, []])
    const account = { ...dov, email: dov.delivery_email, api_key: '', password: '' }
    const there = await inCopy(new Person('', account as never), realm)
    const { scheduled_messages } = succeeded(await there.get('/scheduled_messages'))
    expect(scheduled_messages).toMatchObject([
      { topic: 'lunch', content: '**Soup**', rendered_content: '<p><strong>Soup</strong></p>', failed: false },
    ])
    await preventAlarms(realm)
    await stopClock(realm, 4_000_000_000)
    await doDueWork(realm)
    expect((await newestMessages(there, 1)).map(({ content }: Json) => content)).toEqual(['**Soup**'])
  })

  test('stops the automations of a copy, and leaves out an automation that it cannot read', async () => {
    const cast = await freshRealm()
    const automation = await newAutomation(cast.dov, answering(cast.general))
    await newAutomation(cast.dov, { ...answering(cast.general), name: 'Unreadable' })
    const copy = await copyOf(cast.realm)
    const [, unreadable] = copy.tables.automations!
    unreadable!.trigger = '{"kind":"never"}'
    const { realm } = await emptyRealm()
    expect(await fill(realm, copy)).toMatchObject([{ index: 1 }])
    const there = await inCopy(cast.dov, realm)
    expect(await automationsOf(there)).toEqual([{ ...automation, is_enabled: false }])
    await there.sends(cast.general, 'doors', 'help')
    expect(await outcomesOf(there, automation)).toEqual([])
  })

  test('renders the Markdown of messages from another server, and notes whom they mention', async () => {
    const { realm, ada } = await emptyRealm()
    const copy = await copyOf((await freshRealm()).realm)
    const { general, dov } = peopleIn(copy)
    copy.tables.conversations = [
      {
        id: 1,
        stream_id: general,
        topic: 'lunch',
        topic_key: 'lunch',
        people: null,
        min_id: 1,
        max_id: 2,
        moved: 'never',
      },
    ]
    const message = { conversation_id: 1, sender_id: dov.user_id, client: 'Slack' }
    copy.messages = [
      { ...message, id: 1, sent_at: 1_500_000_000, content: `**Soup**, @**Dov|${dov.user_id}**? ` },
      { ...message, id: 2, sent_at: 1_500_000_001, content: '/me eats https://example.com' },
      { ...message, id: 3, sent_at: 1_500_000_002, content: 'Lost', sender_id: 99_999 },
    ]
    const refused = await fill(realm, copy)
    expect(refused).toEqual([{ index: 2, reason: 'There is no user 99999' }])
    const { email, password } = ada.account
    const { api_key, user_id } = succeeded(await realm.post('/fetch_api_key', { username: email, password }))
    const owner = new Person(realm.url, { ...ada.account, api_key, user_id })
    const search = { narrow: [['channel', 'general']], anchor: 'oldest', num_before: 0, num_after: 10 }
    const { messages } = succeeded(await owner.get('/messages', search))
    expect(messages).toMatchObject([
      { id: 1, timestamp: 1_500_000_000, subject: 'lunch', client: 'Slack', sender_id: dov.user_id },
      { id: 2, is_me_message: true },
    ])
    expect(messages[0].content).toContain(
      `<strong>Soup</strong>, <span class="user-mention" data-user-id="${dov.user_id}">`,
    )
    const there = await inCopy(
      new Person('', { ...dov, email: dov.delivery_email, api_key: '', password: '' } as never),
      realm,
    )
    const mentioned = succeeded(await there.get('/messages', { ...search, narrow: [['is', 'mentioned']] })).messages
    expect(mentioned.map(({ id }: Json) => id)).toEqual([1])
  })
})

function peopleIn(copy: Copy): { general: number; dov: Json } {
  const general = copy.tables.channels!.find(({ name }) => name === 'general').stream_id
  return { general, dov: copy.tables.users!.find(({ full_name }) => full_name === 'Dov') }
}

describe('POST /parley/copy/old_versions', () => {
  test.for(['Parley', 'another server'])('brings back the edit history of a message of %s', async (writer) => {
    const { realm, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Suop?')
    succeeded(await dov.patch(`/messages/${id}`, { content: 'Soup?' }))
    const { realm: filled } = await emptyRealm()
    const copy = await copyOf(realm)
    if (writer === 'another server') for (const message of copy.messages) delete message.index_flags
    await fill(filled, copy)
    const history = succeeded(await (await inCopy(dov, filled)).get(`/messages/${id}/history`)).message_history
    expect(history.map(({ content }: Json) => content)).toEqual(['Suop?', 'Soup?'])
  })
})

describe('PUT /parley/copy/file', () => {
  test('stores a file, which is then at its address', async () => {
    const { cast, copy, filled } = await livelyCopyWithoutFinish()
    const [{ key, path_id }] = copy.tables.attachments as [Json]
    const body = await (await fileOfCopy(cast.realm, key)).text()
    expect(await putFileOfCopy(filled, { copy_id: 'the copy', key, body })).toMatchObject({ size: body.length })
    expect((await putFileOfCopy(filled, { copy_id: 'the copy', key: 'exports/x', body })).code).toBe('BAD_REQUEST')
    succeeded(await asOperator(filled, 'POST /parley/copy/finish', { copy_id: 'the copy' }))
    const there = await inCopy(cast.dov, filled)
    expect(await (await visit(there, `/user_uploads/${path_id}`)).text()).toBe(body)
    expect((await putFileOfCopy(filled, { copy_id: 'the copy', key, body })).result).toBe('error')
  })
})

async function livelyCopyWithoutFinish() {
  const cast = await livelyRealm()
  const copy = await copyOf(cast.realm)
  const { realm: filled } = await emptyRealm()
  succeeded(await asOperator(filled, 'POST /parley/copy/import', { copy_id: 'the copy', last_event_id: 5000 }))
  for (const name of ['users', 'channels', 'subscriptions', 'attachments'])
    succeeded(
      await asOperator(filled, `POST /parley/copy/tables/${name}`, {
        copy_id: 'the copy',
        rows: JSON.stringify(copy.tables[name]),
      }),
    )
  return { cast, copy, filled }
}
