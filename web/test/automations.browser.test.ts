import { expect, test } from 'vitest'
import { asks, newTopic, opens, sends } from './person'

const newName = () => `Answers ${newTopic().slice(-6)}`

/** Returns a channel of its own, in which cleo can write. */
async function newChannel() {
  const name = `help ${newTopic().slice(-6)}`
  const { id: stream_id } = await asks('ada', 'POST /channels/create', { name, subscribers: [] })
  for (const person of ['ada', 'cleo'] as const)
    await asks(person, 'POST /users/me/subscriptions', { subscriptions: [{ name }] })
  return { name, stream_id }
}

test('a user makes an automation on a phone, tries it, and sees that it ran', async () => {
  const channel = await newChannel()
  const name = newName()
  const page = await opens('ada', { viewport: { width: 390, height: 800 } }, '#settings/automations')
  const part = page.getByRole('region', { name: 'New automation' })
  await part.getByLabel('Name', { exact: true }).fill(name)
  await part.getByLabel('Channel').first().selectOption(`# ${channel.name}`)
  await part.getByLabel('Words, with commas between them').fill('help, broken')
  await part.getByLabel('Text', { exact: true }).fill('Thank you, {person}')
  await part.getByLabel('Text to try it with').fill('All is well')
  // The keyboard is enough.
  await part.getByRole('button', { name: 'Try it' }).press('Enter')
  await part.getByText('The text has none of the words').waitFor()
  await part.getByText('Thank you, @_**Ada').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await part.getByRole('button', { name: 'Save' }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.waitFor()
  await expect.poll(() => part.getByLabel('Name', { exact: true }).inputValue()).toBe('')

  await sends('cleo', 'doors', ['It is broken'], { channel })
  const newest = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['channel', channel.stream_id]] }
  await expect
    .poll(async () => {
      const { messages } = await asks('ada', 'GET /messages', { ...newest, apply_markdown: false })
      return messages.map(({ content }: { content: string }) => content.slice(0, 12))
    })
    .toEqual(['It is broken', 'Thank you, @'])
  await row.getByLabel(`Runs: ${name}`).click()
  await row.getByText('Done · ').waitFor()
  await row.getByLabel(`On: ${name}`).click()
  await expect
    .poll(async () => (await asks('ada', 'GET /parley/automations')).automations.at(-1))
    .toMatchObject({ name, is_enabled: false })
})

test('an automation is changed, its kind of action keeps the focus, and a refusal is shown where it belongs', async () => {
  const name = newName()
  // One for new members would write to the people of other tests.
  const trigger = { kind: 'webhook' }
  await asks('ada', 'POST /parley/automations', {
    name,
    trigger,
    actions: [{ kind: 'write_to_person', content: 'Hello' }],
  })
  const page = await opens('ada', {}, '#settings/automations')
  await page.getByRole('button', { name: `Change: ${name}` }).click()
  const part = page.getByRole('region', { name: `Change: ${name}` })
  await expect.poll(() => part.getByLabel('When').inputValue()).toBe('webhook')
  await expect.poll(() => part.getByLabel('Text', { exact: true }).inputValue()).toBe('Hello')
  const action = part.getByRole('group', { name: 'Then: action 1' }).getByRole('combobox')
  await action.focus()
  await action.selectOption('Call an address')
  expect(await action.evaluate((element) => element === document.activeElement)).toBe(true)
  await part.getByLabel('Address (https)').fill('ftp://example.com/')
  await part.getByRole('button', { name: 'Try it' }).click()
  await part.getByText('An address is not a URL').waitFor()
  await part.getByRole('button', { name: 'Add an action' }).click()
  await part.getByRole('button', { name: 'Remove action 1' }).click()
  await part.getByLabel('Text', { exact: true }).fill('Nowhere')
  await part.getByRole('button', { name: 'Try it' }).click()
  await part.getByText('Refused: There is no message').waitFor()
})

test('a reader of the channel fills in a form, and an owner stops all', async () => {
  const channel = await newChannel()
  const title = newName()
  await asks('cleo', 'POST /parley/automations', {
    name: title,
    trigger: { kind: 'form', stream_id: channel.stream_id, title, fields: ['What', 'Where'] },
    actions: [{ kind: 'send', stream_id: null, topic: '', content: '{text}' }],
  })
  const page = await opens('ada', {}, '#settings/automations')
  const form = page.getByRole('listitem').filter({ hasText: title })
  await form.getByRole('button', { name: `Fill in: ${title}` }).click()
  await form.getByLabel('What').fill('A door')
  await form.getByLabel('Where').fill('Kitchen')
  await page.keyboard.press('Enter')
  await page.getByText('The form was sent.').waitFor()

  const owner = await opens('ada', {}, '#organization/automations')
  const row = owner.getByRole('listitem').filter({ hasText: title })
  await row.getByText('By Cleo').waitFor()
  await owner.getByRole('button', { name: 'Stop all' }).click()
  await owner.getByRole('dialog', { name: 'Stop all' }).getByRole('button', { name: 'Stop all' }).click()
  await row.locator('input:disabled').waitFor()
})
