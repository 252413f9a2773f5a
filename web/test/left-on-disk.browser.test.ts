import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished } from 'vitest'
import { testWith } from './launch'
import { asks, logIn, logsOut, newPerson, newTopic, rowOf, sends, topicHash, userId } from './person'
import { randomDigits } from './random'
import { saved } from './saved'

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

/** Logs in, and opens a conversation. The text of its message is in files of the profile then. */
async function readsOnDisk() {
  const [name, topic, word] = [await newPerson(), newTopic(), `zq${randomDigits()}`]
  await sends('ben', topic, [`the word is ${word}`])
  const folder = mkdtempSync(join(tmpdir(), 'parley-profile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))
  const { context, page } = await startsIn(folder)
  await page.goto(inject('server').url)
  await logIn(page, name)
  await page.evaluate((hash) => (location.hash = hash), topicHash(topic))
  await rowOf(page, word).waitFor()
  await saved(page, word)
  const files = () => filesWith(folder, word)
  await expect.poll(files).not.toEqual([])
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
})
