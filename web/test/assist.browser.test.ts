import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModels } from '../../test/support/model-server.mjs'
import { faultsOn } from './accessibility'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { enters, openClient, rowOf } from './person'

let models: Awaited<ReturnType<typeof startModels>>
beforeAll(async () => {
  models = await startModels()
})
afterAll(() => models.stop())

/** Opens the client as the owner of a new realm, in a topic with messages. */
async function withTopic(model: string, contents: string[], others: Record<string, string> = {}): Promise<Page> {
  const realm = await newRealm()
  const page = await openClient({}, '', realm.realm_url)
  await logsOwnerIn(page, realm)
  const send = (call: string, fields: Record<string, string>) => owners(page, realm, call, fields)
  const settings = { parley_language_model: 'address', parley_language_model_name: 'small', ...others }
  if (model !== '') await send('PATCH /realm', { ...settings, parley_language_model_url: `${models.url}/${model}` })
  const { user_id } = await send('POST /dev_create_user', {
    email: 'mia@example.com',
    password: realm.password,
    full_name: 'Mia Member',
  })
  for (const content of contents)
    await send('POST /messages', { type: 'direct', to: JSON.stringify([user_id]), content })
  await page.evaluate((hash) => (location.hash = hash), `#narrow/dm/${user_id}-Mia`)
  await rowOf(page, contents[0]!).waitFor()
  return page
}

const runs = async (page: Page, command: string) => {
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill(`> ${command}`)
  await page.locator('.switcher [aria-selected=true]', { hasText: command }).click()
}

