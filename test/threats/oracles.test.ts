import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pathOf } from '../../src/api/endpoint'
import { endpoints } from '../../src/catalogue'
import { letterTo, linkIn, mailFrom, submits } from '../support/mail'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'

/**
 * An answer must not tell whether something exists that the asker must not know. Each request here names something: once
 * something hidden, and once something that does not exist. Both get the same answer.
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

const TAKEN_ADDRESS = 'an address that is taken is refused: the note of the endpoint says so'
const ADMINISTRATORS = 'administrators know the name of each channel'

/** Requests whose parameter looks like a name, and why nothing hidden can be named, or must be told. */
const ELSEWHERE: Record<string, string> = {
  'POST /users/me/subscriptions subscriptions': 'TAKEN_NAME_TELLS',
  'PATCH /users/me/subscriptions add': 'TAKEN_NAME_TELLS',
  'POST /channels/create name': 'TAKEN_NAME_TELLS',
  'PATCH /streams/:stream_id new_name': 'TAKEN_NAME_TELLS',
  'POST /users email': TAKEN_ADDRESS,
  'PATCH /users/:user_id new_email': TAKEN_ADDRESS,
  'PATCH /users/:email new_email': TAKEN_ADDRESS,
  'POST /realms owner_email': 'a new organization has no accounts',
  'POST /default_stream_groups/create stream_names': ADMINISTRATORS,
  'PATCH /default_stream_groups/:group_id/streams stream_names': ADMINISTRATORS,
  ...Object.fromEntries(
    ['members add', 'members delete', 'subgroups add', 'subgroups delete'].map((parameter) => [
      `POST /user_groups/:user_group_id/${parameter}`,
      'takes ids',
    ]),
  ),
}

const parametersNaming = (pattern: RegExp) =>
  endpoints
    // The holder of the deployment's secret may know every account.
    .filter(({ route, caller }) => !/^\w+ site:|dev_/.test(route) && caller.needs !== 'deployment')
    .flatMap(({ route, params }) =>
      Object.entries(params).flatMap(([name, schema]) =>
        pattern.test(name) && name !== 'demote_inactive_streams' && !isBoolean(schema) ? [`${route} ${name}`] : [],
      ),
    )

const isBoolean = (schema: v.GenericSchema) => v.safeParse(schema, true).success

let asked = 0

async function ask(asker: Person, route: string, fields: Record<string, FieldValue>): Promise<string> {
  const [method = ''] = route.split(' ')
  const rest = { ...fields }
  let path = pathOf(endpoints.find((each) => each.route === route)!)
  for (const [name, value] of Object.entries(fields)) {
    if (!path.includes(`:${name}`)) continue
    path = path.replace(`:${name}`, encodeURIComponent(formOf({ value }).get('value') ?? ''))
    delete rest[name]
  }
  // From a network address of its own: the limits that count addresses are tested elsewhere.
  const headers = { 'cf-connecting-ip': `192.0.2.${++asked}` }
  const response =
    method === 'GET'
      ? await asker.request(`${path}?${formOf(rest).toString()}`, { headers })
      : await asker.request(path, { method, body: formOf(rest), headers })
  return `${response.status} ${await response.text()}`
}

/** What differs between two answers to one request: queues and messages are counted, and seconds pass. */
const alike = (answer: string, name: string) =>
  answer
    .replaceAll(name.trim(), 'NAME')
    .replaceAll(/"(queue_id|server_generation|last_event_id|scheduled_message_ids|retry-after)":[^,}]+/g, '"$1":0')

async function schedules(person: Person, { general }: Cast) {
  const wanted = { ...LATER, ...toChannel(general.stream_id) }
  const { scheduled_message_id } = succeeded(await person.post('/scheduled_messages', wanted))
  expect(scheduled_message_id).toBe(SCHEDULED)
}

/** The requests of a table whose answers are not the same for each of these names, with what was answered. */
async function toldApart(table: Record<string, Request[]>, { asker, cast }: Asking, names: string[]) {
  const apart: string[][] = []
  for (const [route, requests] of Object.entries(table))
    for (const request of requests) {
      const answers: string[] = []
      for (const name of names) answers.push(alike(await ask(asker, route, request(name, cast)), name))
      if (new Set(answers).size > 1) apart.push([route, JSON.stringify(request(names[0]!, cast)), ...answers])
    }
  return apart
}

type Asking = { asker: Person; cast: Cast }

