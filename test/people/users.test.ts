import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { selectRows, executeSql } from '../support/tables'

const newUser = { email: 'gwen@example.com', password: 'battery staple', full_name: 'Gwen' }

/** Writes the visibility into the table, so that these tests do not depend on `PATCH /settings`. */
const setEmailVisibility = (realm: TestRealm, user: Person, visibility: number) =>
  executeSql(realm, 'UPDATE users SET email_address_visibility = ? WHERE user_id = ?', visibility, user.id)

describe('POST /users', () => {
  test('an administrator with the right to create users creates an account, which can log in', async () => {
    const { realm, ada } = await emptyRealm()
    const created = await ada.post('/users', newUser)
    expect(created).toEqual({ result: 'success', msg: '', user_id: expect.any(Number) })
    const { email, password } = newUser
    const login = await realm.post('/fetch_api_key', { username: email, password })
    expect(login).toMatchObject({ result: 'success', email, user_id: created.user_id })
  })

  test('all users receive the user, its groups, and its default channels, in this order', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada, dov], { is_default_stream: true })
    let user_id = 0
    const received = await replays([ada, dov, ezra], async () => {
      user_id = succeeded(await ada.post('/users', newUser)).user_id
    })
    const events = received[2]!
    expect(events).toEqual([
      {
        id: expect.any(Number),
        type: 'realm_user',
        op: 'add',
        person: {
          user_id,
          email: newUser.email,
          delivery_email: newUser.email,
          full_name: 'Gwen',
          date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
          is_imported_stub: false,
          is_active: true,
          is_owner: false,
          is_admin: false,
          is_guest: false,
          is_bot: false,
          bot_type: null,
          bot_owner_id: null,
          role: 400,
          timezone: '',
          avatar_url: null,
          avatar_version: 1,
          profile_data: {},
        },
      },
      { id: expect.any(Number), type: 'user_group', op: 'add_members', group_id: 6, user_ids: [user_id] },
      { id: expect.any(Number), type: 'user_group', op: 'add_members', group_id: 5, user_ids: [user_id] },
      {
        id: expect.any(Number),
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [lobby.stream_id],
        user_ids: [user_id],
      },
    ])
    expect(events.map((event) => event.id)).toEqual(events.map((event) => event.id).toSorted((a, b) => a - b))
    // A guest who cannot see the subscribers of the channel receives only the user and its groups.
    expect(received[4]!.map((event) => event.type)).toEqual(['realm_user', 'user_group', 'user_group'])
  })

  test('a new user is subscribed to the default channels that are not archived, and to no others', async () => {
    const { realm, ada, general } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada], { is_default_stream: true })
    const archived = await newChannel(ada, 'archived', [ada], { is_default_stream: true })
    succeeded(await ada.delete(`/streams/${archived.stream_id}`))
    const gwen = await realm.newPerson('gwen')
    const { subscriptions } = succeeded(await gwen.get('/users/me/subscriptions'))
    expect(subscriptions.map((subscription: Json) => subscription.stream_id)).toEqual([lobby.stream_id])
    expect(general.stream_id).not.toBe(lobby.stream_id)
  })

  test('the new user is a member, and other parameters are ignored', async () => {
    const { ada } = await emptyRealm()
    const ignored = { role: 100, is_admin: true, is_owner: true, can_create_users: true, user_id: 1 }
    const created = succeeded(await ada.post('/users', { ...newUser, ...ignored }))
    expect(created.ignored_parameters_unsupported.toSorted()).toEqual(Object.keys(ignored).toSorted())
    const { user } = succeeded(await ada.get(`/users/${created.user_id}`))
    expect(user).toMatchObject({ role: 400, is_admin: false, is_owner: false })
  })

  test('administrators without the right are refused, and so are other users, even with the right', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const moderator = await realm.newPerson('moderator', { role: 300, can_create_users: true })
    await replays([ada], async () => {
      expect(await ben.post('/users', newUser)).toEqual(refusal('User not authorized to create users'))
      for (const user of [moderator, cleo, dov, ezra, fig])
        expect(await user.post('/users', newUser), user.account.full_name).toEqual(
          refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
        )
    })
    succeeded(await ada.post('/users', newUser)) // the address was still free
  })

  test('an invalid request is refused, and creates nothing', async () => {
    const { realm, ada, dov } = await freshRealm()
    const host = new URL(realm.url).hostname
    const INVALID: [Record<string, FieldValue>, string][] = [
      [{ password: '' }, 'The password is too weak.'],
      [{ password: '12345' }, 'The password is too weak.'],
      [{ password: 'x'.repeat(101) }, 'The password is too weak.'],
      [{ email: 'nobody' }, "Invalid email 'nobody'"],
      [{ email: '' }, "Invalid email ''"],
      [{ email: 'a b@example.com' }, "Invalid email 'a b@example.com'"],
      [{ email: '"<img>"@example.com' }, 'Invalid email \'"<img>"@example.com\''],
      [{ email: `${'x'.repeat(250)}@example.com` }, `Invalid email '${'x'.repeat(250)}@example.com'`],
      [{ email: dov.email }, `Email '${dov.email}' already in use`],
      [{ email: dov.email.toUpperCase() }, `Email '${dov.email.toUpperCase()}' already in use`],
      [{ email: `  ${dov.email} ` }, `Email '${dov.email}' already in use`],
      [{ email: `user${dov.id}@${host}` }, `Email 'user${dov.id}@${host}' already in use`],
      [{ email: `user4711@${host}` }, `Email 'user4711@${host}' already in use`],
      [{ full_name: '' }, 'Bad name or username'],
      [{ full_name: '   ' }, 'Bad name or username'],
      [{ full_name: 'x' }, 'Name too short!'],
      [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
      [{ full_name: 'Gw*en' }, 'Invalid characters in name!'],
      [{ full_name: '<img src=x onerror=alert(1)>' }, 'Invalid characters in name!'],
      [{ full_name: 'Gwen\u0000' }, 'Invalid characters in name!'],
      [{ full_name: 'Gwen|12' }, 'Invalid format!'],
    ]
    const received = await replays([ada, dov], async () => {
      for (const [fields, msg] of INVALID)
        expect(await ada.post('/users', { ...newUser, ...fields }), JSON.stringify(fields)).toEqual(refusal(msg))
    })
    expect(received.flat()).toEqual([])
    const { user_id } = succeeded(await ada.post('/users', newUser))
    const { members } = succeeded(await ada.get('/users'))
    expect(members.map((user: Json) => user.user_id)).toContain(user_id)
    expect(members).toHaveLength(7) // the cast and Gwen
  })

  test('a missing parameter is named', async () => {
    const { ada } = await emptyRealm()
    for (const var_name of ['email', 'password', 'full_name'] as const)
      expect(await ada.post('/users', { ...newUser, [var_name]: undefined })).toEqual({
        ...refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING'),
        var_name,
      })
  })

  test('a name has at most 100 characters of any script, and two users can have the same name', async () => {
    const { ada } = await emptyRealm()
    const names = ['李', 'Жанна Д’Арк', '🐙'.repeat(100), 'Ada']
    expect(await ada.post('/users', { ...newUser, full_name: names[0] })).toEqual(refusal('Name too short!'))
    for (const full_name of names.slice(1)) {
      const email = `person${full_name.length}@example.com`
      const { user_id } = succeeded(await ada.post('/users', { ...newUser, email, full_name: ` ${full_name} ` }))
      expect(succeeded(await ada.get(`/users/${user_id}`)).user.full_name).toBe(full_name)
    }
  })

  test('in a realm with unique names, the name of an active user is refused in any case', async () => {
    const { realm, ada } = await emptyRealm()
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('require_unique_names', 'true')")
    const response = await ada.post('/users', { ...newUser, full_name: 'ADA' })
    expect(response).toEqual(refusal('Unique names required in this organization.'))
    succeeded(await ada.post('/users', newUser))
  })

  test('the password is stored only as a salted hash', async () => {
    const { realm, ada } = await emptyRealm()
    for (const email of ['one@example.com', 'two@example.com'])
      succeeded(await ada.post('/users', { ...newUser, email }))
    const rows = await selectRows(realm, "SELECT password_hash FROM users WHERE delivery_email LIKE '%@example.com'")
    const hashes = rows.map((row) => row.password_hash)
    expect(hashes).toEqual([expect.stringMatching(/^scrypt\$16\$/), expect.stringMatching(/^scrypt\$16\$/)])
    expect(hashes[0]).not.toBe(hashes[1])
    expect(JSON.stringify(rows)).not.toContain(newUser.password)
  })

  test('of two simultaneous requests with the same address, one succeeds', async () => {
    const { ada } = await emptyRealm()
    const responses = await Promise.all([ada.post('/users', newUser), ada.post('/users', newUser)])
    expect(new Set(responses.map(({ result }) => result))).toEqual(new Set(['error', 'success']))
  })
})

