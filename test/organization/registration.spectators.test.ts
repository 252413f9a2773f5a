import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal } from '../support/answers'
import { fileOf, formWith } from '../support/files'
import { formOf, succeeded, type FieldValue, type Json } from '../support/person'
import { PNG } from '../support/pictures'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const registerAsSpectator = async (realm: TestRealm, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  (await realm.request('/register', { method: 'POST', body: formOf(fields) })).json()

async function realmWithSpectators() {
  const cast = await freshRealm()
  const { ada, dov } = cast
  succeeded(await ada.patch('/realm', { enable_spectator_access: true }))
  const harbour = await newChannel(ada, 'harbour', [ada, dov], { is_web_public: true })
  const wreck = await newChannel(ada, 'wreck', [ada], { is_web_public: true })
  succeeded(await ada.delete(`/streams/${wreck.stream_id}`))
  return { ...cast, harbour }
}

describe('POST /register by a spectator', () => {
  test('returns the public state, and creates no queue', async () => {
    const { realm, ada, harbour } = await realmWithSpectators()
    const file = formWith(fileOf(PNG, 'x.png', 'image/png'))
    succeeded(await (await ada.request('/realm/emoji/parley', { method: 'POST', body: file })).json())
    const queues = await selectRows(realm, 'SELECT count(*) AS n FROM queues')
    const state = succeeded(await registerAsSpectator(realm))
    expect(state).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      svc_feature_level: expect.any(Number),
      realm_name: realm.name,
      realm_enable_spectator_access: true,
      realm_icon_url: expect.any(String),
      max_topic_length: 60,
      subscriptions: [],
      unsubscribed: [],
      never_subscribed: [{ stream_id: harbour.stream_id, name: 'harbour', is_web_public: true }],
    })
    expect(Object.values(state.realm_emoji)).toMatchObject([{ name: 'parley' }])
    expect(state.realm_users.map(({ full_name }: Json) => full_name)).toEqual([
      'Ada',
      'Ben',
      'Cleo',
      'Dov',
      'Ezra',
      'Fig',
    ])
    expect(await selectRows(realm, 'SELECT count(*) AS n FROM queues')).toEqual(queues)
  })

  test('returns nothing that only users can see', async () => {
    const { realm, ada, dov, general, vault } = await realmWithSpectators()
    succeeded(await dov.patch('/settings', { email_address_visibility: 1 }))
    succeeded(
      await ada.patch('/realm', {
        welcome_message_custom_text: 'The key is under the mat',
        moderation_request_channel_id: vault.stream_id,
      }),
    )
    succeeded(
      await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://inside.test/{id}' }),
    )
    await dov.sends(general, 'x', 'secret')
    const userState = (await ada.registers()).state
    const state = succeeded(await registerAsSpectator(realm))
    const words = JSON.stringify(state)
    for (const secret of [ada.email, dov.email, '"general"', 'vault', 'under the mat', 'inside.test', 'secret'])
      expect(words, secret).not.toContain(secret)
    const PERSONAL =
      /^(user_id|email|delivery_email|user_settings|drafts|muted|starred|unread|alert|presences|realm_bots)/
    expect(Object.keys(state).filter((name) => PERSONAL.test(name))).toEqual([])
    expect(Object.keys(userState).filter((name) => PERSONAL.test(name)).length).toBeGreaterThan(5)
    expect(Object.keys(state).filter((name) => name.endsWith('_group'))).toEqual([])
  })

  test('returns only the requested parts of the state', async () => {
    const { realm } = await realmWithSpectators()
    const { realm_emoji, ...others } = succeeded(
      await registerAsSpectator(realm, { fetch_event_types: ['realm_emoji', 'drafts'] }),
    )
    expect(realm_emoji).toEqual({})
    expect(Object.keys(others).toSorted()).toEqual(
      ['last_event_id', 'msg', 'queue_id', 'result', 'svc_feature_level', 'svc_merge_base', 'svc_version']
        .flatMap((name) => (name.startsWith('svc_') ? [name, name.replace('svc_', 'zulip_')] : [name]))
        .toSorted(),
    )
  })

  test.each([
    ['client_gravatar', { client_gravatar: true }],
    ['include_subscribers', { include_subscribers: 'true' }],
    ['include_subscribers', { include_subscribers: 'partial' }],
  ])('refuses %s', async (name, options) => {
    const { realm } = await realmWithSpectators()
    expect(await registerAsSpectator(realm, options)).toEqual(
      refusal(`Invalid '${name}' parameter for anonymous request`),
    )
    succeeded(await registerAsSpectator(realm, { client_gravatar: false, include_subscribers: 'false' }))
  })

  test('is refused if the organization admits no spectators', async () => {
    const { realm, ada, dov } = await realmWithSpectators()
    succeeded(await registerAsSpectator(realm))
    succeeded(await ada.patch('/realm', { enable_spectator_access: false }))
    expect(await registerAsSpectator(realm)).toEqual(NOT_LOGGED_IN)
    expect((await realm.request('/register', { method: 'POST' })).status).toBe(401)
    expect((await dov.registers()).state.user_id).toBe(dov.id)
    const wrong = { authorization: `Basic ${btoa(`${dov.email}:${'x'.repeat(32)}`)}` }
    expect((await realm.request('/register', { method: 'POST', headers: wrong })).status).toBe(401)
  })

  test('does not let spectators receive events', async () => {
    const { realm } = await realmWithSpectators()
    for (const path of ['/events?dont_block=true', '/events?queue_id=null&last_event_id=-1'])
      expect((await realm.request(path)).status).toBe(401)
  })
})
