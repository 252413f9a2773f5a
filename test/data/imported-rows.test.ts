import { describe, expect, test } from 'vitest'
import { succeeded, type Json } from '../support/person'
import { asOperator, copyOf } from '../support/realm-copies'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'

// A client that meets a value that it cannot read, in one row of thousands, fails to read the whole answer.

async function begunImport(): Promise<TestRealm> {
  const { realm } = await emptyRealm()
  succeeded(await asOperator(realm, 'POST /parley/copy/import', { copy_id: 'x', last_event_id: 1 }))
  return realm
}

const send = async (realm: TestRealm, path: string, rows: Json[]): Promise<Json> =>
  succeeded(await asOperator(realm, `POST /parley/copy/${path}`, { copy_id: 'x', rows: JSON.stringify(rows) }))

describe('POST /parley/copy/tables/:table: values that clients cannot read', () => {
  const reaction = {
    message_id: 1,
    reaction_type: 'unicode_emoji',
    emoji_code: '1f1e6-1f1e8',
    user_id: 7,
    emoji_name: 'a',
    position: 1,
  }
  const status = { user_id: 7, status_text: 'x', emoji_name: '', emoji_code: '', reaction_type: '' }
  const followed = { user_id: 7, stream_id: 1, topic_key: 'x', topic_name: 'x', visibility_policy: 3, last_updated: 1 }
  const flags = { display_in_profile_summary: 0, required: 0, editable_by_user: 1, use_for_user_matching: 0 }
  const field = {
    id: 1,
    position: 1,
    type: 3,
    name: 'Pet',
    hint: '',
    field_data: '{"0":{"text":"Cat","order":"1"}}',
    ...flags,
  }

  test.for<[string, Json, Json]>([
    ['reactions', reaction, { reaction_type: 'picture' }],
    ['reactions', reaction, { emoji_code: '' }],
    ['reactions', { ...reaction, reaction_type: 'svc_extra_emoji', emoji_code: 'svc' }, { emoji_code: 'a b' }],
    ['user_statuses', status, { reaction_type: 'picture' }],
    ['user_statuses', { ...status, emoji_code: '1f697', reaction_type: 'unicode_emoji' }, { emoji_code: '🚗' }],
    ['user_topics', followed, { visibility_policy: 4 }],
    ['profile_fields', field, { type: 9 }],
    ['profile_fields', field, { field_data: 'Cat' }],
    ['profile_fields', { ...field, type: 1, field_data: '' }, { type: 7 }],
  ])('leaves out a row of %s that clients cannot read', async ([table, row, wrong]) => {
    const realm = await begunImport()
    expect(await send(realm, `tables/${table}`, [{ ...row, ...wrong }])).toMatchObject({
      written: 0,
      refused: [{ index: 0 }],
    })
    expect(await send(realm, `tables/${table}`, [row])).toMatchObject({ written: 1, refused: [] })
  })

  test('makes a color, a role, a time and profiles that clients can read', async () => {
    const { users = [], subscriptions = [] } = (await copyOf((await freshRealm()).realm)).tables
    const realm = await begunImport()
    const stored = async (table: string, row: Json): Promise<Json[]> => {
      await send(realm, `tables/${table}`, [row])
      return succeeded(await asOperator(realm, `GET /parley/copy/tables/${table}`)).rows
    }
    for (const [color, read] of [
      ['red', '#c2c2c2'],
      ['#ABC', '#aabbcc'],
      ['#a6dcbf', '#a6dcbf'],
    ])
      expect(await stored('subscriptions', { ...subscriptions[0], color }), color).toMatchObject([{ color: read }])
    const user = { ...users.at(-1), user_id: 900, delivery_email: 'one@far.example' }
    const storedUser = async (change: Json) =>
      (await stored('users', { ...user, ...change })).find(({ user_id }) => user_id === 900)
    const profile_data = JSON.stringify({ pet: { value: 'cat' } })
    const odd = await storedUser({ role: 150, date_joined: 1e13, profile_data })
    expect(odd).toMatchObject({ role: 400, date_joined: 0, profile_data: '{}' })
    const usual = { role: 300, date_joined: 1e9, profile_data: JSON.stringify({ 1: { value: 'cat' } }) }
    expect(await storedUser(usual)).toMatchObject(usual)
  })
})

describe('POST /parley/copy/messages: values that clients cannot read', () => {
  test('leaves out a message whose time is none', async () => {
    const realm = await begunImport()
    const row = { id: 5, conversation_id: 1, sender_id: 1, content: 'x', rendered_content: '<p>x</p>', client: 'x' }
    const rows = [
      { ...row, sent_at: 1e13 },
      { ...row, id: 6, sent_at: -1 },
      { ...row, id: 7, sent_at: 1e9 },
    ]
    expect(await send(realm, 'messages', rows)).toMatchObject({ written: 1, refused: [{ index: 0 }, { index: 1 }] })
  })
})