describe('GET /users', () => {
  test('lists all users, including bots and deactivated users, but no system bots', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
    const { members } = succeeded(await ezra.get('/users'))
    expect(members.map((user: Json) => [user.user_id, user.full_name, user.role, user.is_active])).toEqual([
      [ada.id, 'Ada', 100, true],
      [ben.id, 'Ben', 200, false],
      [cleo.id, 'Cleo', 300, true],
      [dov.id, 'Dov', 400, true],
      [ezra.id, 'Ezra', 600, true],
      [fig.id, 'Fig', 400, true],
    ])
  })

  test('user_ids selects users, and unknown ids are ignored', async () => {
    const { ada, dov, fig } = await freshRealm()
    const { members } = succeeded(await ada.get('/users', { user_ids: [fig.id, dov.id, 4711] }))
    expect(members.map((user: Json) => user.user_id)).toEqual([dov.id, fig.id])
  })

  test('include_custom_profile_fields adds profile_data to people, not to bots', async () => {
    const { ada, fig } = await freshRealm()
    const { members } = succeeded(await ada.get('/users', { include_custom_profile_fields: true }))
    for (const user of members) expect('profile_data' in user, user.full_name).toBe(user.user_id !== fig.id)
    const plain = succeeded(await ada.get('/users')).members
    for (const user of plain) expect(user).not.toHaveProperty('profile_data')
  })

  test('a request without credentials is refused', async () => {
    const { realm } = await emptyRealm()
    expect((await realm.request('/users')).status).toBe(401)
  })
})

