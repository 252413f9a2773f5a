import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pathOf } from '../../src/api/endpoint'
import { endpoints } from '../../src/catalogue'
import { emailTo, linkIn, sentEmails, submitPage } from '../support/mail'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { delivered, newWebhookBot, PUBLISHED } from '../support/webhooks'
import { freshRealm, newChannel, type Cast } from '../support/realm'

/**
 * A response must not reveal whether something exists that is hidden from the actor. Each request here names something: once
 * something hidden, and once something that does not exist. Both get the same response.
 */
type Request = (name: string, cast: Cast) => Record<string, FieldValue>

const RANGE = { anchor: 'newest', num_before: 5, num_after: 0 }
const toChannel = (to: FieldValue) => ({ type: 'channel', to, topic: 't', content: 'x' })
/** The scheduled message that dov makes first. */
const SCHEDULED = 1
const LATER = { scheduled_delivery_timestamp: 4_000_000_000 }

/** Requests that name a channel. */
const BY_CHANNEL: Record<string, Request[]> = {
  'POST /messages': [(name) => toChannel(name), (name) => toChannel([name]), (name) => toChannel(` ${name} `)],
  'POST /messages/render': [(name) => ({ content: `#**${name}** #**${name}>t** #**${name}>t@1**` })],
  'POST /scheduled_messages': [(name) => ({ ...LATER, ...toChannel(name) })],
  'GET /get_stream_id': [(name) => ({ stream: name })],
  'DELETE /users/me/subscriptions': [
    (name) => ({ subscriptions: [name] }),
    (name, { ada }) => ({ subscriptions: [name], principals: [ada.id] }),
  ],
  'PATCH /users/me/subscriptions': [(name) => ({ delete: [name] })],
  'PATCH /users/me/subscriptions/muted_topics': [
    (name) => ({ stream: name, topic: 't', op: 'add' }),
    (name) => ({ stream: name, topic: 't', op: 'remove' }),
  ],
  'GET /messages': [
    (name) => ({ ...RANGE, narrow: [{ operator: 'channel', operand: name }] }),
    (name) => ({ ...RANGE, narrow: [{ operator: 'channel', operand: name, negated: true }] }),
  ],
  'GET /parley/search': [(name) => ({ narrow: [{ operator: 'channel', operand: name }] })],
  'POST /parley/discovery/searches': [(name) => ({ reason: 'x', narrow: [{ operator: 'channel', operand: name }] })],
  'POST /messages/flags/narrow': [
    (name) => ({ ...RANGE, narrow: [{ operator: 'channel', operand: name }], op: 'add', flag: 'read' }),
  ],
  'GET /messages/matches_narrow': [(name) => ({ msg_ids: [1], narrow: [{ operator: 'channel', operand: name }] })],
  'POST /register': [(name) => ({ narrow: [['channel', name]], fetch_event_types: [] })],
  'POST /mark_stream_as_read': [(name) => ({ stream_id: name })],
  'POST /typing': [(name) => ({ type: 'channel', op: 'start', to: name, topic: 't' })],
  'GET /events': [(name) => ({ narrow: [['channel', name]], event_types: ['message'], dont_block: true })],
  'PATCH /scheduled_messages/:scheduled_message_id': [
    (name) => ({ scheduled_message_id: SCHEDULED, ...LATER, ...toChannel(name) }),
  ],
  'PATCH /bots/:bot_id': ['default_sending_stream', 'default_events_register_stream'].map(
    (field) =>
      (name, { fig }) => ({ bot_id: fig.id, [field]: name }),
  ),
  'POST /bots': [(name) => ({ full_name: name, short_name: 'x', default_sending_stream: name })],
}