test('a summary is plain text with links to its messages, by keys alone, and says that a model wrote it', async () => {
  const page = await withTopic('summaries', ['Soup today', 'SAY: <b>Click</b> ![](https://evil.example)'])
  await runs(page, 'Summarize')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Ola Owner wrote: Soup today').waitFor()
  await dialog.getByText('A language model wrote this. It can be wrong.').waitFor()
  await dialog.getByText('<b>Click</b> ![](https://evil.example)').waitFor()
  await expect.poll(() => dialog.locator('.model-text img, .asked b').count()).toBe(0)
  expect(await faultsOn(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Show message 1' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('near')
  await rowOf(page, 'Soup today').waitFor()
})

test('a message is translated, and a model that fails can be asked again', async () => {
  const page = await withTopic('translations', ['Suppe'])
  await fetch(`${models.url}/translations`, { method: 'PUT', body: JSON.stringify({ behavior: 'fails' }) })
  await rowOf(page, 'Suppe').focus()
  await runs(page, 'Translate')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The language model did not answer as expected: it answered with status 500.').waitFor()
  await fetch(`${models.url}/translations`, { method: 'PUT', body: JSON.stringify({ behavior: 'answers' }) })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('translated: Suppe').waitFor()
  await dialog.getByLabel('Language').selectOption('fr')
  await expect.poll(() => dialog.locator('.translated').getAttribute('lang')).toBe('fr')
  expect(await faultsOn(page)).toEqual([])
})

/** Whether the list of Ctrl-K has the command. It has a permission of a similar name. */
async function offered(page: Page): Promise<boolean> {
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill('> Summarize')
  await page.locator('.switcher [role=option]').first().waitFor()
  const names = await page.locator('.switcher [role=option]').allTextContents()
  await page.keyboard.press('Escape')
  return names.some((name) => name.includes('Summarize') && !name.includes('Summarize and translate'))
}

/** Sends a voice message with these words from the page, to the person of its conversation. Returns its controls. */
async function says(page: Page, words: string) {
  await page.evaluate(
    async ({ spoken, shape }) => {
      const form = new FormData()
      form.set('file', new File([spoken], 'voice-message.m4a', { type: 'audio/mp4' }))
      const { url } = await (await fetch('/json/user_uploads', { method: 'POST', body: form })).json()
      const to = JSON.stringify([Number(/dm\/(\d+)/.exec(location.hash)?.[1])])
      const content = `[Voice message (0:02)](${url}#voice-2-${shape})`
      await fetch('/json/messages', { method: 'POST', body: new URLSearchParams({ type: 'direct', to, content }) })
    },
    { spoken: words, shape: 'AZ'.repeat(32) },
  )
  const player = page.getByRole('group', { name: 'Voice message, 0:02' }).last()
  await player.waitFor()
  return player
}

test('the words of a voice message is a text below it, by keys alone, if the organization chose a model for it', async () => {
  const page = await withTopic('speech/chat/completions', ['Soup today'], { parley_speech_model_name: 'whisper-1' })
  const player = await says(page, 'Soup <b>at</b> noon')
  const button = player.getByRole('button', { name: 'Text' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Soup <b>at</b> noon').waitFor()
  await page.getByText('A language model wrote this. It can be wrong.').waitFor()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
  // The tools of the first unread message cover a part of the line above it.
  expect((await faultsOn(page)).filter((fault) => fault.includes('voice'))).toEqual([])
  await button.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.voice-text').count()).toBe(0)
  const requests = await (await fetch(`${models.url}/speech/audio/transcriptions`)).json()
  expect(requests).toMatchObject([{ body: { model: 'whisper-1', file: { name: 'voice-message.m4a' } } }])
  await page.setViewportSize({ width: 390, height: 780 })
  await button.click()
  await page.getByText('Soup <b>at</b> noon').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a voice message has no text without a model for it, and a failure is shown', async () => {
  const without = await withTopic('chat-only/chat/completions', ['Soup today'])
  const row = await says(without, 'Soup')
  await expect.poll(() => row.getByRole('button', { name: 'Text' }).count()).toBe(0)
  const page = await withTopic('deaf/chat/completions', ['Soup today'], { parley_speech_model_name: 'whisper-1' })
  await fetch(`${models.url}/deaf/audio/transcriptions`, { method: 'PUT', body: JSON.stringify({ behavior: 'fails' }) })
  await (await says(page, 'Soup')).getByRole('button', { name: 'Text' }).click()
  await page.getByText('The language model did not answer as expected: it answered with status 500.').waitFor()
})

test('without a model, nothing is offered', async () => {
  const page = await withTopic('', ['Soup today'])
  expect(await offered(page)).toBe(false)
})

test('who wants nothing of a language model is offered nothing', async () => {
  const page = await withTopic('unwanted', ['Soup today'])
  expect(await offered(page)).toBe(true)
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.getByLabel('Nothing of a language model').check()
  await expect.poll(() => page.getByText('Saved').count()).toBeGreaterThan(0)
  expect(await offered(page)).toBe(false)
})

test('owners choose a model, try it, and store a key, which is never shown', async () => {
  const page = await withTopic('', ['Soup today'])
  await page.evaluate(() => (location.hash = '#organization/model'))
  await page.getByRole('combobox', { name: 'Language model' }).selectOption('address')
  for (const [label, text] of [
    ['Address of the model', `${models.url}/chosen`],
    ['Name of the model', 'small'],
  ] as const) {
    const field = page.getByLabel(label)
    await enters(field, text)
    // The key is for the address that the server has.
    await page.locator('.setting', { has: field }).getByText('Saved').waitFor()
  }
  await page.getByRole('textbox', { name: 'Key' }).fill('sk-secret')
  await page.getByRole('button', { name: 'Save the key' }).click()
  await page.getByText(`There is a key for ${models.url}.`).waitFor()
  await page.getByRole('button', { name: 'Ask the model' }).click()
  await page.getByText('The model answered: Hello!').waitFor()
  await page.getByRole('rowheader').first().waitFor()
  expect(await (await fetch(`${models.url}/chosen`)).json()).toMatchObject([{ authorization: 'Bearer sk-secret' }])
  expect(await page.content()).not.toContain('sk-secret')
  expect(await faultsOn(page)).toEqual([])
})
