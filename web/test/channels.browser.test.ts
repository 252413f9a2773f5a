import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { asks, newTopic, opens, userId } from './person'

/** Creates a channel of its own, so that tests do not change each other's. */
async function newChannel(): Promise<{ name: string; stream_id: number; hash: string }> {
  const name = `channel ${newTopic().slice(-8)}`
  const { id } = await asks('ada', 'POST /channels/create', { name, subscribers: [userId('ada'), userId('dov')] })
  return { name, stream_id: id, hash: `#channels/${id}/-/settings` }
}

const channel = async (stream_id: number) => (await asks('ada', `GET /streams/${stream_id}`)).stream

test('39, 42, 46. the settings of a channel and of a new one have an address, and axe finds nothing', async () => {
  const { name, hash } = await newChannel()
  const page = await opens('ada', {}, hash)
  await page.getByRole('dialog', { name: `Settings of # ${name}` }).waitFor()
  await page.getByRole('group', { name: 'Email address', exact: true }).waitFor()
  expect(await faultsOn(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.locator('.sheet-body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0)
  await page.evaluate(() => (location.hash = '#channels/new'))
  await page.getByRole('dialog', { name: 'New channel' }).waitFor()
  expect(await faultsOn(page)).toEqual([])
})

test('the email address of a channel has the options that the user chooses, and another one replaces it', async () => {
  const { stream_id, hash } = await newChannel()
  const page = await opens('ada', {}, hash)
  const address = page.getByRole('group', { name: 'Email address', exact: true }).locator('code')
  const { email } = await asks('ada', `GET /streams/${stream_id}/email_address`)
  await expect.poll(() => address.textContent()).toBe(email)
  await page.getByLabel('Keep bold text, links and lists').check()
  await expect.poll(() => address.textContent()).toBe(email.replace('@', '.prefer-html@'))
  await page.getByLabel('Show who sent the email').uncheck()
  await expect.poll(() => address.textContent()).toBe(email.replace('.show-sender@', '.prefer-html@'))
  await page.getByRole('button', { name: 'Replace the address' }).click()
  await page
    .getByRole('dialog', { name: 'Replace the address' })
    .getByRole('button', { name: 'Replace the address' })
    .click()
  await page.getByRole('dialog', { name: 'Replace the address' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await asks('ada', `GET /streams/${stream_id}/email_address`)).email).not.toBe(email)
})

test('a private channel is created with a description, a person and a permission', async () => {
  const name = `secret ${newTopic().slice(-8)}`
  const page = await opens('ada', {}, '#channels/all')
  await page.getByRole('link', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog', { name: 'New channel' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Description').fill('Plans')
  await dialog.getByLabel('Who can read it').selectOption('Its subscribers, from when they join')
  await dialog.getByRole('combobox', { name: 'Subscribe a person' }).fill('dov')
  await dialog.getByRole('option', { name: 'Dov Peretz' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.locator('summary').click()
  await dialog.getByRole('combobox', { name: 'Write', exact: true }).selectOption('Moderators')
  await dialog.getByRole('button', { name: 'Create channel' }).click()
  await page.getByRole('heading', { name }).waitFor()
  const { stream_id } = await asks('ada', 'GET /get_stream_id', { stream: name })
  expect(await channel(stream_id)).toMatchObject({
    description: 'Plans',
    invite_only: true,
    history_public_to_subscribers: false,
    can_send_message_group: 4,
  })
  const { subscribers } = await asks('ada', `GET /streams/${stream_id}/members`)
  expect(new Set(subscribers)).toEqual(new Set([userId('ada'), userId('dov')]))
})

test('a channel is renamed, made private, muted, and its subscribers change', async () => {
  const { name, stream_id, hash } = await newChannel()
  const page = await opens('ada', {}, hash)
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await field.press('End')
  await field.pressSequentially(' b')
  await field.blur()
  await page.getByRole('dialog', { name: `Settings of # ${name} b` }).waitFor()
  await dialog.getByLabel('Who can read it').selectOption('Its subscribers, with earlier messages')
  await page.getByRole('dialog', { name: 'What would change' }).getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await channel(stream_id)).invite_only).toBe(true)
  await dialog.getByLabel('Mute').check()
  await expect.poll(() => page.locator('.rail .row.muted', { hasText: `${name} b` }).count()).toBe(1)
  await dialog.getByRole('combobox', { name: 'Subscribe a group' }).fill('moderators')
  await dialog.getByRole('listbox', { name: 'Subscribe a group' }).getByRole('option', { name: 'Moderators' }).waitFor()
  await page.keyboard.press('Enter')
  const members = async () => (await asks('ada', `GET /streams/${stream_id}/members`)).subscribers
  await expect.poll(members).toContain(userId('cleo'))
  await dialog.getByRole('button', { name: 'Unsubscribe Cleo Marchetti' }).click()
  await expect.poll(members).not.toContain(userId('cleo'))
})

test('topics are resolved and deleted in the settings, and the channel is archived', async () => {
  const { name, stream_id, hash } = await newChannel()
  const [first, second] = [newTopic(), newTopic()]
  for (const topic of [first, second])
    await asks('ada', 'POST /messages', { type: 'channel', to: name, topic, content: 'hello' })
  const page = await opens('ada', {}, hash)
  const dialog = page.getByRole('dialog', { name: `Settings of # ${name}` })
  await dialog.getByRole('button', { name: `Resolve ${first}` }).click()
  await dialog.getByRole('button', { name: new RegExp(`Open .*${first} again`) }).waitFor()
  await dialog.getByRole('button', { name: `Delete ${second}` }).click()
  const question = page.getByRole('dialog', { name: `Delete ${second}` })
  await question.getByRole('button', { name: 'Delete' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => dialog.getByRole('link', { name: second }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await page
    .getByRole('dialog', { name: `Archive: # ${name}` })
    .getByRole('button', { name: 'Archive' })
    .click()
  await expect.poll(async () => (await channel(stream_id)).is_archived).toBe(true)
})
