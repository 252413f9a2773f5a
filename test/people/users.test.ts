import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn, writesTo } from '../support/tables'

const newcomer = { email: 'gwen@example.com', password: 'battery staple', full_name: 'Gwen' }

/** There is no endpoint yet by which people hide their address, so a test writes it into the realm's table. */
const hideEmail = (realm: TestRealm, person: Person, visibility: number) =>
  writesTo(realm, 'UPDATE users SET email_address_visibility = ? WHERE user_id = ?', visibility, person.id)

describe('POST /users', () => {
  test('an administrator who may create users creates an account, and it can log in', async () => {
    const { realm, ada } = await emptyRealm()
    const created = await ada.post('/users', newcomer)
    expect(created).toEqual({ result: 'success', msg: '', user_id: expect.any(Number) })
    const { email, password } = newcomer
    const login = await realm.post('/fetch_api_key', { username: email, password })
    expect(login).toMatchObject({ result: 'success', email, user_id: created.user_id })
  })

  test('everyone hears of the account, then of its groups, then of the channels everyone starts with', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada, dov], { is_default_stream: true })
    let user_id = 0
    const heard = await replays([ada, dov, ezra], async () => {
      user_id = succeeded(await ada.post('/users', newcomer)).user_id
    })
    const told = heard[2]!
    expect(told).toEqual([
      {
        id: expect.any(Number),
        type: 'realm_user',
        op: 'add',
        person: {
          user_id,
          email: newcomer.email,
          delivery_email: newcomer.email,
          full_name: 'Gwen',
          date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
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
    expect(told.map((event) => event.id)).toEqual(told.map((event) => event.id).toSorted((a, b) => a - b))
    // Who may not see a channel's subscribers hears of the account and its groups only.
    expect(heard[4]!.map((event) => event.type)).toEqual(['realm_user', 'user_group', 'user_group'])
  })

  test('a new account starts in the default channels, and in no others', async () => {
    const { realm, ada, general } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada], { is_default_stream: true })
    const gone = await newChannel(ada, 'gone', [ada], { is_default_stream: true })
    succeeded(await ada.delete(`/streams/${gone.stream_id}`))
    const gwen = await realm.newPerson('gwen')
    const { subscriptions } = succeeded(await gwen.get('/users/me/subscriptions'))
    expect(subscriptions.map((each: Json) => each.stream_id)).toEqual([lobby.stream_id])
    expect(general.stream_id).not.toBe(lobby.stream_id)
  })

  test('the account is a member, whatever else the request says of it', async () => {
    const { ada } = await emptyRealm()
    const more = { role: 100, is_admin: true, is_owner: true, can_create_users: true, user_id: 1 }
    const created = succeeded(await ada.post('/users', { ...newcomer, ...more }))
    expect(created.ignored_parameters_unsupported.toSorted()).toEqual(Object.keys(more).toSorted())
    const { user } = succeeded(await ada.get(`/users/${created.user_id}`))
    expect(user).toMatchObject({ role: 400, is_admin: false, is_owner: false })
  })

  test('nobody else may: not administrators without the right, not members with it, not guests or bots', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const able = await realm.newPerson('able', { role: 300, can_create_users: true })
    await replays([ada], async () => {
      expect(await ben.post('/users', newcomer)).toEqual(refusal('User not authorized to create users'))
      for (const person of [able, cleo, dov, ezra, fig])
        expect(await person.post('/users', newcomer), person.account.full_name).toEqual(
          refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
        )
    })
    succeeded(await ada.post('/users', newcomer)) // the address was still free
  })

  test('what is wrong with a request is said, and leaves nothing behind', async () => {
    const { realm, ada, dov } = await freshRealm()
    const host = new URL(realm.url).hostname
    const wrong: [Record<string, FieldValue>, string][] = [
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
    const heard = await replays([ada, dov], async () => {
      for (const [fields, msg] of wrong)
        expect(await ada.post('/users', { ...newcomer, ...fields }), JSON.stringify(fields)).toEqual(refusal(msg))
    })
    expect(heard.flat()).toEqual([])
    const { user_id } = succeeded(await ada.post('/users', newcomer))
    const { members } = succeeded(await ada.get('/users'))
    expect(members.map((user: Json) => user.user_id)).toContain(user_id)
    expect(members).toHaveLength(7) // the cast and Gwen
  })

  test('what is missing is named', async () => {
    const { ada } = await emptyRealm()
    for (const var_name of ['email', 'password', 'full_name'] as const)
      expect(await ada.post('/users', { ...newcomer, [var_name]: undefined })).toEqual({
        ...refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING'),
        var_name,
      })
  })

  test('a name may be as long as a hundred characters, in any script, and two people may share one', async () => {
    const { ada } = await emptyRealm()
    const names = ['李', 'Жанна Д’Арк', '🐙'.repeat(100), 'Ada']
    expect(await ada.post('/users', { ...newcomer, full_name: names[0] })).toEqual(refusal('Name too short!'))
    for (const full_name of names.slice(1)) {
      const email = `person${full_name.length}@example.com`
      const { user_id } = succeeded(await ada.post('/users', { ...newcomer, email, full_name: ` ${full_name} ` }))
      expect(succeeded(await ada.get(`/users/${user_id}`)).user.full_name).toBe(full_name)
    }
  })

  test('where names must be unique, a name that an active account has is taken, in any case', async () => {
    const { realm, ada } = await emptyRealm()
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('require_unique_names', 'true')")
    const answer = await ada.post('/users', { ...newcomer, full_name: 'ADA' })
    expect(answer).toEqual(refusal('Unique names required in this organization.'))
    succeeded(await ada.post('/users', newcomer))
  })

  test('the password is kept as a salted hash only', async () => {
    const { realm, ada } = await emptyRealm()
    for (const email of ['one@example.com', 'two@example.com'])
      succeeded(await ada.post('/users', { ...newcomer, email }))
    const rows = await rowsIn(realm, "SELECT password_hash FROM users WHERE delivery_email LIKE '%@example.com'")
    const hashes = rows.map((row) => row.password_hash)
    expect(hashes).toEqual([expect.stringMatching(/^scrypt\$1024\$/), expect.stringMatching(/^scrypt\$1024\$/)])
    expect(hashes[0]).not.toBe(hashes[1])
    expect(JSON.stringify(rows)).not.toContain(newcomer.password)
  })

  test('of two requests for one address at once, one wins', async () => {
    const { ada } = await emptyRealm()
    const answers = await Promise.all([ada.post('/users', newcomer), ada.post('/users', newcomer)])
    expect(new Set(answers.map((answer) => answer.result))).toEqual(new Set(['error', 'success']))
  })
})

