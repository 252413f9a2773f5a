import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { inVendorSpelling, specifiedValue } from '../../src/api/vendor-names'
import { realmDeclarations, endpoints, eventKinds } from '../../src/catalogue'
import { uploadFile } from '../support/files'
import { openSocket } from '../support/listening'
import { formOf, succeeded, type Person } from '../support/person'
import type { Variables } from '../../src/config'
import { emptyRealm, freshRealm } from '../support/realm'
import { jsonOf, sendToWorker } from '../support/worker'

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
type Member = { key: string; isNested: boolean; literals: string[] }

/** Returns each member that a schema declares, with its literals. */
function membersOf(key: string, schema: v.GenericSchema): Member[] {
  const { entries, rest, item, items, value, wrapped, options, literal } = schema as Schema
  const inner = [rest, item, ...(items ?? []), value, wrapped, ...(options ?? [])].filter(
    (part): part is v.GenericSchema => typeof part === 'object' && part !== null,
  )
  const literals = [literal, ...(options ?? [])].filter((option): option is string => typeof option === 'string')
  const isNested = Boolean(entries || item || items || value)
  return [
    { key, isNested, literals },
    ...Object.entries(entries ?? {}).flatMap(([name, entry]) => membersOf(name, entry)),
    ...inner.flatMap((part) => membersOf(key, part)),
  ]
}

const membersOfAll = (fields: Record<string, v.GenericSchema>) =>
  Object.entries(fields).flatMap(([name, schema]) => membersOf(name, schema))

const responseMembers = [
  ...endpoints.flatMap(({ returns }) => membersOfAll(returns)),
  ...[...eventKinds.values()].flatMap(({ fields }) => membersOfAll(fields)),
  ...realmDeclarations.slices.flatMap(({ fields }) => membersOfAll(fields)),
]
const OWN = /^svc(?:_|$)/

describe('the declarations', () => {
  test('of responses and events: each literal in the specification’s spelling is in the table', () => {
    const own = responseMembers.flatMap(({ key, literals }) =>
      literals.filter((literal) => OWN.test(literal)).map((literal) => [key, literal]),
    )
    expect(own.length).toBeGreaterThan(3)
    for (const [key, value] of own)
      expect(inVendorSpelling(JSON.stringify({ [key!]: value }), 'zulip'), key).not.toContain('svc')
  })

  test('of parameters: each literal in the specification’s spelling is in the table', () => {
    const params = endpoints.flatMap((endpoint) => membersOfAll(endpoint.params))
    const own = params.flatMap(({ key, literals }) =>
      literals.filter((literal) => OWN.test(literal)).map((literal) => [key, literal] as const),
    )
    expect(own.length).toBeGreaterThan(2)
    for (const [key, value] of own) expect(specifiedValue(key, value.replace('svc', 'zulip'), 'zulip')).toBe(value)
  })

  test('of keys in the specification’s spelling have no nested values, because responses have them twice', () => {
    const own = responseMembers.filter(({ key }) => /(?:^|_)svc_/.test(key))
    expect(own.length).toBeGreaterThan(6)
    expect(own.filter(({ isNested }) => isNested)).toEqual([])
  })
})

