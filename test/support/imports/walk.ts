import { expect } from 'vitest'
import { methodOf, pathOf, pathParamsOf, isOnSite, type AnyEndpoint } from '../../../src/api/endpoint'
import { isInHeader } from '../../../src/api/params'
import { endpoints } from '../../../src/catalogue'
import { Person, succeeded, type FieldValue, type Json, type Queue } from '../person'
import type { TestRealm } from '../realm'
import { send } from '../request'
import { sampleOf } from '../samples'

type Account = { user_id: number; email: string; full_name: string; role: number } & {
  is_bot: boolean
  bot_type: number | null
  is_active: boolean
}

/** These bots can only send. */
const INCOMING_WEBHOOK = 2

/**
 * Logs every account of a realm in, and registers a queue for it. One account of each role, a bot, and a visitor without an
 * account send all GET requests of the catalogue. Fails at an answer that is a fault of the server. `ada` is an owner.
 */
export async function walk(realm: TestRealm, ada: Person): Promise<void> {
  const { members }: { members: Account[] } = succeeded(await ada.get('/users'))
  const walked = new Set<string>()
  for (const account of members.filter(({ is_active }) => is_active)) {
    const person = await logIn(realm, ada, account)
    const queue = account.bot_type === INCOMING_WEBHOOK ? undefined : await person.registers()
    const kind = account.is_bot ? `bot ${account.bot_type}` : String(account.role)
    if (!walked.has(kind)) await sendAll(person, queue, members)
    walked.add(kind)
  }
  const visitor = new Person(realm.url, { user_id: 0, email: '', full_name: '', api_key: '', password: '' })
  await sendAll(visitor, undefined, members)
  expect(walked).toContain('100')
}

async function logIn(realm: TestRealm, ada: Person, account: Account): Promise<Person> {
  const { user_id, full_name, email, is_bot } = account
  if (user_id === ada.id) return ada
  const { api_key } = is_bot
    ? succeeded(await ada.get(`/bots/${user_id}/api_key`))
    : succeeded(await realm.post('/dev_fetch_api_key', { username: (await addressOf(ada, user_id)) ?? email }))
  const person = new Person(realm.url, { user_id, full_name, email, api_key, password: '' })
  expect((await person.get('/users/me')).code).not.toBe('INVALID_API_KEY')
  return person
}

const addressOf = async (ada: Person, user_id: number): Promise<string | null> =>
  succeeded(await ada.get(`/users/${user_id}`)).user.delivery_email

/** Sends each GET request once for each account that it can name. */
async function sendAll(person: Person, queue: Queue | undefined, members: readonly Account[]): Promise<void> {
  const given = await valuesFor(person, queue)
  for (const endpoint of endpoints) {
    if (methodOf(endpoint) !== 'GET' || endpoint.isUnconfigured) continue
    const named = pathParamsOf(endpoint).find((name) => NAMES_USERS.has(name))
    for (const member of named === undefined ? [undefined] : [members[0], members.find(({ is_bot }) => is_bot)])
      await sendOne(person, endpoint, { ...given, ...(member && valuesOf(member)) })
  }
}

const NAMES_USERS = new Set(['user_id', 'bot_id', 'email', 'user_id_or_email', 'user_email'])
const valuesOf = ({ user_id, email }: Account): Record<string, FieldValue> => ({
  user_id,
  bot_id: user_id,
  email,
  user_id_or_email: user_id,
  user_email: email,
})

async function valuesFor(person: Person, queue: Queue | undefined): Promise<Record<string, FieldValue>> {
  const newest: Json = await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  const { streams = [] }: Json = await person.get('/streams')
  const message_id = newest.messages?.[0]?.id ?? 1
  return {
    message_id,
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    stream_id: streams[0]?.stream_id ?? 1,
    stream: streams[0]?.name ?? 'x',
    msg_ids: [message_id],
    narrow: [],
    ...(queue && { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true }),
  }
}

async function sendOne(person: Person, endpoint: AnyEndpoint, given: Record<string, FieldValue>): Promise<void> {
  const fields: Record<string, FieldValue> = {}
  for (const [name, schema] of Object.entries(endpoint.params)) {
    const value = name in given ? given[name] : sampleOf(schema, name)
    if (value !== undefined && !isInHeader(schema)) fields[name] = value
  }
  const text = (value: FieldValue) => (typeof value === 'string' ? value : JSON.stringify(value))
  const inPath = pathParamsOf(endpoint)
  const path = pathOf(endpoint).replaceAll(/:(\w+)\+?/g, (_, name) => encodeURIComponent(text(fields[name] ?? 'x')))
  const query = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (inPath.includes(name) ? [] : [[name, text(value)]])),
  )
  const url = `${person.realm_url}${isOnSite(endpoint) ? '' : '/api/v1'}${path}?${String(query)}`
  const { email, api_key } = person.account
  const headers = new Headers()
  if (api_key !== '') headers.set('authorization', `Basic ${btoa(`${email}:${api_key}`)}`)
  const response = await send(new Request(url, { headers, redirect: 'manual' }))
  const body = response.headers.get('content-type')?.includes('json') ? await response.text() : ''
  if (body === '') await response.body?.cancel()
  expect(response.status, `${endpoint.route} for ${person.account.full_name}: ${body}`).toBeLessThan(500)
}
