import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { preventAlarms } from '../support/alarms'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { asOperator } from '../support/realm-copies'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'
import { newestMessages } from '../support/messages'

const COPY = { copy_id: 'the upload' }
const BEGINNING = { ...COPY, last_event_id: 1 }
const KEY = `parley_import_${'a1'.repeat(32)}`
const OTHER_KEY = `parley_import_${'b2'.repeat(32)}`

/** Sends a request with the key of an import. */
async function withKey(
  realm: TestRealm,
  request: string,
  { key = KEY, fields = {} }: { key?: string; fields?: Record<string, FieldValue> } = {},
): Promise<Json> {
  const [method = '', path = ''] = request.split(' ')
  const headers = { authorization: `Bearer ${key}` }
  return (await realm.request(path, { method, headers, ...(method === 'GET' ? {} : { body: formOf(fields) }) })).json()
}

const send = (realm: TestRealm, list: string, rows: object[]): Promise<Json> =>
  withKey(realm, `POST /parley/copy/${list}`, { fields: { ...COPY, rows: JSON.stringify(rows) } })

async function begunImport(): Promise<{ realm: TestRealm; ada: Person }> {
  const { realm, ada } = await emptyRealm()
  await preventAlarms(realm)
  succeeded(await ada.post('/parley/import', { ...BEGINNING, key: KEY }))
  return { realm, ada }
}

const finished = (realm: TestRealm) => withKey(realm, 'POST /parley/copy/finish', { fields: COPY })

const initialUser = { role: 400, is_active: 1, bot_type: null, bot_owner_id: null, date_joined: 1, timezone: '' }
const users = [
  { ...initialUser, user_id: 11, full_name: 'Una', delivery_email: 'una@example.com', is_system_bot: 0 },
  { ...initialUser, user_id: 12, full_name: 'Udo', delivery_email: 'udo@example.com', is_system_bot: 0, role: 100 },
]
const channel = {
  stream_id: 1,
  name: 'kitchen',
  name_key: 'kitchen',
  description: '<b>pans</b>',
  rendered_description: '<img src="x">',
  date_created: 1,
  creator_id: null,
  invite_only: 0,
  is_web_public: 0,
  history_public_to_subscribers: 1,
  is_archived: 0,
  is_default: 1,
  message_retention_days: null,
  topics_policy: 'inherit',
  first_message_id: 1,
  folder_id: null,
  is_recently_active: 1,
  subscriber_count: 0,
  weekly_traffic: null,
}
const topic = { id: 1, stream_id: 1, topic: 'lunch', topic_key: 'lunch', people: null, min_id: 1, max_id: 1 }
const message = { id: 1, conversation_id: 1, sender_id: 11, sent_at: 1, content: '*soup*', client: 'Slack' }

