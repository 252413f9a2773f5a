import { describe, expect, test } from 'vitest'
import { letterTo, linkIn, submits } from '../support/mail'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { rowsIn, stopClock } from '../support/tables'

const NOW = 1_900_000_000
const HALF_AN_HOUR = 1800
const LIMITED = { status: 429, code: 'RATE_LIMIT_HIT', 'retry-after': HALF_AN_HOUR }
const WRONG = { status: 401, code: 'AUTHENTICATION_FAILED' }
const LET_IN = { status: 200, result: 'success' }

async function asks(realm: TestRealm, path: string, fields: Record<string, FieldValue>, address = 'somewhere') {
  const init = { method: 'POST', body: formOf(fields), headers: { 'cf-connecting-ip': address } }
  const response = await realm.request(path, init)
  const body: Json = await response.json()
  return { status: response.status, ...body }
}

const logsIn = (realm: TestRealm, username: string, password: string, address?: string) =>
  asks(realm, '/fetch_api_key', { username, password }, address)

const apiAddressOf = (person: Person) => `user${person.id}@${new URL(person.realm_url).hostname}`

async function guesses(realm: TestRealm, username: string, times: number, address?: string) {
  const answers = []
  for (let nth = 0; nth < times; nth++) answers.push(await logsIn(realm, username, `guess ${nth}`, address))
  return answers
}

describe('guesses at an account', () => {
  test('count for half an hour, however slowly they come', async () => {
    const { realm, dov } = await freshRealm()
    for (let nth = 0; nth < 5; nth++) {
      await stopClock(realm, NOW + nth * 300)
      expect(await guesses(realm, dov.email, 1)).toMatchObject([WRONG])
    }
    await stopClock(realm, NOW + 1799)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject({ status: 429, 'retry-after': 1 })
    await stopClock(realm, NOW + 1800)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(LET_IN)
  })

  test('are as many under both of its names as under one', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    await guesses(realm, dov.email, 3)
    await guesses(realm, apiAddressOf(dov), 2)
    for (const name of [dov.email, apiAddressOf(dov)])
      expect(await logsIn(realm, name, dov.account.password), name).toMatchObject(WRONG)
    expect(await logsIn(realm, ezra.email, ezra.account.password)).toMatchObject(LET_IN) // others are not held up

    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(LET_IN)
  })

  test('tell nobody which names are of one account, nor which are anybody’s', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const pairs: [string, string][] = [
      [dov.email, apiAddressOf(dov)],
      [ezra.email, 'nobody@example.com'],
      ['someone@example.com', `user999@${new URL(realm.url).hostname}`],
    ]
    const told = []
    for (const [one, other] of pairs) {
      const answers = []
      for (const [name, times] of [
        [one, 3],
        [other, 4],
        [one, 3],
        [other, 3],
      ] as const)
        answers.push(await guesses(realm, name, times, one))
      told.push(answers.flat())
    }
    expect(told[0]!.map(({ status }) => status).join(' ')).toBe(
      '401 401 401  401 401 401 401  401 401 429  401 429 429'.replaceAll('  ', ' '),
    )
    for (const each of told) expect(each).toEqual(told[0])
  })

  test('are used up for a change of password as well, and by tries at that', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guesses(realm, apiAddressOf(dov), 3)
    const change = (old_password: string) => dov.patch('/settings', { old_password, new_password: 'staple horse' })
    for (let nth = 0; nth < 2; nth++) expect(await change('wrong')).toMatchObject({ msg: 'Wrong password!' })
    expect(await change(dov.account.password)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': HALF_AN_HOUR })
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(WRONG)
  })

  test('that nobody looks at keep nobody out for longer', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guesses(realm, apiAddressOf(dov), 5)
    await stopClock(realm, NOW + HALF_AN_HOUR - 1)
    for (const address of ['here', 'there']) await guesses(realm, dov.email, 2, address)
    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(LET_IN)
  })

  test('are forgiven under the name by which its person comes in, and under no other', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guesses(realm, apiAddressOf(dov), 2)
    await guesses(realm, dov.email, 2)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(LET_IN)
    const statuses = async (name: string) => (await guesses(realm, name, 4)).map(({ status }) => status)
    expect(await statuses(apiAddressOf(dov))).toEqual([401, 401, 401, 429])
    expect(await statuses(dov.email)).toEqual([401, 401, 401, 401])
  })

  test('are no matter to whoever chooses another password by a letter', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    await guesses(realm, apiAddressOf(dov), 5)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(WRONG)
    await submits(`${realm.url}/accounts/password/reset/`, { email: dov.email })
    await submits(linkIn(await letterTo(realm, dov.email)), { password: 'staple horse' })
    expect(await logsIn(realm, dov.email, 'staple horse')).toMatchObject(LET_IN)
  })

  test('a password that was changed while the edge hashed the old one lets nobody in by that', async () => {
    const { realm, dov } = await freshRealm()
    const { password } = dov.account
    const both = Promise.all([
      dov.patch('/settings', { old_password: password, new_password: 'staple horse' }),
      ...Array.from({ length: 3 }, () => logsIn(realm, dov.email, password)),
    ])
    const [changed, ...logins] = await both
    succeeded(changed)
    for (const { status } of logins) expect([200, 401]).toContain(status)
    expect(await logsIn(realm, dov.email, password)).toMatchObject(WRONG)
    expect(await logsIn(realm, dov.email, 'staple horse')).toMatchObject(LET_IN)
  })
})

describe('guesses from one address', () => {
  const MOST = 50

  test('are counted whatever is guessed at, and others come in from elsewhere', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    for (let nth = 0; nth < MOST; nth++)
      expect(await logsIn(realm, `person${nth}@example.com`, 'password1', 'there')).toMatchObject(WRONG)
    expect(await logsIn(realm, dov.email, dov.account.password, 'there')).toMatchObject(LIMITED)
    expect(await logsIn(realm, 'nobody@example.com', 'password1', 'there')).toMatchObject(LIMITED)
    expect(await logsIn(realm, dov.email, dov.account.password)).toMatchObject(LET_IN)
    await stopClock(realm, NOW + HALF_AN_HOUR)
    expect(await logsIn(realm, ezra.email, ezra.account.password, 'there')).toMatchObject(LET_IN)
    expect(await rowsIn(realm, `SELECT name FROM login_failures WHERE failed_at = ${NOW}`)).toEqual([])
  })

  test('are not forgiven to whoever logs in to an account of their own', async () => {
    const { realm, dov } = await freshRealm()
    await stopClock(realm, NOW)
    for (let nth = 1; nth < MOST; nth++) {
      await logsIn(realm, `person${nth}@example.com`, 'password1', 'there')
      expect(await logsIn(realm, dov.email, dov.account.password, 'there'), `${nth}`).toMatchObject(LET_IN)
    }
    await logsIn(realm, 'person@example.com', 'password1', 'there')
    expect(await logsIn(realm, dov.email, dov.account.password, 'there')).toMatchObject(LIMITED)
  })
})