/** Requests that name a person by an address. */
const BY_ADDRESS: Record<string, Request[]> = {
  'POST /messages': [
    (email) => ({ type: 'direct', to: [email], content: 'x' }),
    (email, { cleo }) => ({ type: 'direct', to: `${cleo.email}, ${email}`, content: 'x' }),
  ],
  'POST /scheduled_messages': [(email) => ({ ...LATER, type: 'direct', to: [email], content: 'x' })],
  'POST /messages/render': [(email) => ({ content: `@**${email}** ${email}` })],
  'GET /messages': ['dm', 'sender', 'dm-including'].map((operator) => (email) => ({
    ...RANGE,
    narrow: [{ operator, operand: email }],
  })),
  'GET /parley/search': [(email) => ({ narrow: [{ operator: 'sender', operand: email }] })],
  'POST /register': [(email) => ({ narrow: [['sender', email]], fetch_event_types: [] })],
  'GET /users/:email': [(email) => ({ email })],
  'GET /users/:user_id_or_email/presence': [(email) => ({ user_id_or_email: email })],
  'POST /users/me/subscriptions': [(email) => ({ subscriptions: [{ name: 'plaza' }], principals: [email] })],
  'DELETE /users/me/subscriptions': [(email) => ({ subscriptions: ['general'], principals: [email] })],
  'POST /invites': [(email) => ({ invitee_emails: email, stream_ids: [] })],
  'POST /fetch_api_key': [(email) => ({ username: email, password: 'a wrong password' })],
  'PATCH /settings': [(email) => ({ email })],
  'PATCH /settings/display': [(email) => ({ email })],
  'PATCH /settings/notifications': [(email) => ({ email })],
  'PATCH /users/:email': [(email) => ({ email, full_name: 'Another' })],
  'POST /typing': [(email) => ({ type: 'direct', op: 'start', to: [email] })],
  'PATCH /scheduled_messages/:scheduled_message_id': [
    (email) => ({ scheduled_message_id: SCHEDULED, ...LATER, type: 'direct', to: [email], content: 'x' }),
  ],
}

const TAKEN_NAME = 'a name that is taken is refused: the note of the endpoint says so'
const TAKEN_ADDRESS = 'an address that is taken is refused: the note of the endpoint says so'
const ADMINISTRATORS = 'administrators know the name of each channel'

/** Parameters that look like names, and why they reveal nothing that must be hidden. */
const EXEMPT: Record<string, string> = {
  'POST /users/me/subscriptions subscriptions': TAKEN_NAME,
  'PATCH /users/me/subscriptions add': TAKEN_NAME,
  'POST /channels/create name': TAKEN_NAME,
  'PATCH /streams/:stream_id new_name': TAKEN_NAME,
  'POST /parley/what_if/streams/:stream_id new_name': TAKEN_NAME,
  'POST /users email': TAKEN_ADDRESS,
  'POST /parley/users/me/erasure email': 'all addresses but the own one get the same refusal',
  'PATCH /users/:user_id new_email': TAKEN_ADDRESS,
  'PATCH /users/:email new_email': TAKEN_ADDRESS,
  'POST /realms owner_email': 'a new organization has no accounts',
  'POST /realm/factors/reset email': 'the holder of the deployment secret may know each account',
  'GET /accounts/unsubscribe/:email_type/:confirmation_key email_type': 'is no address',
  'POST /accounts/unsubscribe/:email_type/:confirmation_key email_type': 'is no address',
  'POST /external/:service email': 'a bot sends it: see the test of incoming webhooks',
  'POST /external/:service username': 'has no effect',
  'POST /external/:service stream': 'a bot sends it: see the test of incoming webhooks',
  'POST /parley/calls to': 'takes ids',
  'POST /parley/replica/digests to': 'takes the id of a message',
  'POST /default_stream_groups/create stream_names': ADMINISTRATORS,
  'PATCH /default_stream_groups/:group_id/streams stream_names': ADMINISTRATORS,
  ...Object.fromEntries(
    ['members add', 'members delete', 'subgroups add', 'subgroups delete'].map((parameter) => [
      `POST /user_groups/:user_group_id/${parameter}`,
      'takes ids',
    ]),
  ),
  'POST /parley/what_if/user_groups/:user_group_id/members add': 'takes ids',
  'POST /parley/what_if/user_groups/:user_group_id/members delete': 'takes ids',
}

const parametersNaming = (pattern: RegExp) =>
  endpoints
    // The deployment's secret gives access to all accounts.
    .filter(({ route, caller }) => !/^\w+ site:|dev_/.test(route) && caller.needs !== 'deployment')
    .flatMap(({ route, params }) =>
      Object.entries(params).flatMap(([name, schema]) =>
        pattern.test(name) && name !== 'demote_inactive_streams' && !isBoolean(schema) ? [`${route} ${name}`] : [],
      ),
    )

const isBoolean = (schema: v.GenericSchema) => v.safeParse(schema, true).success

let requestCount = 0