describe('GET /parley/import', () => {
  test('says to owners whether the organization can be filled', async () => {
    const { ada } = await emptyRealm()
    expect(succeeded(await ada.get('/parley/import'))).toMatchObject({ has_messages: false, was_filled: false })
    const { ada: owner, ben, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Soup?')
    expect(succeeded(await owner.get('/parley/import'))).toMatchObject({ has_messages: true, was_filled: false })
    expect(await ben.get('/parley/import')).toEqual(refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'))
  })
})

describe('POST /parley/import', () => {
  test('an owner fills the organization with a key of their own, and stays its owner', async () => {
    const { realm, ada } = await begunImport()
    // The session and the API key of the owner have ended.
    expect(await ada.get('/users/me')).toMatchObject({ result: 'error' })
    // A request that is repeated changes nothing.
    succeeded(await withKey(realm, 'POST /parley/copy/import', { fields: BEGINNING }))
    expect(succeeded(await send(realm, 'tables/users', users))).toMatchObject({ written: 2, refused: [] })
    expect(succeeded(await send(realm, 'tables/channels', [channel]))).toMatchObject({ written: 1, refused: [] })
    expect(succeeded(await send(realm, 'tables/conversations', [{ ...topic, moved: 'never' }]))).toMatchObject({
      written: 1,
      refused: [],
    })
    expect(succeeded(await send(realm, 'messages', [message]))).toMatchObject({ written: 1, refused: [] })
    succeeded(await finished(realm))
    succeeded(await finished(realm))
    const { email, password } = ada.account
    const { api_key } = succeeded(await realm.post('/fetch_api_key', { username: email, password }))
    ada.account.api_key = api_key
    const { members } = succeeded(await ada.get('/users'))
    expect(members.find(({ full_name }: Json) => full_name === 'Udo').role).toBe(200)
    expect(members.find((each: Json) => each.email === email || each.delivery_email === email).role).toBe(100)
    expect((await newestMessages(ada, 5, [['channel', 'kitchen']])).map(({ content }) => content)).toEqual(['*soup*'])
  })

  test('only owners of an organization without messages begin an import, and only once', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    expect(await ben.post('/parley/import', { ...BEGINNING, key: KEY })).toEqual(
      refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'),
    )
    await dov.sends(general, 'lunch', 'Soup?')
    expect(await ada.post('/parley/import', { ...BEGINNING, key: KEY })).toEqual(
      refusal('Only a realm without messages of users can be filled. Create another realm.', 'BAD_REQUEST'),
    )
    expect(await ada.post('/parley/import', { ...BEGINNING, key: 'short' })).toMatchObject({ result: 'error' })
    expect(succeeded(await ada.get('/users/me')).email).toBe(ada.email)
    expect(realm.name).not.toBe('')
  })

  test('its key opens no other organization and no other request, and another key opens nothing', async () => {
    const { realm } = await begunImport()
    const { realm: other } = await emptyRealm()
    const wrong = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
    expect(await withKey(other, 'POST /parley/copy/import', { fields: BEGINNING })).toEqual(wrong)
    expect(await withKey(realm, 'POST /parley/copy/import', { key: OTHER_KEY, fields: BEGINNING })).toEqual(wrong)
    for (const request of [
      'GET /parley/copy',
      'GET /parley/copy/messages',
      'POST /realm/reactivate',
      'GET /parley/realms',
    ])
      expect(await withKey(realm, request), request).toEqual(wrong)
  })

  test('what it sends has no HTML, and gives no account special rights', async () => {
    const { realm } = await begunImport()
    const rights = { can_create_users: 1, can_change_user_emails: 1, is_system_bot: 1 }
    const profile_data = JSON.stringify({ 1: { value: 'x', rendered_value: '<script>3</script>' } })
    succeeded(await send(realm, 'tables/users', [{ ...users[0], ...rights, profile_data }]))
    succeeded(await send(realm, 'tables/channels', [channel]))
    succeeded(await send(realm, 'tables/conversations', [{ ...topic, moved: 'never' }]))
    succeeded(await send(realm, 'messages', [{ ...message, rendered_content: '<script>1</script>' }]))
    succeeded(await send(realm, 'old_versions', [{ id: 2, content: '<b>', rendered_content: '<script>2</script>' }]))
    succeeded(await finished(realm))
    const rows = async (list: string) => succeeded(await asOperator(realm, `GET /parley/copy/${list}`))
    const [una] = (await rows('tables/users')).rows.filter(({ user_id }: Json) => user_id === 11)
    expect(una).toMatchObject({ can_create_users: 0, can_change_user_emails: 0, is_system_bot: 0 })
    expect(JSON.parse(una.profile_data)).toEqual({ 1: { value: 'x' } })
    const [kitchen] = (await rows('tables/channels')).rows
    expect(kitchen.rendered_description).toBe('<p>&#60;b&#62;pans&#60;/b&#62;</p>')
    expect((await rows('messages')).messages[0].rendered_content).toBe('<p><em>soup</em></p>')
  })

  test('a file is at most as large as files of the organization', async () => {
    const { realm } = await begunImport()
    const put = async (bytes: number): Promise<Json> => {
      const headers = { authorization: `Bearer ${KEY}`, 'copy-id': COPY.copy_id, 'file-key': 'uploads/x' }
      return (await realm.request('/parley/copy/file', { method: 'PUT', headers, body: new Uint8Array(bytes) })).json()
    }
    const tooLarge = refusal('The file is larger than files of this organization can be.', 'BAD_REQUEST')
    expect(await put(16 * 2 ** 20 + 1)).toEqual(tooLarge)
    expect(succeeded(await put(16 * 2 ** 20)).size).toBe(16 * 2 ** 20)
    // All files together have the quota of 24 MiB.
    expect(await put(9 * 2 ** 20)).toEqual(tooLarge)
  })

  test('the operator finishes an import whose key is lost', async () => {
    const { realm, ada } = await begunImport()
    const { email, password } = ada.account
    expect(await realm.post('/fetch_api_key', { username: email, password })).toMatchObject({ result: 'error' })
    succeeded(await asOperator(realm, 'POST /parley/copy/finish'))
    expect(await realm.post('/fetch_api_key', { username: email, password })).toMatchObject({ result: 'success' })
    expect(await send(realm, 'tables/users', users)).toEqual(
      refusal('No import of this copy has begun in this realm.', 'BAD_REQUEST'),
    )
  })
})
