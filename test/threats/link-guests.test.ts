import { beforeEach, describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { refusal } from '../support/answers'
import { comeAsGuest, guestLinksOf, newGuestLink, type Guest } from '../support/guest-links'
import { emailTo, linkIn, sentEmails, submitPage } from '../support/mail'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { MEMBERS_GROUP } from '../support/system-groups'
import { countRows } from '../support/tables'

/** A realm in which gwen came to the channel `help` by a link. ada is in it; ben and dov are not. */
type Visited = Cast & { help: Channel; link: Json; gwen: Guest }

let cast: Visited
beforeEach(async () => {
  const realm = await freshRealm()
  const help = await newChannel(realm.ada, 'help', [realm.ada])
  const link = await newGuestLink(realm.ada, help)
  cast = { ...realm, help, link, gwen: await comeAsGuest(realm.realm, link) }
})

const NO_LIST = { client_capabilities: { user_list_incomplete: true } }
const RANGE = { anchor: 'newest', num_before: 50, num_after: 0 }

/** Returns the contents of the messages that a person finds. */
const found = async (person: Person, narrow: FieldValue = []): Promise<string[]> =>
  (await person.get('/messages', { ...RANGE, narrow, apply_markdown: false })).messages?.map(
    ({ content }: Json) => content,
  )

describe('a guest who came by a link', () => {
  test('reads and writes in the channel of the link', async () => {
    const { ada, gwen, help } = cast
    await ada.sends(help, 'printer', 'What does it say?')
    await gwen.sends(help, 'printer', 'It says PC LOAD LETTER')
    expect(await found(gwen, [['channel', 'help']])).toEqual(['What does it say?', 'It says PC LOAD LETTER'])
    expect((await found(ada)).slice(-1)).toEqual(['It says PC LOAD LETTER'])
  })

  test('sees no other user, channel or message, although other guests of the realm see all users', async () => {
    const { ada, ben, dov, ezra, gwen, general, vault, help } = cast
    const secrets = [await dov.sends(general, 'plans', 'Zanzibar'), await ada.sends(vault, 'gold', 'Zanzibar')]
    await ada.sends(help, 'printer', 'Madagascar')
    expect((await ezra.registers(NO_LIST)).state.realm_users.length).toBeGreaterThan(5)
    const { state } = await gwen.registers({ ...NO_LIST, include_subscribers: 'true' })
    const ids = (users: Json[]) => users.filter(({ is_bot }) => !is_bot).map(({ user_id }) => user_id)
    expect(ids(state.realm_users)).toEqual([ada.id, gwen.id])
    const channels = [...state.streams, ...state.unsubscribed, ...state.never_subscribed]
    expect(channels.map(({ name }: Json) => name)).toEqual(['help'])
    expect(state.subscriptions.map(({ name }: Json) => name)).toEqual(['help'])
    const others = [`"${general.name}"`, '"vault"', 'Zanzibar', ben.email, dov.email, '"Ben"', '"Dov"', 'plans"']
    const answers = [
      state,
      (await gwen.registers({})).state,
      await gwen.get('/users'),
      await gwen.get('/streams', { include_all: true }),
      await gwen.get('/messages', RANGE),
      await gwen.get('/messages', { ...RANGE, narrow: [['search', 'Zanzibar']] }),
      await gwen.get('/messages', { ...RANGE, narrow: [['channel', general.stream_id]] }),
      await gwen.get('/messages', { message_ids: secrets.map(({ id }) => id) }),
      await gwen.get('/parley/search', { narrow: [['search', 'Zanzibar']] }),
      await gwen.get('/realm/presence'),
      await gwen.get('/user_groups'),
    ]
    const texts = answers.map((answer) => JSON.stringify(answer).replaceAll(/"(msg|keyword|operand)":"[^"]*"/g, ''))
    for (const [place, text] of texts.entries())
      for (const other of others) expect(text.includes(other), `${other} in answer ${place}`).toBe(false)
    expect(await found(gwen)).toEqual(['Madagascar'])
    for (const { id } of secrets) expect(await gwen.get(`/messages/${id}`)).toEqual(refusal('Invalid message(s)'))
    for (const { id } of [ben, dov]) expect(await gwen.get(`/users/${id}`)).toMatchObject({ result: 'error' })
    for (const { id } of [ben, dov]) expect(await gwen.get(`/users/${id}/presence`)).toMatchObject({ result: 'error' })
  })

  test('reaches no other channel, subscribes to none, and adds no user', async () => {
    const { ben, gwen, general, vault, help } = cast
    for (const { name, stream_id } of [general, vault]) {
      const to = { type: 'channel', topic: 't', content: 'x' }
      succeeded(await ben.post('/messages', { ...to, to: stream_id }))
      for (const channel of [name, stream_id])
        expect(await gwen.post('/messages', { ...to, to: channel })).toMatchObject({ result: 'error' })
      expect(await gwen.get(`/streams/${stream_id}`)).toEqual(refusal('Invalid channel ID'))
      expect(await gwen.get(`/users/me/${stream_id}/topics`)).toEqual(refusal('Invalid channel ID'))
      expect(await gwen.get(`/streams/${stream_id}/members`)).toEqual(refusal('Invalid channel ID'))
      expect(await gwen.post('/users/me/subscriptions', { subscriptions: [{ name }] })).toMatchObject({
        result: 'error',
      })
      const typing = { type: 'channel', op: 'start', to: stream_id, topic: 't' }
      expect(await gwen.post('/typing', typing)).toMatchObject({ result: 'error' })
    }
    const principals = { subscriptions: [{ name: help.name }], principals: [ben.id] }
    expect(await gwen.post('/users/me/subscriptions', principals)).toMatchObject({ result: 'error' })
    const scheduled = {
      type: 'channel',
      to: general.stream_id,
      topic: 't',
      content: 'x',
      scheduled_delivery_timestamp: 4e9,
    }
    expect(await gwen.post('/scheduled_messages', scheduled)).toMatchObject({ result: 'error' })
  })

  test('a link guest cannot begin a direct conversation, also not with a bot', async () => {
    const { ada, ben, dov, ezra, fig, gwen } = cast
    const write = (person: Person, to: Person[]) =>
      person.post('/messages', { type: 'direct', to: to.map(({ id }) => id), content: 'x' })
    const mayNotBegin = refusal('You do not have permission to initiate direct message conversations.')
    succeeded(await write(ezra, [dov]))
    expect(await write(gwen, [dov])).toEqual(refusal('You do not have permission to access some of the recipients.'))
    for (const recipients of [[ada], [fig]]) expect(await write(gwen, recipients)).toEqual(mayNotBegin)
    succeeded(await write(gwen, [gwen]))
    succeeded(await write(ben, [gwen]))
    succeeded(await write(gwen, [ben]))
  })

  test('has no rights of members and administrators', async () => {
    const { ada, gwen, link, help } = cast
    const requests: [method: 'get' | 'post' | 'patch' | 'delete', path: string, fields?: Record<string, FieldValue>][] =
      [
        ['get', '/parley/guest_links'],
        ['post', '/parley/guest_links', { stream_id: help.stream_id, expires_in_minutes: 5, max_uses: 1 }],
        ['delete', `/parley/guest_links/${link.id}`],
        ['post', `/parley/users/${gwen.id}/accept`],
        ['post', '/invites/multiuse'],
        ['post', '/bots', { full_name: 'Helper', short_name: 'helper' }],
        ['get', '/parley/audit_log'],
        ['patch', `/users/${gwen.id}`, { role: 400 }],
        ['post', '/user_groups/create', { name: 'x', description: '', members: [gwen.id] }],
      ]
    for (const [method, path, fields] of requests)
      expect(await gwen[method](path, fields), path).toMatchObject({ result: 'error' })
    expect(await guestLinksOf(ada)).toHaveLength(1)
  })

  test('writes twenty messages in a minute', async () => {
    const { ada, gwen, help } = cast
    for (let count = 0; count < 20; count++) await gwen.sends(help, 'flood', String(count))
    const more = { type: 'channel', to: help.stream_id, topic: 'flood', content: 'more' }
    expect(await gwen.post('/messages', more)).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    for (let count = 0; count < 21; count++) await ada.sends(help, 'flood', String(count))
    expect((await gwen.registers()).state.max_file_upload_size_mib).toBe(10)
    expect((await ada.registers()).state.max_file_upload_size_mib).toBeGreaterThan(10)
  })

  test('and all others: the states of their clients add up, whatever happens in the realm', async () => {
    const { realm, ada, ben, dov, ezra, gwen, general, help, link } = cast
    const received = await replays([gwen, ada, dov], async () => {
      await dov.sends(general, 'plans', 'Zanzibar')
      await gwen.sends(help, 'printer', 'Hello @**Ada**')
      const { id } = await ada.sends(help, 'printer', 'Hello')
      succeeded(await gwen.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
      await ben.sendsDirectly([ezra], 'Secret')
      succeeded(await ben.patch('/settings', { full_name: 'Benjamin' }))
      succeeded(await dov.post('/users/me/status', { status_text: 'Away' }))
      succeeded(await ada.patch(`/streams/${help.stream_id}`, { new_name: 'support' }))
      succeeded(
        await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'support' }], principals: [ben.id] }),
      )
      await comeAsGuest(realm, link, 'Hal')
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['support'], principals: [ben.id] }))
      succeeded(await gwen.patch('/settings', { full_name: 'Gwendolyn' }))
      succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: MEMBERS_GROUP } }))
    })
    const [plain, able] = [JSON.stringify(received[0]), JSON.stringify(received[1])]
    for (const text of [plain, able])
      for (const secret of ['Zanzibar', 'Secret', 'Away', general.name, `"user_id":${dov.id}`])
        expect(text).not.toContain(secret)
    expect(able).toContain('Hal')
  })

  test('receives a user who comes into the channel, and no one else', async () => {
    const { ada, ben, dov, gwen } = cast
    const queue = await gwen.registers({ event_types: ['realm_user'], fetch_event_types: [] })
    succeeded(await dov.patch('/settings', { full_name: 'Dov D.' }))
    const subscriptions = [{ name: 'help' }]
    succeeded(await ada.post('/users/me/subscriptions', { subscriptions, principals: [ben.id] }))
    expect(await queue.events()).toMatchObject([{ type: 'realm_user', op: 'add', person: { user_id: ben.id } }])
  })

  test('loses what they see when an administrator removes them from the channel', async () => {
    const { ada, gwen, help } = cast
    await ada.sends(help, 'printer', 'Hello')
    expect(await found(gwen)).toEqual(['Hello'])
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['help'], principals: [gwen.id] }))
    expect(await found(gwen)).toEqual([])
    const { state } = await gwen.registers(NO_LIST)
    expect(state.realm_users.filter(({ is_bot }: Json) => !is_bot).map(({ user_id }: Json) => user_id)).toEqual([
      gwen.id,
    ])
  })

  test('follows the channel when it becomes private, is renamed or archived', async () => {
    const { ada, gwen, help } = cast
    await ada.sends(help, 'printer', 'Hello')
    succeeded(await ada.patch(`/streams/${help.stream_id}`, { is_private: true, history_public_to_subscribers: false }))
    await ada.sends(help, 'printer', 'Later')
    expect(await found(gwen)).toContain('Later')
    succeeded(await ada.delete(`/streams/${help.stream_id}`))
    const more = { type: 'channel', to: help.stream_id, topic: 'printer', content: 'x' }
    expect(await gwen.post('/messages', more)).toMatchObject({ result: 'error' })
  })

  test('receives no email, until they give an address', async () => {
    const { realm, ada, gwen, help } = cast
    await ada.sends(help, 'printer', `@**Gwen|${gwen.id}** look`)
    await ada.sendsDirectly([gwen], 'look')
    const addresses = async () => (await sentEmails(realm)).map(({ to }) => to)
    expect((await addresses()).filter((to) => to.endsWith('.invalid'))).toEqual([])
    succeeded(await gwen.patch('/settings', { email: 'gwen@example.com' }))
    const { pathname } = new URL(linkIn(await emailTo(realm, 'gwen@example.com')))
    const confirmed = await gwen.browser.request(pathname, { method: 'POST', fields: {} })
    expect(await confirmed.text()).toContain('/accounts/password/reset')
    expect((await addresses()).filter((to) => to.endsWith('.invalid'))).toEqual([])
    expect(succeeded(await gwen.browser.get('/users/me'))).toMatchObject({ delivery_email: 'gwen@example.com' })
  })

  test('has no email in the queue without an address, as others have', async () => {
    const { realm, ada, gwen, dov } = cast
    await preventAlarms(realm)
    await doDueWork(realm)
    const comment = { deactivation_notification_comment: 'Thank you' }
    succeeded(await ada.delete(`/users/${gwen.id}`, comment))
    expect(await countRows(realm, 'emails')).toBe(0)
    succeeded(await ada.delete(`/users/${dov.id}`, comment))
    expect(await countRows(realm, 'emails')).toBe(1)
  })
})

