import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { verifiedClaims } from '../../src/api/signed-token'
import { refusal } from '../support/answers'
import { Person, succeeded, type Json } from '../support/person'
import { emptyRealm, newBot, TestRealm } from '../support/realm'
import { stopClock } from '../support/clock'

const NOW = 1_900_000_000
const KEY = 'the token key'
const BAD = refusal('Bad JSON web token')
const FAILED = refusal('Your username or password is incorrect', 'AUTHENTICATION_FAILED')

const base64url = (text: string) => Buffer.from(text).toString('base64url')
const encoded = (value: unknown) => base64url(JSON.stringify(value))

function token(claims: unknown, key = KEY, head: unknown = { alg: 'HS256', typ: 'JWT' }): string {
  const signed = `${encoded(head)}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** Creates a realm with a name for which vitest.config.ts has a token key. */
async function realmNamed(name: string): Promise<{ realm: TestRealm; ada: Person }> {
  const realm = new TestRealm(name)
  const owner = { owner_email: `ada@${name}.test`, owner_full_name: 'Ada', owner_password: 'correct horse battery' }
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  const founded = succeeded(await realm.post('/realms', { name, ...owner }, { headers }))
  const account = { ...founded, full_name: 'Ada', password: owner.owner_password }
  return { realm, ada: new Person(realm.url, account) }
}

describe('POST /jwt/fetch_api_key', () => {
  test('logs in the user whom a signed token names, and refuses every other token', async () => {
    const { realm, ada } = await realmNamed('token-realm')
    const other = await realmNamed('other-token-realm')
    await stopClock(realm, NOW)
    const fetchKey = (text: string, params = {}): Promise<Json> =>
      realm.post('/jwt/fetch_api_key', { token: text, ...params })

    const { api_key, ...response } = succeeded(await fetchKey(token({ email: ada.email.toUpperCase(), exp: NOW + 1 })))
    expect(response).toEqual({ result: 'success', msg: '', email: ada.email })
    const asAda = new Person(realm.url, { ...ada.account, api_key })
    const own = succeeded(await asAda.get('/users/me'))
    const { user } = succeeded(await fetchKey(token({ email: ada.email }), { include_profile: true }))
    expect(own).toMatchObject(user)

    const BAD_TOKENS: [fault: string, text: string][] = [
      ['nothing', ''],
      ['no token', 'x'],
      ['three dots', '...'],
      ['another key', token({ email: ada.email }, 'another key')],
      ['no key', token({ email: ada.email }, '')],
      ['another way to sign', token({ email: ada.email }, KEY, { alg: 'HS512' })],
      ['no way to sign', token({ email: ada.email }, KEY, { alg: 'none' })],
      ['no signature', `${encoded({ alg: 'none' })}.${encoded({ email: ada.email })}.`],
      ['something more', `${token({ email: ada.email })}.x`],
      ['a critical extension', token({ email: ada.email }, KEY, { alg: 'HS256', crit: ['x'], x: 1 })],
      ['another kind of token', token({ email: ada.email }, KEY, { alg: 'HS256', typ: 'at+jwt' })],
      ['too old', token({ email: ada.email, exp: NOW })],
      ['too early', token({ email: ada.email, nbf: NOW + 1 })],
      ['no time', token({ email: ada.email, exp: 'never' })],
      ['no claims', token([])],
      ['too long', token({ email: ada.email, more: 'x'.repeat(10_000) })],
      ['another realm’s', token({ email: ada.email }, 'another key')],
    ]
    for (const [fault, text] of BAD_TOKENS) expect(await fetchKey(text), fault).toEqual(BAD)
    for (const claims of [{}, { email: '' }, { email: 5 }, { user: ada.email }])
      expect(await fetchKey(token(claims))).toEqual(refusal('No email specified in JSON web token claims'))
    expect(await fetchKey(token({ email: ada.email }), { include_profile: 'x' })).toMatchObject({ result: 'error' })

    // The error does not reveal which accounts exist or existed.
    const gone = await realm.newPerson('gone')
    succeeded(await ada.delete(`/users/${gone.id}`))
    const bot = await newBot(ada, 'fig')
    const apiAddress = `user${ada.id}@${new URL(realm.url).hostname}`
    for (const email of ['nobody@example.com', gone.email, bot.email, other.ada.email, apiAddress])
      expect(await fetchKey(token({ email })), email).toEqual(FAILED)

    succeeded(await ada.post('/realm/deactivate'))
    expect(await fetchKey(token({ email: ada.email }))).toMatchObject({ code: 'REALM_DEACTIVATED' })
  })

  test('tokens with a wrong signature count as failed logins, and good tokens do not', async () => {
    const { realm, ada } = await realmNamed('guessed-token-realm')
    await stopClock(realm, NOW)
    const fetchKey = (key: string): Promise<Json> =>
      realm.post('/jwt/fetch_api_key', { token: token({ email: ada.email }, key) })
    for (let attempt = 1; attempt < 50; attempt++) {
      expect(await fetchKey(`key ${attempt}`), `${attempt}`).toEqual(BAD)
      expect(await fetchKey(KEY), `${attempt}`).toMatchObject({ result: 'success' })
    }
    expect(await fetchKey('key 50')).toEqual(BAD)
    for (const key of ['one more', KEY])
      expect(await fetchKey(key)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 1800 })
  })

  test('is refused in an organization without a token key', async () => {
    const { realm, ada } = await emptyRealm()
    for (const key of [KEY, '', 'undefined'])
      expect(await realm.post('/jwt/fetch_api_key', { token: token({ email: ada.email }, key) })).toEqual(
        refusal('JWT authentication is not enabled for this organization'),
      )
  })
})

describe('a token', () => {
  const EMAIL = { email: 'ada@example.com' }
  const read = (text: string) => verifiedClaims(text, KEY, NOW)
  const withHead = (head: unknown) => read(token(EMAIL, KEY, head))
  const signed = (text: string) => `${text}.${createHmac('sha256', KEY).update(text).digest('base64url')}`

  test('has only one valid spelling of its signature', () => {
    const valid = token(EMAIL)
    expect(read(valid)).toEqual(EMAIL)
    const last = valid.at(-1)!
    const sameBits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
      .split('')
      .filter((character) => {
        const bytes = (text: string) => Buffer.from(text, 'base64url').toString('hex')
        return (
          character !== last && bytes(valid.split('.')[2]!) === bytes(valid.split('.')[2]!.slice(0, -1) + character)
        )
      })
    expect(sameBits.length).toBeGreaterThan(0)
    for (const character of sameBits) expect(read(valid.slice(0, -1) + character), character).toBeUndefined()
    for (const other of [valid.slice(0, -2), valid.replace('.', '..'), `${valid}=`, ` ${valid}`, `${valid}\n`])
      expect(read(other), other).toBeUndefined()
  })

  test('is refused if it has critical extensions, known or unknown, well-formed or not', () => {
    for (const crit of [['exp'], ['b64'], ['x'], [], 'x', null, false, {}])
      expect(withHead({ alg: 'HS256', crit, x: 1, b64: true, exp: NOW + 1 }), JSON.stringify(crit)).toBeUndefined()
    expect(withHead({ alg: 'HS256', x: 1, kid: 'a', b64: true })).toEqual(EMAIL) // RFC 7515 ignores other parameters
  })

  test('is signed with HS256 and with nothing else', () => {
    for (const alg of ['hs256', 'HS256 ', 'HS384', 'HS512', 'RS256', 'none', '', null, ['HS256'], undefined])
      expect(withHead({ alg }), String(alg)).toBeUndefined()
    for (const head of [[], null, 'HS256']) expect(withHead(head)).toBeUndefined()
  })

  test('has the type JWT, if it has a type', () => {
    for (const typ of ['JWT', 'jwt', 'application/jwt', undefined])
      expect(withHead({ alg: 'HS256', typ }), typ).toEqual(EMAIL)
    for (const typ of ['at+jwt', 'JOSE', 'JWTx', '', null, 5, ['JWT']])
      expect(withHead({ alg: 'HS256', typ }), String(typ)).toBeUndefined()
  })

  test('is valid from nbf until before exp', () => {
    const timed = (times: string) => read(signed(`${encoded({ alg: 'HS256' })}.${base64url(`{${times}}`)}`))
    for (const times of ['', `"exp":${NOW + 1}`, `"exp":${NOW}.5`, `"nbf":${NOW}`, `"nbf":0,"exp":${NOW + 1}`])
      expect(timed(times), times).toBeDefined()
    const bad = ['"exp":null', '"exp":"9999999999"', '"exp":1e999', '"exp":[9999999999]', '"exp":true']
    const over = [`"exp":${NOW}`, `"exp":${NOW - 1}`, '"exp":0', `"nbf":${NOW + 1}`, '"nbf":-1e999', '"nbf":"0"']
    for (const times of [...bad, ...over]) expect(timed(times), times).toBeUndefined()
  })

  test('is UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{"email":"'), Buffer.of(0xff), Buffer.from('"}')])
    expect(read(signed(`${encoded({ alg: 'HS256' })}.${bytes.toString('base64url')}`))).toBeUndefined()
  })
})
