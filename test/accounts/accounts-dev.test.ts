import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import worker from '../../src/worker'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'

const HOST = 'https://accounts-dev.example.test'

type Variables = Record<string, string>

async function ask(
  method: string,
  path: string,
  fields: Variables,
  { as, variables }: { as?: Account; variables?: Variables } = {},
) {
  const headers = as ? { authorization: `Basic ${btoa(`${as.email}:${as.api_key}`)}` } : undefined
  const body = method === 'GET' ? undefined : new URLSearchParams(fields)
  const request = new Request(`${HOST}/api/v1${path}`, { method, headers, body })
  const response = await worker.fetch(request as never, { ...env, ...variables })
  return { status: response.status, ...((await response.json()) as object) }
}

type Account = { api_key: string; email: string; user_id: number }

const create = async (fields: Variables, as?: Account) =>
  (await ask('POST', '/dev_create_user', fields, { as })) as unknown as Account
const ownUser = async (as: Account) => ask('GET', '/users/me', {}, { as })

describe('POST /dev_create_user', () => {
  beforeAll(async () => {
    const request = new Request(`${HOST}/api/v1/realms`, {
      method: 'POST',
      headers: { authorization: 'Bearer the deployment secret' },
      body: new URLSearchParams({
        name: 'accounts-dev',
        owner_email: 'ada@example.test',
        owner_full_name: 'Ada',
        owner_password: 'correct horse',
      }),
    })
    await worker.fetch(request as never, env)
  })

  test('creates an account with the requested role, whose key works at once', async () => {
    for (const role of [100, 200, 300, 400, 600]) {
      const account = await create({ email: `role${role}@example.test`, full_name: `Role ${role}`, role: `${role}` })
      expect(await ownUser(account)).toMatchObject({ result: 'success', user_id: account.user_id, role, is_bot: false })
    }
  })

  test('creates a member if the request has no role', async () => {
    const account = await create({ email: 'dov@example.test', full_name: 'Dov' })
    expect(await ownUser(account)).toMatchObject({ role: 400 })
  })

  test('creates an account whose password logs in', async () => {
    await create({ email: 'cleo@example.test', full_name: 'Cleo', password: 'battery staple' })
    const wrong = { username: 'cleo@example.test', password: 'battery stable' }
    expect(await ask('POST', '/fetch_api_key', wrong)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
    const right = { username: 'cleo@example.test', password: 'battery staple' }
    expect(await ask('POST', '/fetch_api_key', right)).toMatchObject({ result: 'success', email: 'cleo@example.test' })
  })

  test('refuses a password that is too short', async () => {
    const fields = { email: 'short@example.test', full_name: 'Short', password: '12345' }
    expect(await ask('POST', '/dev_create_user', fields)).toMatchObject({
      status: 400,
      msg: 'The password is too weak.',
    })
  })

  test('creates a bot that belongs to the actor', async () => {
    const ben = await create({ email: 'ben@example.test', full_name: 'Ben', role: '200' })
    const fig = await create({ email: 'fig-bot@example.test', full_name: 'Fig', bot: 'true' }, ben)
    expect(await ownUser(fig)).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: ben.user_id })
  })

  test('creates an account that can create others only if the request says so', async () => {
    const plain = await create({ email: 'plain@example.test', full_name: 'Plain', role: '200' })
    const able = await create({ email: 'able@example.test', full_name: 'Able', role: '200', can_create_users: 'true' })
    const fields = { email: 'new@example.test', full_name: 'New', password: 'battery staple' }
    expect(await ask('POST', '/users', fields, { as: plain })).toMatchObject({
      msg: 'User not authorized to create users',
    })
    expect(await ask('POST', '/users', fields, { as: able })).toMatchObject({ result: 'success' })
  })

  test('creates no account in production', async () => {
    const fields = { email: 'mallory@example.test', full_name: 'Mallory', role: '100' }
    for (const DEVELOPMENT of ['', 'false', '1'])
      expect(await ask('POST', '/dev_create_user', fields, { variables: { DEVELOPMENT } })).toEqual({
        status: 400,
        result: 'error',
        msg: 'Endpoint not available in production.',
        code: 'BAD_REQUEST',
      })
    expect(await create(fields)).toMatchObject({ result: 'success' }) // the address was still free
  })
})

test('POST /dev_create_user creates a person in the default channels, or in no channel', async () => {
  const { realm, ada, general } = await freshRealm()
  succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
  const channelsOf = async (person: Person) => succeeded(await person.get('/users/me/subscriptions')).subscriptions
  expect(await channelsOf(await realm.newPerson('gwen'))).toMatchObject([{ name: general.name }])
  expect(await channelsOf(await realm.newPerson('hal', { in_default_channels: false }))).toEqual([])
})
