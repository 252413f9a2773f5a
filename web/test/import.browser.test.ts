import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { faultsOn } from './accessibility'
import { tarOf, zipOf, type Files } from './archive'
import { openClient, opens, sends, newTopic } from './person'
import { say } from './slack-message'

type Owner = { site: string; email: string; password: string; api_key: string }

/** Creates a realm for one test, and returns its address and the login of its owner. */
async function newRealm(): Promise<Owner> {
  const name = `upload${Math.random().toString(36).slice(2, 10)}`
  const [email, password] = [`owner@${name}.example.com`, `${name}-tandem-kiwi`]
  const { hostname, port } = new URL(inject('server').url)
  const fields = { name, owner_email: email, owner_full_name: 'Ola Owner', owner_password: password }
  const response = await fetch(`http://${hostname}:${port}/api/v1/realms`, {
    method: 'POST',
    headers: { authorization: 'Bearer development' },
    body: new URLSearchParams(fields),
  })
  const { realm_url, api_key } = await response.json()
  return { site: realm_url, email, password, api_key }
}

async function logIn(page: Page, { email, password }: Owner): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.app:not(:has(.login-sheet))').waitFor()
}

/** Opens the page of the import as the owner of a new realm, through the settings. */
async function openImport(owner: Owner): Promise<Page> {
  const page = await openClient({}, '#organization/import', owner.site)
  await logIn(page, owner)
  await page.getByRole('link', { name: 'Choose an export' }).click()
  await page.getByLabel('Archive or files').waitFor()
  return page
}

async function begin(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.getByLabel('Archive or files').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  await page.getByLabel('Replace everything in this organization').check()
  await page.getByRole('button', { name: 'Import' }).click()
}

const numberOf = (page: Page, title: string) =>
  page
    .locator('.counts div', { has: page.getByText(title, { exact: true }) })
    .locator('dd')
    .textContent()

const slack: Files = {
  'users.json': [
    { id: 'U1', name: 'una', profile: { real_name: 'Una Import', email: 'una@example.com' } },
    { id: 'U2', name: 'udo', is_owner: true, profile: { real_name: 'Udo Import', email: 'udo@example.com' } },
  ],
  'channels.json': [{ id: 'C1', name: 'kitchen', is_general: true, members: ['U1', 'U2'] }],
  'kitchen/2019-01-01.json': [
    say('Who brings *soup*?', 0, { thread_ts: '1546300800.000100', reply_count: 1 }),
    say('I do', 60, { user: 'U2', thread_ts: '1546300800.000100', reactions: [{ name: 'tada', users: ['U1'] }] }),
    { type: 'message', user: 'U1', text: 'lost' },
  ],
}

test('an owner fills a new organization from a ZIP of Slack, and sees the report', async () => {
  const owner = await newRealm()
  const page = await openImport(owner)
  expect(await faultsOn(page)).toEqual([])
  await begin(page, 'slack.zip', zipOf(slack))
  await page.getByRole('heading', { name: 'What was read' }).waitFor()
  await expect.poll(() => numberOf(page, 'People')).toBe('2')
  await expect.poll(() => numberOf(page, 'Channels')).toBe('1')
  await expect.poll(() => numberOf(page, 'Messages')).toBe('2')
  await expect.poll(() => page.locator('.left-out').textContent()).toContain('The row cannot be read: 1')
  expect(await faultsOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, owner)
  await page.evaluate(() => (location.hash = '#organization/users'))
  await page.getByText('Udo Import').first().waitFor()
  await page.evaluate(() => (location.hash = '#organization/import'))
  await page.getByText('This organization was filled from an export before.').waitFor()
  const channel = page.getByRole('link', { name: 'kitchen' }).first()
  await page.evaluate(() => (location.hash = '#inbox'))
  await channel.waitFor()
})