describe('a link guest who confirmed an address', () => {
  const confirm = async ({ realm, gwen }: Visited) => {
    succeeded(await gwen.patch('/settings', { email: 'gwen@example.com' }))
    await submitPage(linkIn(await emailTo(realm, 'gwen@example.com')))
  }

  test('can log in with a password, keeps the messages, and stays a link guest', async () => {
    const { realm, ada, gwen, help, link } = cast
    succeeded(await ada.patch('/realm', { invite_required: true }))
    await gwen.sends(help, 'printer', 'Mine')
    await confirm(cast)
    await submitPage(`${realm.url}/accounts/password/reset`, { email: 'gwen@example.com' })
    const reset = linkIn(await emailTo(realm, 'gwen@example.com'))
    expect((await submitPage(reset, { password: 'battery staple horse' })).status).toBe(302)
    const login = { username: 'gwen@example.com', password: 'battery staple horse' }
    expect(succeeded(await realm.post('/fetch_api_key', login)).user_id).toBe(gwen.id)
    expect(succeeded(await ada.get(`/users/${gwen.id}`)).user).toMatchObject({ is_link_guest: true })
    expect((await ada.get('/messages', { ...RANGE, narrow: [['sender', gwen.id]] })).messages).toHaveLength(1)
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    expect(await realm.post('/fetch_api_key', login)).toMatchObject({ code: 'USER_DEACTIVATED' })
  })

  test('is a guest like others where the address could sign up without an invitation', async () => {
    const { ada, gwen, link } = cast
    succeeded(await ada.patch('/realm', { invite_required: false }))
    await confirm(cast)
    expect(succeeded(await ada.get(`/users/${gwen.id}`)).user).not.toHaveProperty('is_link_guest')
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    expect(succeeded(await ada.get(`/users/${gwen.id}`)).user).toMatchObject({ is_active: true, role: 600 })
  })

  test('becomes a member if an administrator says so, and a guest like others if that is undone', async () => {
    const { ada, dov, gwen } = cast
    await replays([ada, dov], async () => {
      succeeded(await ada.patch(`/users/${gwen.id}`, { role: 400 }))
    })
    expect((await gwen.registers(NO_LIST)).state.realm_users.length).toBeGreaterThan(5)
    succeeded(await ada.patch(`/users/${gwen.id}`, { role: 600 }))
    expect(succeeded(await ada.get(`/users/${gwen.id}`)).user).not.toHaveProperty('is_link_guest')
  })
})
