import { createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { verifiedClaims } from '../../src/api/signed-token'
import { refusal } from '../support/answers'
import { Person, succeeded, type Json } from '../support/person'
import { emptyRealm, newBot, TestRealm } from '../support/realm'
import { stopClock } from '../support/tables'

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

/** The realms that vitest.config.ts has keys for. */
async function realmNamed(name: string): Promise<{ realm: TestRealm; ada: Person }> {
  const realm = new TestRealm(name)
  const owner = { owner_email: `ada@${name}.test`, owner_full_name: 'Ada', owner_password: 'correct horse battery' }
  const headers = { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` }
  const founded = succeeded(await realm.post('/realms', { name, ...owner }, { headers }))
  const account = { ...founded, full_name: 'Ada', password: owner.owner_password }
  return { realm, ada: new Person(realm.url, account) }
}

describe('POST /jwt/fetch_api_key', () => {
  test('whoever brings a signed token is whom it says, and nobody else', async () => {
    const { realm, ada } = await realmNamed('token-realm')
    const other = await realmNamed('other-token-realm')
    await stopClock(realm, NOW)
    const asks = (said: string, more = {}): Promise<Json> => realm.post('/jwt/fetch_api_key', { token: said, ...more })

    const { api_key, ...told } = succeeded(await asks(token({ email: ada.email.toUpperCase(), exp: NOW + 1 })))
    expect(told).toEqual({ result: 'success', msg: '', email: ada.email })
    const asAda = new Person(realm.url, { ...ada.account, api_key })
    const own = succeeded(await asAda.get('/users/me'))
    const { user } = succeeded(await asks(token({ email: ada.email }), { include_profile: true }))
    expect(own).toMatchObject(user)

    const BAD_TOKENS: [what: string, said: string][] = [
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
    for (const [what, said] of BAD_TOKENS) expect(await asks(said), what).toEqual(BAD)
    for (const claims of [{}, { email: '' }, { email: 5 }, { user: ada.email }])
      expect(await asks(token(claims))).toEqual(refusal('No email specified in JSON web token claims'))
    expect(await asks(token({ email: ada.email }), { include_profile: 'x' })).toMatchObject({ result: 'error' })

    // Who there is, and who was, is all the same.
    const gone = await realm.newPerson('gone')
    succeeded(await ada.delete(`/users/${gone.id}`))
    const bot = await newBot(ada, 'fig')
    const apiAddress = `user${ada.id}@${new URL(realm.url).hostname}`
    for (const email of ['nobody@example.com', gone.email, bot.email, other.ada.email, apiAddress])
      expect(await asks(token({ email })), email).toEqual(FAILED)

    succeeded(await ada.post('/realm/deactivate'))
    expect(await asks(token({ email: ada.email }))).toMatchObject({ code: 'REALM_DEACTIVATED' })
  })

  test('trying out keys is guessing, and good tokens are none', async () => {
    const { realm, ada } = await realmNamed('guessed-token-realm')
    await stopClock(realm, NOW)
    const asks = (key: string): Promise<Json> =>
      realm.post('/jwt/fetch_api_key', { token: token({ email: ada.email }, key) })
    for (let nth = 1; nth < 50; nth++) {
      expect(await asks(`key ${nth}`), `${nth}`).toEqual(BAD)
      expect(await asks(KEY), `${nth}`).toMatchObject({ result: 'success' })
    }
    expect(await asks('key 50')).toEqual(BAD)
    for (const key of ['one more', KEY])
      expect(await asks(key)).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': 1800 })
  })

  test('where nobody is trusted to say so, nobody comes in like that', async () => {
    const { realm, ada } = await emptyRealm()
    for (const key of [KEY, '', 'undefined'])
      expect(await realm.post('/jwt/fetch_api_key', { token: token({ email: ada.email }, key) })).toEqual(
        refusal('JWT authentication is not enabled for this organization'),
      )
  })
})

describe('a token', () => {
  const EMAIL = { email: 'ada@example.com' }
  const read = (said: string) => verifiedClaims(said, KEY, NOW)
  const withHead = (head: unknown) => read(token(EMAIL, KEY, head))
  const signed = (text: string) => `${text}.${createHmac('sha256', KEY).update(text).digest('base64url')}`

  test('has one spelling of its signature', () => {
    const said = token(EMAIL)
    expect(read(said)).toEqual(EMAIL)
    const last = said.at(-1)!
    const sameBits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('').filter((letter) => {
      const bytes = (text: string) => Buffer.from(text, 'base64url').toString('hex')
      return letter !== last && bytes(said.split('.')[2]!) === bytes(said.split('.')[2]!.slice(0, -1) + letter)
    })
    expect(sameBits.length).toBeGreaterThan(0)
    for (const letter of sameBits) expect(read(said.slice(0, -1) + letter), letter).toBeUndefined()
    for (const other of [said.slice(0, -2), said.replace('.', '..'), `${said}=`, ` ${said}`, `${said}\n`])
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

  test('is of type JWT if it says a type', () => {
    for (const typ of ['JWT', 'jwt', 'application/jwt', undefined])
      expect(withHead({ alg: 'HS256', typ }), typ).toEqual(EMAIL)
    for (const typ of ['at+jwt', 'JOSE', 'JWTx', '', null, 5, ['JWT']])
      expect(withHead({ alg: 'HS256', typ }), String(typ)).toBeUndefined()
  })

  test('is good from nbf until before exp', () => {
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
