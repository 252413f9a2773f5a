import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { faultsOn } from './accessibility'
import { inFirefox, testWith } from './launch'
import { newUser, PASSWORD } from './new-user'
import { isChromium, openClient } from './person'

const test = testWith('passkeys')
const testOfStrange = testWith('strangePasskeys')

type Device = {
  setVerified: (isVerified: boolean) => Promise<unknown>
  signWrongly?: (isWrong: boolean) => Promise<unknown>
}

/** Gives the browser a device that makes passkeys, as the browser simulates it. */
async function giveDevice(page: Page): Promise<Device> {
  if (!isChromium()) return giveDeviceOfFirefox(page.context().browser()!)
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: (isUserVerified) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    signWrongly: (isBogusSignature) =>
      session.send('WebAuthn.setResponseOverrideBits', { authenticatorId, isBogusSignature }),
  }
}

/** The device belongs to the browser, so it is there until the test ends. */
async function giveDeviceOfFirefox(browser: Browser): Promise<Device> {
  const ask = (call: string) =>
    inFirefox(browser, `Cc['@mozilla.org/webauthn/service;1'].getService(Ci.nsIWebAuthnService).${call}`)
  const id = String(await ask(`addVirtualAuthenticator('ctap2', 'internal', true, true, true, true)`))
  onTestFinished(async () => {
    await ask(`removeVirtualAuthenticator('${id}')`)
  })
  return { setVerified: (isVerified) => ask(`setUserVerified('${id}', ${isVerified})`) }
}

async function typePassword(page: Page, email: string) {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens the page of the passkeys as a new user, and adds one. */
async function withPasskey(options: BrowserContextOptions = {}) {
  const email = await newUser('key')
  const page = await openClient(options, 'login?next=/accounts/passkeys')
  const device = await giveDevice(page)
  await typePassword(page, email)
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  await page.getByLabel('Name of the passkey').fill('Laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  return { email, page, ...device }
}

async function logOut(page: Page) {
  await page.evaluate(() => fetch('/json/logout', { method: 'POST' }).then((response) => response.json()))
}

/** The list of the address field would use the simulated device at once. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    // An empty page has none.
    if (!('PublicKeyCredential' in globalThis)) return
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

const isAtHome = (page: Page) => page.waitForURL(`${inject('server').url}/`)

test('a user adds a passkey, keeps the recovery codes, and gives the passkey another name', async () => {
  const { page } = await withPasskey()
  await expect.poll(() => page.locator('ul.codes li').count()).toBe(10)
  const script = Promise.withResolvers<void>()
  await page.route('**/pages/passkeys.js', (route) => script.promise.then(() => route.continue()))
  await page.getByRole('link', { name: 'I have kept the codes' }).click()
  await page.getByText('Laptop', { exact: true }).waitFor()
  // Until the script is there, the form would only load the page again.
  await expect.poll(() => page.getByText('Rename').first().isVisible()).toBe(false)
  script.resolve()
  await page.getByText('Rename').first().click()
  await page.locator('[data-part=rename] input').fill('Phone')
  await page.locator('[data-part=rename] button').click()
  await page.getByText('Phone', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device already has a passkey for your account.').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You have no passkeys.').waitFor()
})

testOfStrange('the address field offers the passkey, and no address is typed', async () => {
  const { page } = await withPasskey()
  await logOut(page)
  await page.goto(`${inject('server').url}/login`)
  await isAtHome(page)
  await page.locator('.app').waitFor()
})

test('a button asks for the passkey, and the page that follows is the one that was asked for', async () => {
  const { page } = await withPasskey()
  await logOut(page)
  await withoutAutofill(page)
  await page.goto(`${inject('server').url}/login?next=/accounts/passkeys`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Laptop', { exact: true }).waitFor()
})

test('a passkey is the second factor after a password', async () => {
  const { page, email } = await withPasskey()
  await logOut(page)
  await withoutAutofill(page)
  await page.goto(`${inject('server').url}/login`)
  await typePassword(page, email)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isAtHome(page)
})

/** Opens the page to log in as a user with a passkey, and returns the button that asks for it. */
async function atLogin() {
  const { page, ...device } = await withPasskey()
  await logOut(page)
  await withoutAutofill(page)
  await page.goto(`${inject('server').url}/login`)
  return { page, button: page.getByRole('button', { name: 'Log in with a passkey' }), ...device }
}

testOfStrange('a signature that is wrong is refused, with the reason', async () => {
  const { page, button, signWrongly } = await atLogin()
  await signWrongly!(true)
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'This passkey was not accepted' }).waitFor()
  await signWrongly!(false)
  await button.click()
  await isAtHome(page)
})

test('a user whom the device does not verify is refused, with the reason', async () => {
  const { page, button, setVerified } = await atLogin()
  await setVerified(false)
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
  await setVerified(true)
  await button.click()
  await isAtHome(page)
})

test('the client takes a user with a passkey to the page of the second factor, and back to the same view', async () => {
  const { page, email } = await withPasskey()
  await logOut(page)
  await withoutAutofill(page)
  await page.goto(`${inject('server').url}/#recent`)
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await logOut(page)
  await page.reload()
  await page.getByRole('link', { name: 'Log in with a passkey, or another way' }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
})

test('axe finds nothing on the pages to log in, and they fit on a phone', async () => {
  const { page, email } = await withPasskey({ viewport: { width: 390, height: 844 } })
  const found: Record<string, unknown> = {}
  const check = async (name: string) => {
    found[name] = await faultsOn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
  }
  await check('recovery codes')
  await page.getByRole('link', { name: 'I have kept the codes' }).click()
  await page.getByText('Rename').first().click()
  await check('passkeys')
  await logOut(page)
  await withoutAutofill(page)
  await page.goto(`${inject('server').url}/login`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
  await check('login')
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await check('second factor')
  expect(found).toEqual({ 'recovery codes': [], passkeys: [], login: [], 'second factor': [] })
})
