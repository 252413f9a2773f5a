import { describe, expect, test } from 'vitest'
import { officialBouncer, realmWithPhones } from '../support/bouncer/realm-with-phones'
import { Browser, browserOf } from '../support/browser'
import type { Person } from '../support/person'
import { freshRealm } from '../support/realm'

const opens = async (browser: Browser) => {
  const response = await browser.request('/self-hosted-billing/')
  return [response.status, response.headers.get('location') ?? (await response.text())]
}
const opensAs = async (person: Person) => opens(await browserOf(person))

describe('GET site:/self-hosted-billing', () => {
  test('leads who manages plans to the page of the organization at the push service', async () => {
    const { realm, ben, dov, bouncer } = await realmWithPhones(({ dov }) => [dov])
    const [status, location] = await opensAs(ben)
    const [{ user, uri_scheme }] = bouncer.take('server/billing')
    expect([status, location]).toEqual([302, expect.stringContaining(`/remote-billing-login/`)])
    expect(location).toContain(user.uuid)
    expect(user).toMatchObject({ email: ben.email, full_name: expect.stringContaining('Ben') })
    expect(realm.url.startsWith(uri_scheme)).toBe(true)
    expect(await opensAs(dov)).toEqual([400, expect.stringContaining('Insufficient permission')])
    expect(bouncer.take('server/billing')).toEqual([])
    expect(await opens(new Browser(realm.url))).toEqual([302, '/login?next=%2Fself-hosted-billing'])
  })

  test('gives the push service an organization without phones first, and says what it refuses', async () => {
    const { ada } = await freshRealm()
    const bouncer = officialBouncer()
    expect((await opensAs(ada))[0]).toBe(302)
    expect(bouncer.requests.map(({ path }) => path)).toEqual(['server/billing', 'server/analytics', 'server/billing'])
    bouncer.instead = () => new Response('', { status: 503 })
    expect(await opensAs(ada)).toEqual([400, expect.stringContaining('Internal server error')])
    bouncer.instead = () => Response.json({ result: 'success', billing_access_url: 'javascript:alert(1)' })
    expect(await opensAs(ada)).toEqual([400, expect.stringContaining('configuration issue')])
  })
})