describe('GET /users/:user_id', () => {
  test('returns all fields of a user', async () => {
    const { ben, dov, fig } = await freshRealm()
    expect(await dov.get(`/users/${ben.id}`)).toEqual({
      result: 'success',
      msg: '',
      user: {
        user_id: ben.id,
        email: ben.email,
        delivery_email: ben.email,
        full_name: 'Ben',
        date_joined: expect.stringMatching(/\+00:00$/),
        is_imported_stub: false,
        is_active: true,
        is_owner: false,
        is_admin: true,
        is_guest: false,
        is_bot: false,
        bot_type: null,
        bot_owner_id: null,
        role: 200,
        timezone: '',
        avatar_url: null,
        avatar_version: 1,
      },
    })
    expect((await ben.get(`/users/${fig.id}`)).user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: dov.id })
  })

  test('without client_gravatar the URL of the avatar is in the response', async () => {
    const { ben, dov } = await freshRealm()
    const { user } = succeeded(await dov.get(`/users/${ben.id}`, { client_gravatar: false }))
    expect(user.avatar_url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
  })

  test('an unknown id and an invalid id are refused', async () => {
    const { ada } = await emptyRealm()
    for (const id of [0, 4711, 9_007_199_254_740_991])
      expect(await ada.get(`/users/${id}`), `${id}`).toEqual(refusal('No such user'))
    expect(await ada.get(`/users/${'9'.repeat(30)}`)).toEqual(refusal('user_id is not an integer'))
    expect(await ada.get('/users/-1')).toEqual(refusal('No such user')) // read as an address that no user has
  })

  // email_address_visibility: 1 everyone, 2 members, 3 administrators, 4 no user, 5 moderators
  const cases = [
    { visibility: 1, seenBy: ['ada', 'ben', 'cleo', 'dov', 'ezra', 'gwen'] },
    { visibility: 2, seenBy: ['ada', 'ben', 'cleo', 'dov', 'gwen'] },
    { visibility: 5, seenBy: ['ada', 'ben', 'cleo', 'dov'] },
    { visibility: 3, seenBy: ['ada', 'ben', 'dov'] },
    { visibility: 4, seenBy: ['dov'] },
  ]
  test.for(cases)(
    'with visibility $visibility, only $seenBy see the address of Dov',
    async ({ visibility, seenBy }) => {
      const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
      const gwen = await realm.newPerson('gwen')
      await setEmailVisibility(realm, dov, visibility)
      const dummy = `user${dov.id}@${new URL(realm.url).hostname}`
      for (const [name, viewer] of Object.entries({ ada, ben, cleo, dov, ezra, gwen })) {
        const isVisible = seenBy.includes(name)
        const { user } = succeeded(await viewer.get(`/users/${dov.id}`))
        expect(user.delivery_email, name).toBe(isVisible ? dov.email : null)
        expect(user.email, name).toBe(visibility === 1 ? dov.email : dummy)
        // A viewer who cannot see the address receives the URL of the avatar, which is computed from it otherwise.
        expect(user.avatar_url === null, name).toBe(isVisible)
        const byReal = await viewer.get(`/users/${encodeURIComponent(dov.email)}`)
        expect(byReal, name).toEqual(isVisible ? { result: 'success', msg: '', user } : refusal('No such user'))
        const byDummy = succeeded(await viewer.get(`/users/${encodeURIComponent(dummy.toUpperCase())}`))
        expect(byDummy.user, name).toEqual(user)
        const state = await viewer.registers({ fetch_event_types: ['realm_user'] })
        const registered = state.state.realm_users.find(({ user_id }: Json) => user_id === dov.id)
        expect(registered, name).toEqual({ ...user, profile_data: {}, is_active: undefined })
      }
    },
  )
})

