import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { Person, succeeded, type Json } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'

test('an API key works only in its own realm, even for the same address', async () => {
  const [here, there] = [await emptyRealm(), await emptyRealm()]
  const ada = { email: 'ada@example.com', password: 'battery staple', full_name: 'Ada' }
  const createAda = async ({ realm, ada: owner }: { realm: TestRealm; ada: Person }) => {
    const { user_id } = succeeded(await owner.post('/users', ada))
    const { api_key } = succeeded(await realm.post('/fetch_api_key', { username: ada.email, password: ada.password }))
    return { user_id, api_key }
  }
  const [keyHere, keyThere] = [await createAda(here), await createAda(there)]
  const asAda = (realm: TestRealm, { user_id, api_key }: { user_id: number; api_key: string }) =>
    new Person(realm.url, { ...ada, user_id, api_key }).get('/users/me')
  succeeded(await asAda(here.realm, keyHere))
  succeeded(await asAda(there.realm, keyThere))
  for (const answer of [await asAda(here.realm, keyThere), await asAda(there.realm, keyHere)])
    expect(answer).toEqual({ result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' })
})

test('a password works only in its own realm', async () => {
  const [here, there] = [await emptyRealm(), await emptyRealm()]
  const fields = { username: there.ada.email, password: there.ada.account.password }
  succeeded(await there.realm.post('/fetch_api_key', fields))
  expect(await here.realm.post('/fetch_api_key', fields)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
})

test('messages of two realms can have the same id in D1', async () => {
  const [here, there] = [await freshRealm(), await freshRealm()]
  const sent = await Promise.all(
    [here, there].map(({ dov, general, realm }) => dov.sends(general, 'lunch', `in ${realm.name}`)),
  )
  expect(sent[0]!.id).toBe(sent[1]!.id)
  for (const { realm } of [here, there]) {
    await runDurableObjectAlarm(realm.stub) // writes the outbox to D1
    await evictDurableObject(realm.stub) // so the next read comes from D1
  }
  const stored = await env.DB.prepare('SELECT realm_id, content FROM messages WHERE id = ? AND realm_id IN (?, ?)')
    .bind(sent[0]!.id, here.realm.name, there.realm.name)
    .all()
  expect(stored.results).toHaveLength(2)
  for (const { ada, realm } of [here, there]) {
    const answer = succeeded(await ada.get(`/messages/${sent[0]!.id}`, { apply_markdown: false }))
    expect(answer.message.content).toBe(`in ${realm.name}`)
  }
})

test('edit histories of two realms can have the same message id in D1', async () => {
  const [here, there] = [await freshRealm(), await freshRealm()]
  for (const { dov, general, realm } of [here, there]) {
    const { id } = await dov.sends(general, 'lunch', `first in ${realm.name}`)
    succeeded(await dov.patch(`/messages/${id}`, { content: `then in ${realm.name}` }))
    await runDurableObjectAlarm(realm.stub)
    await evictDurableObject(realm.stub)
  }
  const stored = await env.DB.prepare('SELECT id FROM old_versions WHERE realm_id IN (?, ?)')
    .bind(here.realm.name, there.realm.name)
    .all()
  expect(stored.results).toEqual([stored.results[0], stored.results[0]])
  for (const { ada, dov, realm } of [here, there]) {
    const { messages } = succeeded(await dov.get('/messages', { anchor: 'newest', num_before: 1 }))
    const { message_history } = succeeded(await ada.get(`/messages/${messages[0].id}/history`))
    expect(message_history.map(({ content }: Json) => content)).toEqual([
      `first in ${realm.name}`,
      `then in ${realm.name}`,
    ])
  }
})
