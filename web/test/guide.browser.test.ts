import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { asks, newPerson, newTopic, opens, userId } from './person'

const subscribedTo = async (name: string): Promise<string[]> =>
  (await asks(name, 'GET /users/me/subscriptions')).subscriptions.map((channel: { name: string }) => channel.name)

const stepsOf = async (owner: string): Promise<string[]> =>
  (await asks(owner, 'POST /register', { fetch_event_types: ['onboarding_steps'] })).onboarding_steps.map(
    ({ name }: { name: string }) => name,
  )

test('97. a new owner is guided through the first tasks, and each is done when it is true', async () => {
  const owner = await newPerson()
  await asks('ada', `PATCH /users/${userId(owner)}`, { role: 100 })
  const page = await opens(owner, {}, '#inbox')
  // Versions of the browser differ in what they allow without a window.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await page.reload()
  const list = page.getByRole('region', { name: 'First steps' })
  await list.waitFor()
  // This organization has channels and people, and this browser allows no notifications.
  await expect
    .poll(() => list.locator('li:not(.done) b').allTextContents())
    .toEqual(['Name and picture', 'Show linked pages'])
  expect(await faultsOn(page)).toEqual([])
  const previews = async () =>
    (await asks(owner, 'POST /register', { fetch_event_types: ['realm'] })).realm_inline_url_embed_preview
  const offer = list.getByRole('checkbox', { name: 'Show linked pages' })
  for (const isOn of [true, false]) {
    await offer.setChecked(isOn)
    await expect.poll(previews).toBe(isOn)
  }
  await list.getByRole('link', { name: 'Choose: Channels to begin with' }).click()
  await page.getByText('Step 2 of 4: Channels to begin with').waitFor()
  expect(await faultsOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Next: Name and picture' }).click()
  await page.getByText('Step 1 of 4: Name and picture').waitFor()
  await page.evaluate(() => (location.hash = '#inbox'))
  await list.getByRole('button', { name: 'Hide' }).click()
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => stepsOf(owner)).not.toContain('parley_tasks')
})

test('only owners see the tasks', async () => {
  const page = await opens('ben', {}, '#inbox')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.evaluate(() => (location.hash = '#organization/profile'))
  await page.locator('.settings-page h3').first().waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
})

test('a new member chooses channels before anything else, until the offer is closed', async () => {
  const name = await newPerson()
  const page = await opens(name, {}, '#inbox')
  const offer = page.getByRole('region', { name: 'First steps' })
  await offer.getByRole('heading', { name: /^Welcome, / }).waitFor()
  expect(await faultsOn(page)).toEqual([])
  await expect.poll(() => offer.getByRole('checkbox', { name: 'general' }).isChecked()).toBe(true)
  // The description has Markdown.
  await offer.getByText('Everyone, about anything.').waitFor()
  const others = offer.locator('label:not(:has(:checked))')
  const other = (await others.first().locator('b').textContent()) ?? ''
  await others.first().click()
  await expect.poll(async () => (await subscribedTo(name)).includes(other)).toBe(true)
  await offer.getByRole('button', { name: /^Open / }).click()
  await offer.waitFor({ state: 'detached' })
  await expect.poll(() => stepsOf(name)).not.toContain('parley_welcome')
})

test('an owner sees what the organization uses and costs, and an administrator does not', async () => {
  const page = await opens('ada')
  const answer = page.waitForResponse('**/json/parley/usage')
  await page.evaluate(() => (location.hash = '#organization/usage'))
  const { messages, plan_dollars, with_long_polls, with_web_sockets } = await (await answer).json()
  expect(messages).toBeGreaterThan(0)
  expect(with_web_sockets.dollars).toBeGreaterThanOrEqual(plan_dollars)
  const costs = page.locator('.data-table')
  await costs.getByText('A month').waitFor()
  const total = await costs.locator('tr.total').textContent()
  for (const { dollars } of [with_long_polls, with_web_sockets]) expect(total).toContain(`$${dollars.toFixed(2)}`)
  const admin = await opens('ben', {}, '#organization/audit-log')
  await admin.getByRole('link', { name: 'People', exact: true }).waitFor()
  await expect.poll(() => admin.getByRole('link', { name: 'Usage and cost' }).count()).toBe(0)
})

test('a bot gets an address for other programs and sends events, and a command gets its answers', async () => {
  const name = `Robot ${newTopic().slice(-6)}`
  const short = name.replaceAll(' ', '').toLowerCase()
  await asks('ada', 'POST /bots', { full_name: name, short_name: short, bot_type: 1 })
  const page = await opens('ada', {}, '#settings/bots')
  const bot = page.locator('.bots > li', { hasText: name })
  await bot.getByRole('button', { name: 'Manage' }).click()
  await bot.getByRole('combobox', { name: 'Channel' }).selectOption('# general')
  await bot.getByLabel('Topic (empty').fill('alerts')
  await bot.getByRole('button', { name: 'Create an address' }).click()
  await expect
    .poll(() => bot.getByRole('group', { name: 'Slack' }).locator('code').textContent())
    .toContain('/services/')
  await bot.getByRole('button', { name: 'Remove # general › alerts' }).click()
  await bot.getByText('There are no addresses.').waitFor()

  await bot.getByLabel('Address', { exact: true }).fill('https://example.com/events')
  await bot.getByRole('button', { name: 'Send events' }).click()
  await bot.getByRole('group', { name: 'Secret of the signatures' }).waitFor()
  await bot.getByRole('checkbox', { name: 'Enabled: https://example.com/events' }).uncheck()
  await bot.getByRole('button', { name: 'Remove https://example.com/events' }).click()
  await bot.getByText('No address receives events.').waitFor()

  await page.evaluate(() => (location.hash = '#organization/commands'))
  await page.getByLabel('Name, such as deploy').fill(short)
  await page.getByLabel('The bot that answers').selectOption(name)
  await page.getByLabel('Address', { exact: true }).fill('https://example.com/command')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: `Remove /${short}` }).click()
  await page.getByRole('button', { name: `Remove /${short}` }).waitFor({ state: 'detached' })
})