describe('GET /users/:email', () => {
  test('finds a user by the real address and by the dummy address, in any case', async () => {
    const { realm, ada, dov, fig } = await freshRealm()
    const host = new URL(realm.url).hostname
    const { user } = succeeded(await ada.get(`/users/${dov.id}`))
    for (const email of [
      dov.email,
      dov.email.toUpperCase(),
      `user${dov.id}@${host}`,
      `User${dov.id}@${host.toUpperCase()}`,
    ])
      expect(await ada.get(`/users/${encodeURIComponent(email)}`), email).toEqual({ result: 'success', msg: '', user })
    expect(succeeded(await ada.get(`/users/${fig.email}`)).user.user_id).toBe(fig.id)
    const fields = { client_gravatar: false, include_custom_profile_fields: true }
    const response = succeeded(await ada.get(`/users/${dov.email}`, fields))
    expect(response.user).toEqual({ ...user, avatar_url: expect.stringContaining('gravatar'), profile_data: {} })
  })

  test('an address that no user has is refused', async () => {
    const { realm, ada, dov } = await freshRealm()
    const host = new URL(realm.url).hostname
    const UNKNOWN = [
      'nobody@example.com',
      `user4711@${host}`,
      `user0${dov.id}@${host}`,
      `user${dov.id}@elsewhere.test`,
      `user${'9'.repeat(400)}@${host}`,
      `user${dov.id}@`,
      '%',
      "' OR 1=1 --",
    ]
    for (const email of UNKNOWN)
      expect(await ada.get(`/users/${encodeURIComponent(email)}`), email).toEqual(refusal('No such user'))
  })
})

describe('GET /users/me', () => {
  test('returns the actor, and the id of the newest message that they sent or received', async () => {
    const { realm, dov, general } = await freshRealm()
    await setEmailVisibility(realm, dov, 4)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await dov.get('/users/me')).toEqual({
      result: 'success',
      msg: '',
      user_id: dov.id,
      email: `user${dov.id}@${new URL(realm.url).hostname}`,
      delivery_email: dov.email,
      full_name: 'Dov',
      date_joined: expect.any(String),
      is_imported_stub: false,
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      bot_type: null,
      bot_owner_id: null,
      role: 400,
      timezone: '',
      avatar_url: expect.stringContaining('https://secure.gravatar.com/avatar/'),
      avatar_version: 1,
      profile_data: {},
      max_message_id: id,
    })
  })

  test('a bot has no profile_data', async () => {
    const { fig } = await freshRealm()
    const own = succeeded(await fig.get('/users/me'))
    expect(own).toMatchObject({ is_bot: true, email: fig.email, delivery_email: fig.email })
    expect(own).not.toHaveProperty('profile_data')
  })
})