const mattermost = (): Files => {
  const line = (type: string, value: object) => `${JSON.stringify({ type, [type]: value })}\n`
  const channels = [{ name: 'garden', roles: 'channel_user' }]
  const user = { username: 'mia', email: 'mia@example.com', first_name: 'Mia', last_name: 'Import' }
  const post = { team: 'crew', channel: 'garden', user: 'mia', message: 'Look @mia', create_at: 1_546_300_800_000 }
  return {
    'import.jsonl': [
      line('version', {}).replace('{}', '1'),
      line('team', { name: 'crew', display_name: 'Crew' }),
      line('channel', { team: 'crew', name: 'garden', display_name: 'Garden', type: 'O' }),
      line('user', { ...user, teams: [{ name: 'crew', channels }] }),
      line('post', { ...post, attachments: [{ path: 'plan.txt' }] }),
      'no json\n',
    ].join(''),
    'data/plan.txt': 'beds and paths',
  }
}

test('an import of Mattermost continues after a reload of the page, with its files', async () => {
  const owner = await newRealm()
  const page = await openImport(owner)
  // The server cannot be reached while messages are sent.
  await page.context().route('**/parley/copy/messages', (route) => route.abort('connectionreset'))
  await begin(page, 'mattermost.tar.gz', tarOf(mattermost()))
  await page.getByText('Waiting for the server').waitFor()
  await page.getByText('The organization is closed until the import is finished.').waitFor()
  await page.context().unroute('**/parley/copy/messages')
  await page.reload()
  await page.getByText('An import was interrupted in this browser.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'What was read' }).waitFor()
  await expect.poll(() => numberOf(page, 'Files')).toBe('1')
  await expect.poll(() => page.locator('.left-out').textContent()).toContain('The row cannot be read: 1')
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, owner)
})

test('archives that are broken or hostile are refused before the organization changes', async () => {
  const owner = await newRealm()
  const page = await openImport(owner)
  const lies = zipOf(slack)
  lies.writeUInt32LE(10, lies.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  const refused: [name: string, bytes: Buffer, text: string][] = [
    ['broken.zip', zipOf(slack).subarray(0, 100), 'The archive is broken or incomplete.'],
    ['broken.tar.gz', tarOf(slack).subarray(0, 60), 'The archive is broken or incomplete.'],
    ['outside.zip', zipOf({ ...slack, '../users.json': [] }), 'A name in the archive leads out of it'],
    ['bomb.zip', lies, 'Unpacked, the archive would be far too large'],
    ['strange.zip', zipOf({ 'notes.txt': 'hello' }), 'This is no export that this page knows.'],
  ]
  for (const [name, bytes, text] of refused) {
    await begin(page, name, bytes)
    await page.getByText(text).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Archive or files').waitFor()
  }
  await page.goto(`${owner.site}/#organization/import`)
  await page.getByRole('link', { name: 'Choose an export' }).waitFor()
})

test('an export without messages asks first, and the right one can be chosen instead', async () => {
  const owner = await newRealm()
  const page = await openImport(owner)
  const empty = zipOf({ ...slack, 'kitchen/2019-01-01.json': [] })
  await begin(page, 'empty.zip', empty)
  await page.getByText('The export has no people, or no messages.').waitFor()
  await page.getByText('The import would create no messages.').waitFor()
  await page.getByRole('button', { name: 'Forget it, and choose another export' }).click()
  await begin(page, 'empty.zip', empty)
  await page.getByRole('button', { name: 'Import it nevertheless' }).click()
  await page.getByRole('heading', { name: 'What was read' }).waitFor()
  await expect.poll(() => numberOf(page, 'People')).toBe('2')
})

test('an organization with messages cannot be filled, and only owners see the import', async () => {
  await sends('ben', newTopic(), ['hello'])
  const owner = await opens('ada', {}, '#organization/import')
  await owner.getByText('Users have sent messages here').waitFor()
  await expect.poll(() => owner.getByRole('link', { name: 'Choose an export' }).count()).toBe(0)
  const admin = await opens('ben', {}, '#organization/exports')
  await admin.locator('.settings-list a', { hasText: 'Exports' }).waitFor()
  await expect.poll(() => admin.locator('.settings-list a', { hasText: 'Import' }).count()).toBe(0)
})

test('a user who may not import reads why, and finds no form', async () => {
  const page = await opens('ezra')
  await page.goto(`${inject('server').url}/?import`)
  await page.getByRole('alert').getByText('Must be an organization owner').waitFor()
  await expect.poll(() => page.getByLabel('Archive or files').count()).toBe(0)
})
