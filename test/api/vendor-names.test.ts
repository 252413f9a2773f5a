import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { inVendorSpelling, specifiedValue } from '../../src/api/vendor-names'
import { declaredForRealms, endpoints, eventKinds } from '../../src/catalogue'
import { openSocket } from '../support/listening'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

type Schema = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>
  rest?: v.GenericSchema
  item?: v.GenericSchema
  items?: v.GenericSchema[]
  value?: v.GenericSchema
  wrapped?: v.GenericSchema
  options?: unknown[]
  literal?: unknown
}
type Found = { key: string; holds: 'plain' | 'more'; literals: string[] }

/** Each member that a schema declares, by its key, with the texts that it may be. */
function membersOf(key: string, schema: v.GenericSchema): Found[] {
  const { entries, rest, item, items, value, wrapped, options, literal } = schema as Schema
  const inner = [rest, item, ...(items ?? []), value, wrapped, ...(options ?? [])].filter(
    (each): each is v.GenericSchema => typeof each === 'object' && each !== null,
  )
  const literals = [literal, ...(options ?? [])].filter((each): each is string => typeof each === 'string')
  const holds = entries || item || items || value ? 'more' : 'plain'
  return [
    { key, holds, literals },
    ...Object.entries(entries ?? {}).flatMap(([name, each]) => membersOf(name, each)),
    ...inner.flatMap((each) => membersOf(key, each)),
  ]
}

const declared = (fields: Record<string, v.GenericSchema>) =>
  Object.entries(fields).flatMap(([name, schema]) => membersOf(name, schema))

const answered = [
  ...endpoints.flatMap(({ returns }) => declared(returns)),
  ...[...eventKinds.values()].flatMap(({ fields }) => declared(fields)),
  ...declaredForRealms.slices.flatMap(({ fields }) => declared(fields)),
]
const OWN = /^svc(?:_|$)/

describe('whatever is declared', () => {
  test('each literal of the specification’s spelling is in the table, in answers and events', () => {
    const own = answered.flatMap(({ key, literals }) =>
      literals.filter((each) => OWN.test(each)).map((each) => [key, each]),
    )
    expect(own.length).toBeGreaterThan(3)
    for (const [key, value] of own)
      expect(inVendorSpelling(JSON.stringify({ [key!]: value }), 'zulip'), key).not.toContain('svc')
  })

  test('each literal of the specification’s spelling is in the table, in parameters', () => {
    const params = endpoints.flatMap((endpoint) => declared(endpoint.params))
    const own = params.flatMap(({ key, literals }) =>
      literals.filter((each) => OWN.test(each)).map((each) => [key, each] as const),
    )
    expect(own.length).toBeGreaterThan(2)
    for (const [key, value] of own) expect(specifiedValue(key, value.replace('svc', 'zulip'), 'zulip')).toBe(value)
  })

  test('each key of the specification’s spelling holds a plain value, which stands twice', () => {
    const own = answered.filter(({ key }) => /(?:^|_)svc_/.test(key))
    expect(own.length).toBeGreaterThan(6)
    expect(own.filter(({ holds }) => holds === 'more')).toEqual([])
  })
})

describe('a client that speaks the specification', () => {
  const SVC = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
  const ask = async (person: Person, path: string, agent: string, init: RequestInit = {}): Promise<string> => {
    const response = await person.request(path, { ...init, headers: { 'user-agent': agent } })
    expect(response.status).toBe(200)
    return response.text()
  }
  const AGENTS = [
    ['SvcMobile/27.0', 'svc'],
    ['ZulipMobile/27.0', 'zulip'],
    ['Mozilla/5.0', 'zulip'],
  ] as const

  test.each(AGENTS)('%s gets %s, in answers', async (agent, own) => {
    const { dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(`/messages/${id}/reactions`, SVC))
    succeeded(await dov.post('/users/me/status', { ...SVC, status_text: 'Here' }))
    const settings = { client_capabilities: { user_settings_object: true } }
    const state = await ask(dov, '/register', agent, { method: 'POST', body: formOf(settings) })
    const messages = await ask(dov, '/messages?anchor=newest&num_before=1&num_after=0', agent)
    for (const text of [state, messages]) {
      expect(text).toContain(`"emoji_name":"${own}","emoji_code":"${own}","reaction_type":"${own}_extra_emoji"`)
      expect(text.includes('zulip')).toBe(own === 'zulip')
    }
    expect(state).toContain(`"notification_sound":"${own}"`)
    expect(state.includes('realm_is_zephyr_mirror_realm')).toBe(own === 'zulip')
    expect(state).toContain('"realm_is_legacy_mirror_realm":false')
    const presence = await ask(dov, '/users/me/presence', agent, { method: 'POST', body: formOf({ status: 'active' }) })
    expect(presence.includes('zephyr_mirror_active')).toBe(own === 'zulip')
  })

  test.each(AGENTS)('%s hears %s, by a poll and by a WebSocket', async (agent, own) => {
    const { dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    const [polling, listening] = [await dov.registers(), await dov.registers()]
    const headers = { 'user-agent': agent, authorization: `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}` }
    const response = await openSocket(dov, listening, listening.lastEventId, { headers })
    const frame = new Promise<string>((resolve) => {
      response.webSocket!.addEventListener('message', ({ data }) => resolve(String(data)))
    })
    response.webSocket!.accept()
    succeeded(await dov.post(`/messages/${id}/reactions`, SVC))
    const polled = await ask(
      dov,
      `/events?queue_id=${polling.id}&last_event_id=${polling.lastEventId}&dont_block=true`,
      agent,
    )
    for (const text of [polled, await frame]) expect(text).toContain(`"reaction_type":"${own}_extra_emoji"`)
    response.webSocket!.close()
  })

  test('every client may choose the product’s sound in either spelling, and hears the vendor’s', async () => {
    const { dov } = await freshRealm()
    for (const sound of ['zulip', 'svc']) {
      const queue = await dov.registers({ client_capabilities: { user_settings_object: true } })
      const older = await dov.registers()
      succeeded(await dov.patch('/settings', { notification_sound: 'ding' }))
      succeeded(await dov.patch('/settings', { notification_sound: sound }))
      const news = (events: Json[]) => events.at(-1)
      expect(news(await queue.events())).toMatchObject({ property: 'notification_sound', value: 'zulip' })
      expect(await older.events()).toContainEqual(
        expect.objectContaining({ notification_name: 'notification_sound', setting: 'zulip' }),
      )
    }
  })
})

test('what a bot stores is nobody else’s to respell', async () => {
  const { fig } = await freshRealm()
  const storage = { svc_x: 'a', reaction_type: 'svc_extra_emoji' }
  succeeded(await fig.request('/bot_storage', { method: 'PUT', body: formOf({ storage }) }).then((each) => each.json()))
  expect(succeeded(await fig.get('/bot_storage')).storage).toEqual(storage)
})