async function sendTo(sender: Person, route: string, fields: Record<string, FieldValue>): Promise<string> {
  const [method = ''] = route.split(' ')
  const others = { ...fields }
  let path = pathOf(endpoints.find((candidate) => candidate.route === route)!)
  for (const [name, value] of Object.entries(fields)) {
    if (!path.includes(`:${name}`)) continue
    path = path.replace(`:${name}`, encodeURIComponent(formOf({ value }).get('value') ?? ''))
    delete others[name]
  }
  // Each request has a network address of its own, so no rate limit applies.
  const headers = { 'cf-connecting-ip': `192.0.2.${++requestCount}` }
  const response =
    method === 'GET'
      ? await sender.request(`${path}?${formOf(others).toString()}`, { headers })
      : await sender.request(path, { method, body: formOf(others), headers })
  return `${response.status} ${await response.text()}`
}

/** Returns a response without the name, and without what differs from request to request: counted ids and seconds. */
const comparable = (answer: string, name: string) =>
  answer
    .replaceAll(name.trim(), 'NAME')
    .replaceAll(/"(queue_id|server_generation|last_event_id|scheduled_message_ids|retry-after)":[^,}]+/g, '"$1":0')

async function schedule(person: Person, { general }: Cast) {
  const fields = { ...LATER, ...toChannel(general.stream_id) }
  const { scheduled_message_id } = succeeded(await person.post('/scheduled_messages', fields))
  expect(scheduled_message_id).toBe(SCHEDULED)
}

/** Returns the requests of a table whose responses differ for these names, with the responses. */
async function revealingRequests(table: Record<string, Request[]>, { actor, cast }: Scene, names: string[]) {
  const revealing: string[][] = []
  for (const [route, requests] of Object.entries(table))
    for (const request of requests) {
      const answers: string[] = []
      for (const name of names) answers.push(comparable(await sendTo(actor, route, request(name, cast)), name))
      if (new Set(answers).size > 1) revealing.push([route, JSON.stringify(request(names[0]!, cast)), ...answers])
    }
  return revealing
}

type Scene = { actor: Person; cast: Cast }

describe('the name of a hidden channel', () => {
  test('gets the same response as a name that no channel has', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra } = cast
    await newChannel(ada, 'vines', [ada], { invite_only: true })
    await newChannel(ada, 'river', [ada]) // public, but guests can see only channels with their subscription
    await schedule(dov, cast)
    expect(await revealingRequests(BY_CHANNEL, { actor: dov, cast }, ['none1', 'vines', 'none2'])).toEqual([])
    expect(await revealingRequests(BY_CHANNEL, { actor: ezra, cast }, ['none3', 'river', 'none4'])).toEqual([])
  })

  test('names the channel for users who can see it', async () => {
    const { ada, dov } = await freshRealm()
    await newChannel(ada, 'vines', [ada, dov], { invite_only: true })
    succeeded(await dov.post('/messages', toChannel('vines')))
    succeeded(await dov.get('/get_stream_id', { stream: 'vines' }))
    expect(await dov.post('/messages', toChannel('vaults'))).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
  })

  test('gets the same response to an incoming webhook as a missing channel', async () => {
    const { dov } = await freshRealm()
    const hook = await newWebhookBot(dov)
    // One after the other: the platform lets no request wait for a module that another request loads.
    const hidden = await delivered(hook, 'github', { ...PUBLISHED, query: { stream: 'vault' } })
    const missing = await delivered(hook, 'github', { ...PUBLISHED, query: { stream: 'vaults' } })
    expect(JSON.stringify(hidden).replaceAll('vault', 'vaults')).toBe(JSON.stringify(missing))
  })

  test('is tested here for each parameter that names channels', () => {
    const parameters = parametersNaming(
      /(^|_)(stream|channel)(_name)?s?$|^subscriptions$|^(add|delete|new_name)$|^to$|^narrow$/,
    )
    expect(parameters.length).toBeGreaterThan(15)
    expect(parameters.filter((parameter) => !isTested(BY_CHANNEL, parameter))).toEqual([])
  })
})

