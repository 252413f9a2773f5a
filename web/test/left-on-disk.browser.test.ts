import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished } from 'vitest'
import { testWith } from './launch'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { asks, logIn, logsOut, newPerson, newTopic, rowOf, sends, topicHash, userId } from './person'
import { randomDigits } from './random'
import { saved, savesNow } from './saved'

/** Starts a browser whose profile is in a folder. */
async function startsIn(folder: string): Promise<{ context: BrowserContext; page: Page }> {
  const executablePath = inject('shell')
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: ['--no-sandbox'] })
  context.setDefaultTimeout(60_000)
  onTestFinished(() => context.close())
  return { context, page: context.pages()[0]! }
}

/** Returns the files of a profile that have a text, as the engine writes texts. */
function filesWith(folder: string, text: string): string[] {
  const forms = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    try {
      const bytes = readFileSync(join(folder, name))
      return forms.some((form) => bytes.includes(form))
    } catch {
      // A folder, a socket, or a file that the browser has deleted since.
      return false
    }
  })
}

/** Returns the path of the session of a page. */
const sessionOf = async (page: Page) =>
  `/parley/sessions/${await page.evaluate(() => /session_number_\d+=(\d+)/.exec(document.cookie)![1])}`

/** Opens an organization with a new profile. */
async function opensWithProfile(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-profile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  const { context, page } = await startsIn(folder)
  await page.goto(url)
  return { folder, context, page }
}

/** Opens a conversation with a message. Its text is in files of the profile then. Returns what finds these files. */
async function reads(page: Page, { folder, hash, word }: { folder: string; hash: string; word: string }) {
  await page.evaluate((to) => (location.hash = to), hash)
  await rowOf(page, word).waitFor()
  await saved(page, word)
  const files = () => filesWith(folder, word)
  await expect.poll(files).not.toEqual([])
  return files
}

/** Logs in, and reads a message. */
async function readsOnDisk() {
  const [name, topic, word] = [await newPerson(), newTopic(), `zq${randomDigits()}`]
  await sends('ben', topic, [`the word is ${word}`])
  const { folder, context, page } = await opensWithProfile(inject('server').url)
  await logIn(page, name)
  const files = await reads(page, { folder, hash: topicHash(topic), word })
  return { name, folder, context, page, files }
}

const asksForPassword = (page: Page) => page.getByRole('dialog', { name: 'Log in' }).waitFor()

describe('33. no file of the profile has the text of a message', () => {
  testWith('worker')('after a log-out', async () => {
    const { page, files } = await readsOnDisk()
    await logsOut(page)
    await expect.poll(files).toEqual([])
  })

  testWith('worker')('after the session ended elsewhere', async () => {
    const { name, page, files } = await readsOnDisk()
    await asks(name, `DELETE ${await sessionOf(page)}`)
    await asksForPassword(page)
    await expect.poll(files).toEqual([])
  })

  testWith('worker')('after the session ended while the browser was closed', async () => {
    const { name, folder, context, page, files } = await readsOnDisk()
    const session = await sessionOf(page)
    await context.close()
    expect(files()).not.toEqual([])
    await asks(name, `DELETE ${session}`)
    const { page: next } = await startsIn(folder)
    await next.goto(inject('server').url)
    await next.getByLabel('Password').waitFor()
    await expect.poll(files).toEqual([])
  })

  testWith('worker')('after the account was deactivated', async () => {
    const { name, page, files } = await readsOnDisk()
    await asks('ada', `DELETE /users/${userId(name)}`)
    await asksForPassword(page)
    await expect.poll(files).toEqual([])
  })

  testWith('worker')(
    'after the owner of the organization lets browsers keep nothing, until the owner allows it again',
    async () => {
      const [realm, word] = [await newRealm(), `zq${randomDigits()}`]
      const { folder, page } = await opensWithProfile(realm.realm_url)
      await logsOwnerIn(page, realm)
      const asOwner = (call: string, fields = {}) => owners(page, realm, call, fields)
      const { user_id } = await asOwner('GET /users/me')
      await asOwner('POST /messages', { type: 'direct', to: `[${user_id}]`, content: `the word is ${word}` })
      const files = await reads(page, { folder, hash: `#narrow/dm/${user_id}-Ola`, word })
      const allows = (isAllowed: boolean) => asOwner('PATCH /realm', { parley_keep_in_browsers: String(isAllowed) })
      await allows(false)
      await expect.poll(files).toEqual([])
      // Nothing is written later, either.
      await savesNow(page)
      expect(files()).toEqual([])
      await allows(true)
      await expect.poll(files).not.toEqual([])
    },
  )

  testWith('worker')('after the user chose to keep nothing in this browser, also for the next user', async () => {
    const { page, files } = await readsOnDisk()
    await page.evaluate(() => (location.hash = '#settings/preferences'))
    const choice = page.getByLabel('Keep messages in this browser')
    await choice.selectOption('nothing')
    await expect.poll(files).toEqual([])
    await logsOut(page)
    await logIn(page, await newPerson())
    await page.evaluate(() => (location.hash = '#settings/preferences'))
    await expect.poll(() => choice.inputValue()).toBe('nothing')
  })
})
