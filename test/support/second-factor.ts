import { bytesOfBase32, codeOfStep, stepAt } from '../../src/domain/people/factors/totp-rules'
import { Browser, browserOf } from './browser'
import { succeeded, type Person } from './person'
import type { TestRealm } from './realm'
import { runInDurableObject } from 'cloudflare:test'
import type { RealmObject } from '../../src/realm-object'

/** Returns the code of a secret at the realm's time, or `steps` steps later. */
export async function codeNow(realm: TestRealm, secret: string, steps = 0): Promise<string> {
  const milliseconds = await runInDurableObject(realm.stub, (object: RealmObject) => object.clock())
  return codeOfStep(bytesOfBase32(secret), stepAt(milliseconds / 1000) + steps)
}

/** Turns one-time codes on for a user. The code that confirmed them is of the step before the realm's time. */
export async function withCodes(realm: TestRealm, person: Person) {
  const browser = await browserOf(person)
  const { secret } = succeeded(await browser.post('/parley/factors/totp'))
  const code = await codeNow(realm, secret, -1)
  const { recovery_codes } = succeeded(await browser.post('/parley/factors/totp/confirm', { code }))
  return { browser, secret: String(secret), recovery_codes: recovery_codes as string[], used: code }
}

/** Returns a browser in which the user has entered the password, and not the second factor. */
export async function waitingBrowser({ realm_url, email, account }: Person): Promise<Browser> {
  const browser = new Browser(realm_url)
  succeeded(await browser.post('/login', { username: email, password: account.password }))
  return browser
}
