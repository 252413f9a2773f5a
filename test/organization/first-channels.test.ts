import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { emailTo } from '../support/mail'
import { formOf, Person, succeeded, type FieldValue, type Json } from '../support/person'
import { TestRealm } from '../support/realm'
import { send } from '../support/request'

const OWNER = { email: 'ada@example.com', full_name: 'Ada', password: 'correct horse' }

let names = 0

async function postRealm(name: string, fields: Record<string, FieldValue>): Promise<Json> {
  const owner = { owner_email: OWNER.email, owner_full_name: OWNER.full_name, owner_password: OWNER.password }
  const body = formOf({ name, ...owner, ...fields })
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  return (await send(new Request('http://parley.test/api/v1/realms', { method: 'POST', headers, body }))).json()
}

/** Creates a realm, and returns what its owner sees first. */
async function begun(fields: Record<string, FieldValue>) {
  const realm = new TestRealm(`begun${++names}`)
  const { user_id, api_key } = succeeded(await postRealm(realm.name, fields))
  const ada = new Person(realm.url, { ...OWNER, user_id, api_key })
  const { state } = await ada.registers()
  const range = { anchor: 'oldest', num_before: 0, num_after: 20, apply_markdown: false }
  const { messages } = succeeded(await ada.get('/messages', { ...range }))
  return { realm, ada, state, posts: messages.filter(({ type }: Json) => type === 'stream') }
}

const namesIn = (channels: Json[]) => channels.map(({ name }) => name)

describe('a new organization', () => {
  test('begins with default channels, and with topics in which the Welcome Bot shows what a topic is', async () => {
    const { realm, ada, state, posts } = await begun({ first_channels: true })
    expect(namesIn(state.subscriptions)).toEqual(['general', 'help', 'random'])
    expect(state.realm_default_streams).toEqual(state.subscriptions.map(({ stream_id }: Json) => stream_id))
    expect(
      posts.map(({ sender_full_name, display_recipient, subject }: Json) => [
        sender_full_name,
        display_recipient,
        subject,
      ]),
    ).toEqual([
      ['Welcome Bot', 'general', 'welcome'],
      ['Welcome Bot', 'general', 'how topics work'],
      ['Welcome Bot', 'help', 'how to ask a question'],
    ])
    // The topics are unread for the owner, and to be read by everyone who joins later.
    expect(state.unread_msgs.streams).toHaveLength(3)
    const ben = await realm.newPerson('ben')
    expect(namesIn((await ben.registers()).state.subscriptions)).toEqual(['general', 'help', 'random'])
    await ada.sends({ name: 'general' }, 'welcome', 'Hello')
  })

  test('begins with channels of its kind, in its language', async () => {
    const { state, posts } = await begun({ first_channels: true, org_type: 35, default_language: 'de' })
    expect(namesIn(state.subscriptions)).toEqual(['allgemein', 'fragen', 'projekte'])
    expect(posts[0].content).toMatch(/^Willkommen!/)
    expect([state.realm_org_type, state.realm_default_language]).toEqual([35, 'de'])
  })

  test('has no channels if the operator wants none', async () => {
    const { state, posts } = await begun({})
    expect([state.streams, posts]).toEqual([[], []])
  })

  test('tells its owner by email what to do, with links', async () => {
    const { realm } = await begun({ first_channels: true })
    const { text, html } = await emailTo(realm, OWNER.email)
    expect(text).toContain(`3. The people: ${realm.url}/#organization/invitations\n`)
    expect(text).toContain('change it first')
    expect(html).toContain(`<a href="${realm.url}/#organization/default-channels">`)
  })

  test('is not created in an unknown language or of an unknown kind', async () => {
    expect(await postRealm('unknown', { default_language: 'tlh' })).toEqual(refusal("Invalid language 'tlh'"))
    expect(await postRealm('unknown', { org_type: 1 })).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
    expect(succeeded(await postRealm('unknown', {})).realm).toBe('unknown')
  })
})
