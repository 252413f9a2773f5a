import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { OWNERS_ONLY, refusal } from '../support/answers'
import { formOf, succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'

const NOT_ALLOWED = refusal('User not authorized to create users')

const rightsOf = ({ id }: Person) => `/parley/users/${id}/rights`
const CREATE = { can_create_users: true }
const holder = ({ id: user_id }: Person, can_create_users: boolean, can_change_user_emails = false) => ({
  user_id,
  can_create_users,
  can_change_user_emails,
})

const newcomer = (name: string) => ({
  email: `${name}@example.com`,
  full_name: name,
  password: 'correct horse battery',
})

const asDeployment = async (realm: TestRealm, fields: Record<string, FieldValue>, secret = env.DEPLOYMENT_SECRET) => {
  const headers = { authorization: `Bearer ${secret}` }
  const answer: Json = await (
    await realm.request('/realm/rights', { method: 'POST', body: formOf(fields), headers })
  ).json()
  return answer
}

describe('an owner', () => {
  test('grants an administrator the right to create accounts, and revokes it', async () => {
    const { ada, ben } = await freshRealm()
    expect(await ben.post('/users', newcomer('zoe'))).toEqual(NOT_ALLOWED)
    expect(succeeded(await ada.patch(rightsOf(ben), CREATE))).toMatchObject(holder(ben, true))
    succeeded(await ben.post('/users', newcomer('zoe')))
    expect(succeeded(await ada.patch(rightsOf(ben), { can_create_users: false }))).toMatchObject(holder(ben, false))
    expect(await ben.post('/users', newcomer('yan'))).toEqual(NOT_ALLOWED)
  })

  test('grants the right to change email addresses, and leaves the other right as it is', async () => {
    const { ada, ben, dov } = await freshRealm()
    const change = () => ben.patch(`/users/${dov.id}`, { new_email: 'dov2@example.com' })
    expect(await change()).toEqual(refusal('User not authorized to change user emails'))
    succeeded(await ada.patch(rightsOf(ben), CREATE))
    expect(succeeded(await ada.patch(rightsOf(ben), { can_change_user_emails: true }))).toMatchObject(
      holder(ben, true, true),
    )
    succeeded(await change())
  })

  test('sees which accounts have a right', async () => {
    const { ada, ben } = await freshRealm()
    const listHolders = async () => succeeded(await ada.get('/parley/rights')).holders
    expect(await listHolders()).toEqual([holder(ada, true, true)])
    succeeded(await ada.patch(rightsOf(ben), CREATE))
    expect(await listHolders()).toEqual([holder(ada, true, true), holder(ben, true)])
  })

  test('grants nothing to an account that could not use it, but can revoke every right', async () => {
    const { ada, ben, dov } = await freshRealm()
    const onlyAdministrators = refusal('Only administrators and owners can have this right.')
    expect(await ada.patch(rightsOf(dov), CREATE)).toEqual(onlyAdministrators)
    succeeded(await ada.patch(rightsOf(ben), CREATE))
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))
    expect(await ben.post('/users', newcomer('zoe'))).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    succeeded(await ada.patch(rightsOf(ben), CREATE)) // it has the right already, so nothing is granted
    succeeded(await ada.patch(rightsOf(ben), { can_create_users: false }))
    expect(await ada.patch(rightsOf(ben), CREATE)).toEqual(onlyAdministrators)

    succeeded(await ada.patch(`/users/${ben.id}`, { role: 200 }))
    succeeded(await ada.delete(`/users/${ben.id}`))
    expect(await ada.patch(rightsOf(ben), CREATE)).toEqual(refusal('Deactivated accounts cannot be given this right.'))
    expect(await ada.patch(rightsOf(ben), {})).toEqual(refusal('Name at least one right.'))
    for (const id of [1, 9999])
      expect(await ada.patch(`/parley/users/${id}/rights`, CREATE)).toEqual(refusal('No such user'))
  })

  test('is the only account in the realm that can do this', async () => {
    const { ben, cleo, dov, ezra, fig } = await freshRealm()
    for (const person of [ben, cleo, dov, ezra, fig]) {
      expect(await person.patch(rightsOf(person), CREATE)).toEqual(OWNERS_ONLY)
      expect(await person.get('/parley/rights')).toEqual(OWNERS_ONLY)
    }
  })

  test('changes nothing that a client keeps', async () => {
    const { ada, ben, dov } = await freshRealm()
    const received = await replays([ada, ben, dov], () => ada.patch(rightsOf(ben), CREATE))
    expect(received.flat()).toEqual([])
  })
})

test('a right that is revoked while a password is hashed creates no account', async () => {
  const { ada, ben } = await freshRealm()
  succeeded(await ada.patch(rightsOf(ben), CREATE))
  const [created, revoked] = await Promise.all([
    ben.post('/users', newcomer('zoe')),
    ada.patch(rightsOf(ben), { can_create_users: false }),
  ])
  succeeded(revoked)
  const { members } = succeeded(await ada.get('/users'))
  expect(members.some(({ full_name }: Json) => full_name === 'zoe')).toBe(created.result === 'success')
  expect(await ben.post('/users', newcomer('yan'))).toEqual(NOT_ALLOWED)
})

describe('the deployment’s secret', () => {
  test('grants and revokes, for the account of an email address', async () => {
    const { realm, ben } = await freshRealm()
    expect(succeeded(await asDeployment(realm, { email: ben.email.toUpperCase(), ...CREATE }))).toMatchObject(
      holder(ben, true),
    )
    succeeded(await ben.post('/users', newcomer('zoe')))
    succeeded(await asDeployment(realm, { email: ben.email, can_create_users: false }))
    expect(await ben.post('/users', newcomer('yan'))).toEqual(NOT_ALLOWED)
    expect(await asDeployment(realm, { email: 'nobody@example.com', ...CREATE })).toEqual(refusal('No such user'))
  })

  test('is required, and an owner’s key does not replace it', async () => {
    const { realm, ada, ben } = await freshRealm()
    const wrong = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
    expect(await asDeployment(realm, { email: ben.email, ...CREATE }, 'wrong')).toEqual(wrong)
    expect(await ada.post('/realm/rights', { email: ben.email, ...CREATE })).toEqual(wrong)
    expect(await ben.post('/users', newcomer('zoe'))).toEqual(NOT_ALLOWED)
  })
})