describe('a hidden email address', () => {
  /** Administrators can see the address of gil. No user can see that of hal. */
  async function castWithHiddenAddresses() {
    const cast = await freshRealm()
    const [gil, hal] = [await cast.realm.newPerson('gil'), await cast.realm.newPerson('hal')]
    succeeded(await gil.patch('/settings', { email_address_visibility: 3 }))
    succeeded(await hal.patch('/settings', { email_address_visibility: 4 }))
    const unusedAddress = (number: number) => `no${number}@${cast.realm.name}.test`
    return { cast, gil, hal, unusedAddress }
  }

  test('gets the same response as an address without an account', async () => {
    const { cast, gil, hal, unusedAddress } = await castWithHiddenAddresses()
    const { ada, dov } = cast
    await schedule(dov, cast)
    expect(
      await revealingRequests(BY_ADDRESS, { actor: dov, cast }, [unusedAddress(1), gil.email, unusedAddress(2)]),
    ).toEqual([])
    expect(
      await revealingRequests(BY_ADDRESS, { actor: ada, cast }, [unusedAddress(3), hal.email, unusedAddress(4)]),
    ).toEqual([])
  })

  test('gets the same response as an address without an account, also if its account is deactivated', async () => {
    const { cast, gil, unusedAddress } = await castWithHiddenAddresses()
    succeeded(await cast.ada.delete(`/users/${gil.id}`))
    expect(
      await revealingRequests(BY_ADDRESS, { actor: cast.dov, cast }, [unusedAddress(1), gil.email, unusedAddress(2)]),
    ).toEqual([])
  })

  test('names the user for users who can see it', async () => {
    const { cast, gil } = await castWithHiddenAddresses()
    succeeded(await cast.ada.get(`/users/${gil.email}`))
    expect(await cast.ada.post('/invites', { invitee_emails: gil.email, stream_ids: [] })).toMatchObject({
      errors: [[gil.email, 'Already has an account.', false]],
    })
  })

  test('can be invited: only its owner learns, in the email, that it has an account', async () => {
    const { cast, gil, unusedAddress } = await castWithHiddenAddresses()
    const { realm, ada, dov } = cast
    const addresses = [gil.email, unusedAddress(1)]
    succeeded(await dov.post('/invites', { invitee_emails: addresses.join(), stream_ids: [] }))
    const listed = succeeded(await dov.get('/invites')).invites
    const invitations = listed.map(({ id: _, ...invite }: Json) => JSON.stringify(invite).replace(invite.email, 'NAME'))
    expect(listed.map(({ email }: Json) => email).sort()).toEqual([...addresses].sort())
    expect(invitations[0]).toBe(invitations[1])
    expect(linkIn(await emailTo(realm, unusedAddress(1)))).toContain('/join/')
    const message = await emailTo(realm, gil.email)
    expect(message.text).toContain('You have an account there with this address already')
    expect(linkIn(message)).toBe('no link')

    for (const { id, email } of listed) {
      succeeded(await dov.post(`/invites/${id}/resend`))
      expect(linkIn(await emailTo(realm, email)) === 'no link', email).toBe(email === gil.email)
    }
    for (const { id } of listed) succeeded(await dov.delete(`/invites/${id}`))
    expect(succeeded(await ada.get('/invites')).invites).toEqual([])
  })

  test('gets the same page as an address without an account', async () => {
    const { cast, gil, unusedAddress } = await castWithHiddenAddresses()
    const { realm, ada } = cast
    succeeded(await ada.patch('/realm', { invite_required: false }))
    for (const path of ['/register/', '/accounts/password/reset/']) {
      const pages = []
      for (const email of [unusedAddress(1), gil.email]) {
        const { status, html } = await submitPage(`${realm.url}${path}`, { email })
        pages.push(`${status} ${html.replaceAll(email, 'NAME')}`)
      }
      expect(pages[0], path).toBe(pages[1])
    }
    expect((await sentEmails(realm)).map(({ to }) => to)).toContain(gil.email)
  })

  test('gets the same response to an incoming webhook as an address without an account', async () => {
    const { cast, hal, unusedAddress } = await castWithHiddenAddresses()
    const hook = await newWebhookBot(cast.dov)
    const body = { status: { code: 200 }, result: { fulfillment: { speech: 'Hello' } } }
    const [hidden, unused] = await Promise.all(
      [hal.email, unusedAddress(5)].map((email) => delivered(hook, 'dialogflow', { body, query: { email } })),
    )
    expect(JSON.stringify(hidden).replaceAll(hal.email, unusedAddress(5))).toBe(JSON.stringify(unused))
  })

  test('is tested here for each parameter that takes an address', () => {
    const parameters = parametersNaming(/email(s)?$|^(to|username|principals)$/)
    expect(parameters.length).toBeGreaterThan(8)
    expect(parameters.filter((parameter) => !isTested(BY_ADDRESS, parameter))).toEqual([])
  })
})

const isTested = (table: Record<string, Request[]>, parameter: string) =>
  parameter.slice(0, parameter.lastIndexOf(' ')) in table || parameter in EXEMPT
