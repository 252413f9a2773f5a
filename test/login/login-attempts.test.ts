import { describe, expect, test } from 'vitest'
import { emailTo, linkIn, submitPage } from '../support/mail'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { stopClock } from '../support/clock'
import { selectRows } from '../support/tables'

const NOW = 1_900_000_000
const HALF_AN_HOUR = 1800
const LIMITED = { status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': HALF_AN_HOUR }
const WRONG = { status: 401, code: 'AUTHENTICATION_FAILED' }
const SUCCEEDED = { status: 200, result: 'success' }

async function post(realm: TestRealm, path: string, fields: Record<string, FieldValue>, address = 'somewhere') {
  const init = { method: 'POST', body: formOf(fields), headers: { 'cf-connecting-ip': address } }
  const response = await realm.request(path, init)
  const body: Json = await response.json()
  return { status: response.status, ...body }
}

const logIn = (realm: TestRealm, username: string, password: string, address?: string) =>
  post(realm, '/fetch_api_key', { username, password }, address)

const apiAddressOf = (person: Person) => `user${person.id}@${new URL(person.realm_url).hostname}`

async function guess(realm: TestRealm, username: string, times: number, address?: string) {
  const answers = []
  for (let attempt = 0; attempt < times; attempt++)
    answers.push(await logIn(realm, username, `guess ${attempt}`, address))
  return answers
}

describe('failed logins to an account', () => {
  test('count for half an hour each', async () => {
    const { realm, dov } = await freshRealm()
    for (let attempt = 0; attempt < 5; attempt++) {
      await stopClock(realm, NOW + attempt * 300)
      expect(await guess(realm, dov.email, 1)).toMatchObject([WRONG])
    }
    await stopClock(realm, NOW + 1799)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject({ status: 429, 'retry-after': 1 })
    await stopClock(realm, NOW + 1800)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(SUCCEEDED)
  })

  test('count together for both addresses of the account', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    await guess(realm, dov.email, 3)
    await guess(realm, apiAddressOf(dov), 2)
    for (const name of [dov.email, apiAddressOf(dov)])
      expect(await logIn(realm, name, dov.account.password), name).toMatchObject(WRONG)
    expect(await logIn(realm, ezra.email, ezra.account.password)).toMatchObject(SUCCEEDED) // other users can log in

    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(SUCCEEDED)
  })

  test('do not reveal which addresses belong together, nor which have an account', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const pairs: [string, string][] = [
      [dov.email, apiAddressOf(dov)],
      [ezra.email, 'nobody@example.com'],
      ['someone@example.com', `user999@${new URL(realm.url).hostname}`],
    ]
    const responses = []
    for (const [first, second] of pairs) {
      const answers = []
      for (const [name, times] of [
        [first, 3],
        [second, 4],
        [first, 3],
        [second, 3],
      ] as const)
        answers.push(await guess(realm, name, times, first))
      responses.push(answers.flat())
    }
    expect(responses[0]!.map(({ status }) => status).join(' ')).toBe(
      '401 401 401  401 401 401 401  401 401 429  401 429 429'.replaceAll('  ', ' '),
    )
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  test('count together with failed attempts to change the password', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guess(realm, apiAddressOf(dov), 3)
    const change = (old_password: string) => dov.patch('/settings', { old_password, new_password: 'staple horse' })
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await change('wrong')).toMatchObject({ msg: 'Wrong password!' })
    expect(await change(dov.account.password)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': HALF_AN_HOUR })
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(WRONG)
  })

  test('do not extend the time while the limit is reached', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guess(realm, apiAddressOf(dov), 5)
    await stopClock(realm, NOW + HALF_AN_HOUR - 1)
    for (const address of ['here', 'there']) await guess(realm, dov.email, 2, address)
    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(SUCCEEDED)
  })

  test('are deleted for the address that logs in, and not for the other one', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guess(realm, apiAddressOf(dov), 2)
    await guess(realm, dov.email, 2)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(SUCCEEDED)
    const statuses = async (name: string) => (await guess(realm, name, 4)).map(({ status }) => status)
    expect(await statuses(apiAddressOf(dov))).toEqual([401, 401, 401, 429])
    expect(await statuses(dov.email)).toEqual([401, 401, 401, 401])
  })

  test('do not hinder a user who resets the password by email', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guess(realm, apiAddressOf(dov), 5)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(WRONG)
    await submitPage(`${realm.url}/accounts/password/reset/`, { email: dov.email })
    await submitPage(linkIn(await emailTo(realm, dov.email)), { password: 'staple horse' })
    expect(await logIn(realm, dov.email, 'staple horse')).toMatchObject(SUCCEEDED)
  })

  test('an old password does not log in if it changed while the Worker hashed it', async () => {
    const { realm, dov } = await freshRealm()
    const { password } = dov.account
    const requests = Promise.all([
      dov.patch('/settings', { old_password: password, new_password: 'staple horse' }),
      ...Array.from({ length: 3 }, () => logIn(realm, dov.email, password)),
    ])
    const [changed, ...logins] = await requests
    succeeded(changed)
    for (const { status } of logins) expect([200, 401]).toContain(status)
    expect(await logIn(realm, dov.email, password)).toMatchObject(WRONG)
    expect(await logIn(realm, dov.email, 'staple horse')).toMatchObject(SUCCEEDED)
  })
})

describe('failed logins from one network address', () => {
  const LIMIT = 50

  test('count for all usernames together, and do not affect other network addresses', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    for (let attempt = 0; attempt < LIMIT; attempt++)
      expect(await logIn(realm, `person${attempt}@example.com`, 'password1', 'there')).toMatchObject(WRONG)
    expect(await logIn(realm, dov.email, dov.account.password, 'there')).toMatchObject(LIMITED)
    expect(await logIn(realm, 'nobody@example.com', 'password1', 'there')).toMatchObject(LIMITED)
    expect(await logIn(realm, dov.email, dov.account.password)).toMatchObject(SUCCEEDED)
    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logIn(realm, ezra.email, ezra.account.password, 'there')).toMatchObject(SUCCEEDED)
    expect(await selectRows(realm, `SELECT key FROM login_failures WHERE failed_at = ${NOW}`)).toEqual([])
  })

  test('stay after a login to another account from there', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    for (let attempt = 1; attempt < LIMIT; attempt++) {
      await logIn(realm, `person${attempt}@example.com`, 'password1', 'there')
      expect(await logIn(realm, dov.email, dov.account.password, 'there'), `${attempt}`).toMatchObject(SUCCEEDED)
    }
    await logIn(realm, 'person@example.com', 'password1', 'there')
    expect(await logIn(realm, dov.email, dov.account.password, 'there')).toMatchObject(LIMITED)
  })
})