describe('the name of a channel that the asker must not know', () => {
  test('is answered like a name that no channel has', async () => {
    const cast = await freshRealm()
    const { ada, dov, ezra } = cast
    await newChannel(ada, 'vines', [ada], { invite_only: true })
    await newChannel(ada, 'river', [ada]) // public, but guests know only channels that they are in
    await schedules(dov, cast)
    expect(await toldApart(BY_CHANNEL, { asker: dov, cast }, ['none1', 'vines', 'none2'])).toEqual([])
    expect(await toldApart(BY_CHANNEL, { asker: ezra, cast }, ['none3', 'river', 'none4'])).toEqual([])
  })

  test('is the name of a channel to people who know it', async () => {
    const { ada, dov } = await freshRealm()
    await newChannel(ada, 'vines', [ada, dov], { invite_only: true })
    succeeded(await dov.post('/messages', toChannel('vines')))
    succeeded(await dov.get('/get_stream_id', { stream: 'vines' }))
    expect(await dov.post('/messages', toChannel('vaults'))).toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' })
  })

  test('is asked for here for each parameter that names channels', () => {
    const named = parametersNaming(
      /(^|_)(stream|channel)(_name)?s?$|^subscriptions$|^(add|delete|new_name)$|^to$|^narrow$/,
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((each) => !isAskedFor(BY_CHANNEL, each))).toEqual([])
  })
})

describe('a hidden email address', () => {
  /** Only administrators see it, and nobody sees hal's. */
  async function castWithHidden() {
    const cast = await freshRealm()
    const [gil, hal] = [await cast.realm.newPerson('gil'), await cast.realm.newPerson('hal')]
    succeeded(await gil.patch('/settings', { email_address_visibility: 3 }))
    succeeded(await hal.patch('/settings', { email_address_visibility: 4 }))
    const none = (nth: number) => `no${nth}@${cast.realm.name}.test`
    return { cast, gil, hal, none }
  }

  test('is answered like an address that nobody has', async () => {
    const { cast, gil, hal, none } = await castWithHidden()
    const { ada, dov } = cast
    await schedules(dov, cast)
    expect(await toldApart(BY_ADDRESS, { asker: dov, cast }, [none(1), gil.email, none(2)])).toEqual([])
    expect(await toldApart(BY_ADDRESS, { asker: ada, cast }, [none(3), hal.email, none(4)])).toEqual([])
  })

  test('is answered like one that nobody has, also if its account is deactivated', async () => {
    const { cast, gil, none } = await castWithHidden()
    succeeded(await cast.ada.delete(`/users/${gil.id}`))
    expect(await toldApart(BY_ADDRESS, { asker: cast.dov, cast }, [none(1), gil.email, none(2)])).toEqual([])
  })

  test('is a person to people who may see it', async () => {
    const { cast, gil } = await castWithHidden()
    succeeded(await cast.ada.get(`/users/${gil.email}`))
    expect(await cast.ada.post('/invites', { invitee_emails: gil.email, stream_ids: [] })).toMatchObject({
      errors: [[gil.email, 'Already has an account.', false]],
    })
  })

  test('is invited as far as the inviter can tell, and its owner is told about the account', async () => {
    const { cast, gil, none } = await castWithHidden()
    const { realm, ada, dov } = cast
    const both = [gil.email, none(1)]
    succeeded(await dov.post('/invites', { invitee_emails: both.join(), stream_ids: [] }))
    const listed = succeeded(await dov.get('/invites')).invites
    const shown = listed.map(({ id: _, ...invite }: Json) => JSON.stringify(invite).replace(invite.email, 'NAME'))
    expect(listed.map(({ email }: Json) => email).sort()).toEqual([...both].sort())
    expect(shown[0]).toBe(shown[1])
    expect(linkIn(await letterTo(realm, none(1)))).toContain('/join/')
    const letter = await letterTo(realm, gil.email)
    expect(letter.text).toContain('You have an account there with this address already')
    expect(linkIn(letter)).toBe('no link')

    for (const { id, email } of listed) {
      succeeded(await dov.post(`/invites/${id}/resend`))
      expect(linkIn(await letterTo(realm, email)) === 'no link', email).toBe(email === gil.email)
    }
    for (const { id } of listed) succeeded(await dov.delete(`/invites/${id}`))
    expect(succeeded(await ada.get('/invites')).invites).toEqual([])
  })

  test('is answered by each page like one that nobody has', async () => {
    const { cast, gil, none } = await castWithHidden()
    const { realm, ada } = cast
    succeeded(await ada.patch('/realm', { invite_required: false }))
    for (const path of ['/register/', '/accounts/password/reset/']) {
      const pages = []
      for (const email of [none(1), gil.email]) {
        const { status, html } = await submits(`${realm.url}${path}`, { email })
        pages.push(`${status} ${html.replaceAll(email, 'NAME')}`)
      }
      expect(pages[0], path).toBe(pages[1])
    }
    expect((await mailFrom(realm)).map(({ to }) => to)).toContain(gil.email)
  })

  test('is asked for here for each parameter that takes an address', () => {
    const named = parametersNaming(/email(s)?$|^(to|username|principals)$/)
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((each) => !isAskedFor(BY_ADDRESS, each))).toEqual([])
  })
})

const isAskedFor = (table: Record<string, Request[]>, parameter: string) =>
  parameter.slice(0, parameter.lastIndexOf(' ')) in table || parameter in ELSEWHERE