describe('clients of both spellings', () => {
  const SVC = { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }
  const textOf = async (person: Person, path: string, agent: string, init: RequestInit = {}): Promise<string> => {
    const response = await person.request(path, { ...init, headers: { 'user-agent': agent } })
    expect(response.status).toBe(200)
    return response.text()
  }
  const AGENTS = [
    ['SvcMobile/27.0', 'svc'],
    ['ZulipMobile/27.0', 'zulip'],
    ['Mozilla/5.0', 'zulip'],
  ] as const

  test.each(AGENTS)('%s, which gets %s, has the files in its form', async (agent, own) => {
    const { dov, general } = await freshRealm()
    const file = await uploadFile(dov)
    const { id } = await dov.sends(general, 'files', `[a](${file.url})`)
    const { attachments } = JSON.parse(await textOf(dov, '/attachments', agent))
    const [{ create_time, messages, message_ids }] = attachments
    const perSecond = own === 'svc' ? 1000 : 1
    const { timestamp } = succeeded(await dov.get(`/messages/${id}`)).message
    expect(messages).toEqual([{ date_sent: timestamp * perSecond, id }])
    expect(message_ids).toEqual(own === 'svc' ? undefined : [id])
    expect(Math.abs(create_time / perSecond - timestamp)).toBeLessThan(60)
  })

  test.each(AGENTS)('%s gets %s in responses', async (agent, own) => {
    const { dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.post(`/messages/${id}/reactions`, SVC))
    succeeded(await dov.post('/users/me/status', { ...SVC, status_text: 'Here' }))
    const settings = { client_capabilities: { user_settings_object: true } }
    const state = await textOf(dov, '/register', agent, { method: 'POST', body: formOf(settings) })
    const messages = await textOf(dov, '/messages?anchor=newest&num_before=1&num_after=0', agent)
    for (const text of [state, messages]) {
      expect(text).toContain(`"emoji_name":"${own}","emoji_code":"${own}","reaction_type":"${own}_extra_emoji"`)
      expect(text.includes('zulip')).toBe(own === 'zulip')
    }
    expect(state).toContain(`"notification_sound":"${own}"`)
    expect(state.includes('realm_is_zephyr_mirror_realm')).toBe(own === 'zulip')
    expect(state).toContain('"realm_is_legacy_mirror_realm":false')
    const presence = await textOf(dov, '/users/me/presence', agent, {
      method: 'POST',
      body: formOf({ status: 'active' }),
    })
    expect(presence.includes('zephyr_mirror_active')).toBe(own === 'zulip')
  })

  test.each(AGENTS)('%s gets %s in events, in a poll and on a WebSocket', async (agent, own) => {
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
    const polled = await textOf(
      dov,
      `/events?queue_id=${polling.id}&last_event_id=${polling.lastEventId}&dont_block=true`,
      agent,
    )
    for (const text of [polled, await frame]) expect(text).toContain(`"reaction_type":"${own}_extra_emoji"`)
    response.webSocket!.close()
  })

  test('of the notification sound can be either one in a request, and is the vendor’s in events', async () => {
    const { dov } = await freshRealm()
    for (const sound of ['zulip', 'svc']) {
      const queue = await dov.registers({ client_capabilities: { user_settings_object: true } })
      const older = await dov.registers()
      succeeded(await dov.patch('/settings', { notification_sound: 'ding' }))
      succeeded(await dov.patch('/settings', { notification_sound: sound }))
      expect((await queue.events()).at(-1)).toMatchObject({ property: 'notification_sound', value: 'zulip' })
      expect(await older.events()).toContainEqual(
        expect.objectContaining({ notification_name: 'notification_sound', setting: 'zulip' }),
      )
    }
  })
})

test('the storage of a bot keeps its spelling', async () => {
  const { fig } = await freshRealm()
  const storage = { svc_x: 'a', reaction_type: 'svc_extra_emoji' }
  succeeded(
    await fig.request('/bot_storage', { method: 'PUT', body: formOf({ storage }) }).then((response) => response.json()),
  )
  expect(succeeded(await fig.get('/bot_storage')).storage).toEqual(storage)
})

describe('the vendor’s names in responses', () => {
  const settingsOf = async (variables: Variables) => {
    const { realm } = await emptyRealm()
    return jsonOf(await sendToWorker(new Request(`${realm.url}/api/v1/server_settings`), variables))
  }

  test('stand beside the names of the specification, with the same values', async () => {
    const settings = await settingsOf({})
    expect(settings).toMatchObject({ status: 200, svc_version: expect.any(String) })
    for (const name of ['version', 'merge_base', 'feature_level'])
      expect(settings[`zulip_${name}`], name).toBe(settings[`svc_${name}`])
  })

  test('stand beside nested names too', async () => {
    const { ada } = await emptyRealm()
    const state = succeeded(await ada.post('/register', { fetch_event_types: ['realm'] }))
    expect(state.zulip_plan_is_not_limited).toBe(state.svc_plan_is_not_limited)
    expect(state.zulip_feature_level).toBe(state.svc_feature_level)
  })

  test('are absent if the deployment has no vendor', async () => {
    const settings = await settingsOf({ VENDOR_ALIAS: '' })
    expect(settings).toMatchObject({ status: 200, svc_version: expect.any(String) })
    expect(Object.keys(settings).filter((name) => name.includes('zulip'))).toEqual([])
  })
})
