import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { Browser } from '../support/browser'
import { emailTo, linkIn, openPage, submitPage } from '../support/mail'
import { succeeded, type Person } from '../support/person'
import { emptyRealm, freshRealm, newTestRealm } from '../support/realm'
import { executeSql, selectRows } from '../support/tables'

const COMMON =
  'This password is too easy to guess. Use several words that have nothing to do with you or this organization.'
const LEAKED = 'This password is known from a data leak of another site. Choose another one.'

/** The hash of `correct horse` that an earlier version stored: N=1024, p=1. */
const OLD_HASH = 'scrypt$1024$AAECAwQFBgcICQoLDA0ODw==$nfkj3u1fRTHCea+fVr03sWV770kp5wLOLoEakziKhqE='

describe('an old password hash', () => {
  test('gets the cost of new ones when its user logs in, and only then', async () => {
    const { realm, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET password_hash = ? WHERE user_id = ?', OLD_HASH, dov.id)
    const hash = async () =>
      (await selectRows(realm, 'SELECT password_hash FROM users WHERE user_id = ?', dov.id))[0]!.password_hash
    const logIn = (password: string) => new Browser(realm.url).post('/login', { username: dov.email, password })
    expect((await logIn('correct house')).code).toBe('AUTHENTICATION_FAILED')
    expect(await hash()).toBe(OLD_HASH)
    expect(await logIn('correct horse')).toEqual(SUCCESS)
    const renewed = await hash()
    expect(renewed).toMatch(/^scrypt\$16\$5\$/)
    succeeded(await realm.post('/fetch_api_key', { username: dov.email, password: 'correct horse' }))
    expect(await hash()).toBe(renewed)
  })
})

describe('a password that is guessed first', () => {
  test.for(['Password2026!', 'Dov2026!!!!', 'qwertyuiop12'])(
    'is refused wherever a user chooses one: %s',
    async (password) => {
      const { realm, ada, dov } = await freshRealm()
      const change = { old_password: dov.account.password, new_password: password }
      expect(await dov.patch('/settings', change)).toEqual(refusal(COMMON))
      const account = { email: `gwen@${realm.name}.test`, full_name: 'Dov Gwen', password }
      await executeSql(realm, 'UPDATE users SET can_create_users = 1 WHERE user_id = ?', ada.id)
      expect(await ada.post('/users', account)).toEqual(refusal(COMMON))
      await submitPage(`${realm.url}/accounts/password/reset/`, { email: dov.email })
      const link = linkIn(await emailTo(realm, dov.email))
      const page = await submitPage(link, { password })
      expect([page.status, page.html.includes('too easy to guess')]).toEqual([400, true])
      succeeded(await dov.patch('/settings', { ...change, new_password: 'tangled violin moth' }))
      succeeded(await ada.post('/users', { ...account, password: 'tangled violin moth' }))
    },
  )

  test('is refused for the owner of a new organization, and for an account of a development server', async () => {
    const realm = newTestRealm()
    const owner = { name: realm.name, full_name: 'Zanzibar Ltd', owner_email: `zoe@${realm.name}.test` }
    const creates = (owner_password: string) =>
      realm.post(
        '/realms',
        { ...owner, owner_full_name: 'Zoe', owner_password },
        { headers: { authorization: `Bearer ${env.DEPLOYMENT_SECRET}` } },
      )
    for (const password of ['Password2026!', 'Zanzibar-zoe-1234'])
      expect(await creates(password)).toEqual(refusal(COMMON))
    expect(await creates('short')).toEqual(refusal('The password is too weak.'))
    succeeded(await creates('tangled violin moth'))
    const account = { email: `gwen@${realm.name}.test`, full_name: 'Gwen' }
    expect(await realm.post('/dev_create_user', { ...account, password: 'gwen-password' })).toEqual(refusal(COMMON))
    succeeded(await realm.post('/dev_create_user', { ...account, password: 'tangled violin moth' }))
  })

  test('contains the name of the organization', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { name: 'Zanzibar Ltd' }))
    const change = { old_password: dov.account.password, new_password: 'Zanzibar-1234' }
    expect(await dov.patch('/settings', change)).toEqual(refusal(COMMON))
  })
})

describe('a password from a data leak', () => {
  const PASSWORD = 'tangled violin moth'
  const hash = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()
  const [prefix, rest] = [hash.slice(0, 5), hash.slice(5)]

  /** Replaces the service until the test ends. Returns the requests that it receives. */
  function service(answer: () => Response): Request[] {
    const requests: Request[] = []
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      requests.push(new Request(input, init))
      return Promise.resolve().then(answer)
    })
    const original = { ...env }
    Object.assign(env, { OUTSIDE_REQUESTS_OFF: '' })
    onTestFinished(() => {
      spy.mockRestore()
      Object.assign(env, original)
    })
    return requests
  }

  const change = (ada: Person) => ada.patch('/settings', { old_password: ada.account.password, new_password: PASSWORD })

  test('is refused, and the service learns only the first 20 bits of its hash', async () => {
    const { ada } = await emptyRealm()
    const requests = service(() => new Response(`${'0'.repeat(35)}:7\r\n${rest}:3\r\n`))
    expect(await change(ada)).toEqual(refusal(LEAKED))
    expect(requests.map(({ url }) => url)).toEqual([`https://api.pwnedpasswords.com/range/${prefix}`])
    expect(requests[0]!.headers.get('add-padding')).toBe('true')
  })

  test.for<[string, () => Response, string?]>([
    ['does not know it', () => new Response(`${'0'.repeat(35)}:7\r\n${rest}:0\r\n`)],
    ['answers with an error', () => new Response('no', { status: 503 }), 'status 503'],
    ['cannot be reached', () => { throw new Error('unreachable') }, 'unreachable'], // prettier-ignore
    ['sends too much', () => new Response(`${rest}:3\r\n${'x'.repeat(200_000)}`), 'too-large'],
  ])('is accepted when the service %s, and the operator reads why', async ([, answer, failure]) => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { ada } = await emptyRealm()
    service(answer)
    expect(await change(ada)).toEqual(SUCCESS)
    const lines = log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('breached_passwords'))
    const expected = { level: 'warn', event: 'breached_passwords_unavailable', failure }
    expect(lines).toEqual(failure === undefined ? [] : [JSON.stringify(expected)])
  })

  test('is asked about nowhere if the deployment disabled it', async () => {
    const { ada } = await emptyRealm()
    const requests = service(() => new Response(`${rest}:3\r\n`))
    Object.assign(env, { OUTSIDE_REQUESTS_OFF: 'breached_passwords' })
    expect(await change(ada)).toEqual(SUCCESS)
    expect(requests).toEqual([])
  })
})

describe('the strength meter', () => {
  test('is loaded only by pages on which a password is chosen', async () => {
    const { realm, dov } = await freshRealm()
    await submitPage(`${realm.url}/accounts/password/reset/`, { email: dov.email })
    const script = '<script type="module" src="/pages/password.js">'
    const chosen = await openPage(linkIn(await emailTo(realm, dov.email)))
    const policy = chosen.headers.get('content-security-policy')
    expect([chosen.html.includes(script), policy?.includes(`script-src ${realm.url}/pages/password.js;`)]).toEqual([
      true,
      true,
    ])
    for (const path of ['/login', '/accounts/password/reset'])
      expect((await openPage(realm.url + path)).html).not.toContain(script)
  })
})
