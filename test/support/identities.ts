import type { FakeProvider } from './identity-provider'
import { succeeded, type Json, type Person } from './person'
import { Visitor } from './provider-login'

/** Returns a browser in which the user logged in with the password. */
export async function visitorOf({ realm_url, email, account }: Person): Promise<Visitor> {
  const visitor = new Visitor(realm_url)
  await visitor.submit('/json/login', { username: email, password: account.password })
  return visitor
}

/** Asks for a connection. Returns the address at the provider, and keeps the cookie that binds the answer to this browser. */
export async function beginsToConnect(visitor: Visitor, key = 'idp'): Promise<URL> {
  const response = await visitor.submit('/json/parley/identities/connect', { provider: key })
  return new URL(succeeded(await response.json()).url)
}

/** Connects the identity with these claims. Returns the response to the answer of the provider. */
export async function connects(visitor: Visitor, provider: FakeProvider, claims: Json): Promise<Response> {
  const at = await beginsToConnect(visitor)
  provider.claims = { nonce: at.searchParams.get('nonce'), ...claims }
  provider.userInfo = {}
  return visitor.returns(at)
}
