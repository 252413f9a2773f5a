import { createHmac } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { faultsOn } from './accessibility'
import { bodyOf } from './launch'
import { newUser, PASSWORD } from './new-user'
import { apiKeyOf, newPerson, newTopic, openClient, opens, rowOf } from './person'

/** Opens a page of the server, and logs in a new user on the way. */
async function opensPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openClient(options, `login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email address').fill(await newUser('safe'))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  return page
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the code that an app shows for a secret now. */
function codeNow(secret: string): string {
  const bits = [...secret].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('a browser without scripts sets one-time codes up, and turns them off', async () => {
  const page = await opensPage('/accounts/one-time-codes', { javaScriptEnabled: false })
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
  const secret = (await page.locator('main code').textContent())!.replaceAll(' ', '')
  await page.getByLabel('Code of the app').fill(codeNow(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await expect.poll(() => page.locator('ul.codes li').count()).toBe(10)
  await page.getByRole('link', { name: 'I have kept the codes' }).click()
  await page.getByText('Recovery codes left: 10.').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up one-time codes' }).waitFor()
})

test('axe finds nothing on the page of one-time codes', async () => {
  const page = await opensPage('/accounts/one-time-codes', { viewport: { width: 320, height: 700 } })
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  await page.getByRole('img', { name: 'QR code with the key' }).waitFor()
  expect(await faultsOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

test('a new API key needs the password again', async () => {
  const page = await opensPage('/#settings/account')
  await page.getByRole('button', { name: 'Make a new key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm who you are' })
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'Wrong password' }).waitFor()
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('group', { name: 'API key' }).locator('code').waitFor()
})

const IDENTITY = { issuer: 'https://idp.example', subject: 'kim', provider: 'corp', display_name: 'Corp', email: null }
const TIMES = { date_connected: 1_700_000_000, last_used: 1_700_000_000 }

test('an identity is listed, and removed', async () => {
  const page = await openClient()
  let identities = [{ ...IDENTITY, ...TIMES }]
  let removed: string | undefined = ''
  await page.route('**/json/parley/identities', async (route) => {
    if (route.request().method() === 'DELETE') {
      removed = await bodyOf(route)
      identities = []
    }
    return route.fulfill({ json: { result: 'success', msg: '', identities } })
  })
  await page.goto(`${inject('server').url}/login?next=${encodeURIComponent('/#settings/account')}`)
  await page.getByLabel('Email address').fill(await newUser('safe'))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const part = page.getByRole('region', { name: 'Connected identities' })
  await part.getByText('Corp').waitFor()
  await part.getByRole('button', { name: 'Remove Corp' }).click()
  await part.waitFor({ state: 'detached' })
  expect(removed).toBe('issuer=https%3A%2F%2Fidp.example&subject=kim')
})

test('an agent is listed with what it may do, and is disconnected after a question', async () => {
  const page = await openClient()
  let agents = [
    {
      agent_id: 7,
      client_name: 'Scribe',
      host: 'scribe.example',
      scopes: ['messages:read', 'drafts:write'],
      stream_ids: null,
      last_used: 1_700_000_000,
    },
  ]
  await page.route('**/json/parley/agents', (route) => route.fulfill({ json: { result: 'success', msg: '', agents } }))
  await page.route('**/json/parley/agents/7', (route) => {
    agents = []
    return route.fulfill({ json: { result: 'success', msg: '' } })
  })
  await page.goto(`${inject('server').url}/login?next=${encodeURIComponent('/#settings/account')}`)
  await page.getByLabel('Email address').fill(await newUser('safe'))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const part = page.getByRole('region', { name: 'Connected agents' })
  await part.getByText('reads messages, profiles and files, saves drafts').waitFor()
  await part.getByRole('button', { name: 'Disconnect Scribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await part.waitFor({ state: 'detached' })
})

test('what an agent did is listed, and a message that it wrote is a click away', async () => {
  const name = await newPerson()
  const topic = newTopic()
  const call = (tool: string, args: object) =>
    fetch(`${inject('server').url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${apiKeyOf(name)}`,
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } }),
    }).then((response) => response.json())
  await call('send_message', { channel: 'general', topic, content: 'written by a robot' })
  await call('send_message', { channel: 'no such channel', topic, content: 'refused' })
  for (let nth = 0; nth < 10; nth++) await call('list_channels', {})
  const page = await opens(name, {}, '#settings/account')
  const part = page.getByRole('region', { name: 'What agents did' })
  await part.getByRole('listitem').first().waitFor()
  await expect.poll(() => part.getByRole('listitem').count()).toBe(10)
  await part.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => part.getByRole('listitem').count()).toBe(12)
  await expect.poll(() => part.getByText('refused').count()).toBe(1)
  expect(await faultsOn(page)).toEqual([])
  await part.getByRole('link', { name: 'Show message' }).click()
  await rowOf(page, 'written by a robot').waitFor()
})

test('an owner makes a token of the directory, replaces it and removes both', async () => {
  const name = `Okta ${newTopic().slice(-6)}`
  const page = await opens('ada', {}, '#organization/directory')
  await page.getByText('/scim/v2').waitFor()
  await page.getByLabel('Name, such as that of the directory').fill(name)
  await page.getByRole('button', { name: 'Create a token' }).click()
  const token = page.getByRole('group', { name: 'Token of the directory' }).locator('code')
  await token.waitFor()
  const first = await token.textContent()
  expect(first?.length).toBe(48)
  await page.getByRole('button', { name: `Replace ${name}` }).click()
  await page.getByText('Two tokens are valid.').waitFor()
  await expect.poll(() => token.textContent()).not.toBe(first)
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: `Remove ${name}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: `Remove ${name}` }).count()).toBe(left)
  }
})

test('a user deletes the account and all personal data', async () => {
  const email = await newUser('gone')
  const page = await openClient({}, `login?next=${encodeURIComponent('/#settings/data')}`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const part = page.getByRole('region', { name: 'Delete your account and data' })
  await part.getByLabel('Type your email address').fill('other@parley.example')
  await part.getByRole('button', { name: 'Delete my account and data' }).click()
  await page.getByText('This is not the email address of your account').waitFor()
  await part.getByLabel('Type your email address').clear()
  await part.getByLabel('Type your email address').fill(email)
  await part.getByRole('button', { name: 'Delete my account and data' }).click()
  await page.getByLabel('Password').waitFor()
  const body = new URLSearchParams({ username: email, password: PASSWORD })
  const response = await fetch(`${inject('server').url}/api/v1/fetch_api_key`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ result: 'error' })
})