describe('GET /users', () => {
  test('everyone with an account is there, bots and deactivated accounts too, the server’s own bots are not', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ben.id)
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

  test('a client may ask for some of them', async () => {
    const { ada, dov, fig } = await freshRealm()
    const { members } = succeeded(await ada.get('/users', { user_ids: [fig.id, dov.id, 4711] }))
    expect(members.map((user: Json) => user.user_id)).toEqual([dov.id, fig.id])
  })

  test('profile data is there when asked for, and only people have it', async () => {
    const { ada, fig } = await freshRealm()
    const { members } = succeeded(await ada.get('/users', { include_custom_profile_fields: true }))
    for (const user of members) expect('profile_data' in user, user.full_name).toBe(user.user_id !== fig.id)
    const plain = succeeded(await ada.get('/users')).members
    for (const user of plain) expect(user).not.toHaveProperty('profile_data')
  })

  test('without credentials there is no list', async () => {
    const { realm } = await emptyRealm()
    expect((await realm.request('/users')).status).toBe(401)
  })
})

describe('GET /users/:user_id', () => {
  test('the whole account', async () => {
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

  test('a client that cannot work pictures’ addresses out is told them', async () => {
    const { ben, dov } = await freshRealm()
    const { user } = succeeded(await dov.get(`/users/${ben.id}`, { client_gravatar: false }))
    expect(user.avatar_url).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
  })

  test('an unknown id, and one that is no id, are refused', async () => {
    const { ada } = await emptyRealm()
    for (const id of [0, 4711, 9_007_199_254_740_991])
      expect(await ada.get(`/users/${id}`), `${id}`).toEqual(refusal('No such user'))
    expect(await ada.get(`/users/${'9'.repeat(30)}`)).toEqual(refusal('user_id is not an integer'))
    expect(await ada.get('/users/-1')).toEqual(refusal('No such user')) // an address, and nobody's
  })

  // who may see whose real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators
  const cases = [
    { visibility: 1, seenBy: ['ada', 'ben', 'cleo', 'dov', 'ezra', 'gwen'] },
    { visibility: 2, seenBy: ['ada', 'ben', 'cleo', 'dov', 'gwen'] },
    { visibility: 5, seenBy: ['ada', 'ben', 'cleo', 'dov'] },
    { visibility: 3, seenBy: ['ada', 'ben', 'dov'] },
    { visibility: 4, seenBy: ['dov'] },
  ]
  test.for(cases)('with visibility $visibility, Dov’s address is seen by $seenBy', async ({ visibility, seenBy }) => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const gwen = await realm.newPerson('gwen')
    await hideEmail(realm, dov, visibility)
    const dummy = `user${dov.id}@${new URL(realm.url).hostname}`
    for (const [name, viewer] of Object.entries({ ada, ben, cleo, dov, ezra, gwen })) {
      const real = seenBy.includes(name)
      const { user } = succeeded(await viewer.get(`/users/${dov.id}`))
      expect(user.delivery_email, name).toBe(real ? dov.email : null)
      expect(user.email, name).toBe(visibility === 1 ? dov.email : dummy)
      // Whoever may not see the address cannot work the picture's out either.
      expect(user.avatar_url === null, name).toBe(real)
      const byReal = await viewer.get(`/users/${encodeURIComponent(dov.email)}`)
      expect(byReal, name).toEqual(real ? { result: 'success', msg: '', user } : refusal('No such user'))
      const byDummy = succeeded(await viewer.get(`/users/${encodeURIComponent(dummy.toUpperCase())}`))
      expect(byDummy.user, name).toEqual(user)
      const state = await viewer.registers({ fetch_event_types: ['realm_user'] })
      const registered = state.state.realm_users.find((each: Json) => each.user_id === dov.id)
      expect(registered, name).toEqual({ ...user, profile_data: {}, is_active: undefined })
    }
  })
})

describe('GET /users/:email', () => {
  test('an account is found by its address and by the address every account has, in any case', async () => {
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
    const shown = succeeded(await ada.get(`/users/${dov.email}`, fields))
    expect(shown.user).toEqual({ ...user, avatar_url: expect.stringContaining('gravatar'), profile_data: {} })
  })

  test('an address that is nobody’s is refused', async () => {
    const { realm, ada, dov } = await freshRealm()
    const host = new URL(realm.url).hostname
    const nobodys = [
      'nobody@example.com',
      `user4711@${host}`,
      `user0${dov.id}@${host}`,
      `user${dov.id}@elsewhere.test`,
      `user${'9'.repeat(400)}@${host}`,
      `user${dov.id}@`,
      '%',
      "' OR 1=1 --",
    ]
    for (const email of nobodys)
      expect(await ada.get(`/users/${encodeURIComponent(email)}`), email).toEqual(refusal('No such user'))
  })
})

describe('GET /users/me', () => {
  test('one’s own account, and the newest message that is one’s own', async () => {
    const { realm, dov, general } = await freshRealm()
    await hideEmail(realm, dov, 4)
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    expect(await dov.get('/users/me')).toEqual({
      result: 'success',
      msg: '',
      user_id: dov.id,
      email: `user${dov.id}@${new URL(realm.url).hostname}`,
      delivery_email: dov.email,
      full_name: 'Dov',
      date_joined: expect.any(String),
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

  test('a bot has no profile data', async () => {
    const { fig } = await freshRealm()
    const own = succeeded(await fig.get('/users/me'))
    expect(own).toMatchObject({ is_bot: true, email: fig.email, delivery_email: fig.email })
    expect(own).not.toHaveProperty('profile_data')
  })
})
