import { env } from 'cloudflare:workers'
import { describe, expect, inject, test } from 'vitest'
import { browserOf } from '../support/browser'
import { newGroup } from '../support/groups'
import { succeeded, type Json } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { executeSql } from '../support/tables'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the identity provider of test/support/certified-provider.mjs. Clients register themselves. */
    certifiedProvider: string
  }
}

/** A browser at the provider: it keeps cookies, follows redirects there, and submits the forms of its pages. */
class ProviderVisitor {
  readonly #cookies = new Map<string, string>()

  constructor(readonly issuer: string) {}

  /** Returns the address to which the provider sends the browser back. */
  async logsIn(from: URL, login: string): Promise<URL> {
    let next = await this.#open(from.href)
    for (const form of [`prompt=login&login=${login}&password=any`, 'prompt=consent']) {
      if (!next.startsWith(`${this.issuer}/interaction/`)) break
      next = await this.#open(next, new URLSearchParams(form))
    }
    return new URL(next)
  }

  /** Returns the address to which the redirects lead: a page with a form, or an address of another server. */
  async #open(address: string, body?: URLSearchParams): Promise<string> {
    let [at, form] = [address, body]
    for (;;) {
      if (!at.startsWith(this.issuer)) return at
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const init = {
        method: form ? 'POST' : 'GET',
        body: form ?? null,
        headers: { cookie },
        redirect: 'manual' as const,
      }
      const response = await fetch(at, init)
      for (const header of response.headers.getSetCookie()) {
        const [name, value] = header.split(';')[0]!.split(/=(.*)/s)
        this.#cookies.set(name!, value!)
      }
      await response.text()
      const location = response.headers.get('location')
      if (location === null) return at
      ;[at, form] = [new URL(location, at).href, undefined]
    }
  }
}

async function register(issuer: string, redirect_uri: string): Promise<Json> {
  const body = JSON.stringify({ redirect_uris: [redirect_uri] })
  const response = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status, await response.clone().text()).toBe(201)
  return response.json()
}

async function withCertifiedProvider() {
  const issuer = inject('certifiedProvider')
  const base = { key: 'certified', kind: 'oidc', issuer, display_name: 'Certified', trusted_domains: ['*'] }
  // The client is registered for the address of the realm, whose name is known only then.
  const cast = await realmWithProviders([], { CALLS_PRIVATE_ADDRESSES: 'true' })
  const { client_id, client_secret } = await register(issuer, `${cast.realm.url}/complete/certified/`)
  Object.assign(env, { SIGN_IN_PROVIDERS: JSON.stringify([{ ...base, client_id, client_secret }]) })
  return { ...cast, issuer }
}

describe('a login at a certified provider', () => {
  test('creates an account, and opens the same account later', async () => {
    const { realm, ada, issuer } = await withCertifiedProvider()
    succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))
    const users = []
    for (let time = 0; time < 2; time++) {
      const visitor = new Visitor(realm.url)
      const back = await new ProviderVisitor(issuer).logsIn(
        await visitor.begins('/accounts/login/social/certified'),
        'zoe@x.example',
      )
      expect(back.searchParams.get('iss')).toBe(issuer)
      expect((await visitor.open(back.href)).status).toBe(302)
      users.push(await visitor.user())
    }
    expect(users[0]).toMatchObject({ delivery_email: 'zoe@x.example', full_name: 'Zoe Zimmer' })
    expect(users[1]?.user_id).toBe(users[0]?.user_id)
  })

  test('decides the groups of its claim, which it states for a scope of its own', async () => {
    const { realm, ada, dov, issuer } = await withCertifiedProvider()
    await executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', dov.id, dov.email)
    const group_id = await newGroup(ada, 'engineering')
    const map = { claim: 'groups', scope: 'groups', groups: [{ value: '/eng', group_id }] }
    succeeded(await (await browserOf(ada)).put('/parley/providers/certified/groups', map))
    for (const groups of [['/eng', '/other'], []]) {
      const stated = new URLSearchParams([['login', dov.email], ...groups.map((group) => ['group', group])])
      expect((await fetch(`${issuer}/test/groups?${stated.toString()}`)).ok).toBe(true)
      const visitor = new Visitor(realm.url)
      const from = await visitor.begins('/accounts/login/social/certified')
      expect((await visitor.open((await new ProviderVisitor(issuer).logsIn(from, dov.email)).href)).status).toBe(302)
      const { members } = succeeded(await ada.get(`/user_groups/${group_id}/members`))
      expect(members.includes(dov.id)).toBe(groups.length > 0)
    }
  })

  test('links an account whose address is proven', async () => {
    const { realm, dov, issuer } = await withCertifiedProvider()
    await executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', dov.id, dov.email)
    const visitor = new Visitor(realm.url)
    const back = await new ProviderVisitor(issuer).logsIn(
      await visitor.begins('/accounts/login/social/certified'),
      dov.email,
    )
    expect((await visitor.open(back.href)).status).toBe(302)
    expect(await visitor.user()).toMatchObject({ user_id: dov.id })
  })

  test('does not count with the code of another login, because its challenge is another', async () => {
    const { realm, issuer } = await withCertifiedProvider()
    const [one, two] = [new Visitor(realm.url), new Visitor(realm.url)]
    const path = '/accounts/login/social/certified'
    const stolen = await new ProviderVisitor(issuer).logsIn(await one.begins(path), 'victim@x.example')
    const own = await new ProviderVisitor(issuer).logsIn(await two.begins(path), 'thief@x.example')
    own.searchParams.set('code', stolen.searchParams.get('code')!)
    expect((await two.open(own.href)).status).toBe(502)
    expect(await two.user()).toBeUndefined()
  })
})
