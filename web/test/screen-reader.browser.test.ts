import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import {
  asks,
  composerOf,
  isChromium,
  newPersonAlone,
  openClient,
  opens,
  rowOf,
  sends,
  topicHash,
  userId,
} from './person'
import { choosesOther, shows } from './views'

// What a screen reader says of ten views, in its order. A view that changes on purpose changes its file: read the difference as a
// person who does not see the page, then write it: `WRITE_TREES=1 npx vitest run web/test/screen-reader.browser.test.ts`.

const TOPIC = 'harvest'

/** Returns the tree of a page, without what differs in each run. */
async function treeOf(page: Page, part = 'main'): Promise<string> {
  const tree = await page.locator(part).ariaSnapshot()
  return `${tree
    // The browser keeps messages while the views are read.
    .replaceAll(/(All of your messages are here: )\d+(\. Space: )[\d.]+ \w+/g, '$1NUMBER$2SIZE')
    .replaceAll(/\d{1,2}:\d\d [AP]M/g, 'TIME')
    .replaceAll(/(alone-)?gus\d+/g, '$1gus')
    .replaceAll(/localhost:\d+/g, 'HOST')
    .replaceAll(/\/(channel|dm|near|sender)\/\d+/g, '/$1/ID')
    .replaceAll(/#(user|channels)\/\d+/g, '#$1/ID')
    .replaceAll(/\b(?:Active now|Away|Offline) (?=Ben )/g, '')
    .replaceAll(/ (?:Active now|Away)"/g, '"')
    .replaceAll(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? \w+ \d+(, \d+)?/g, 'DAY')}\n`
}

/** Waits until the tree of a part of the page is that of its file. With WRITE_TREES, writes the file instead. */
async function says(page: Page, view: string, part?: string): Promise<void> {
  const file = join(import.meta.dirname, 'screen-reader', `${view}.txt`)
  if (process.env.WRITE_TREES) writeFileSync(file, await treeWhenQuiet(page, part))
  else await expect.poll(() => treeOf(page, part), { message: view }).toBe(readFileSync(file, 'utf8'))
}

async function treeWhenQuiet(page: Page, part?: string): Promise<string> {
  for (let last = ''; ;) {
    await pause(1000)
    const tree = await treeOf(page, part)
    if (tree === last) return tree
    last = tree
  }
}

// Other engines name some roles in another way.
test.runIf(isChromium())('a screen reader says of ten views what their files have', async () => {
  const { name, channel } = await newPersonAlone()
  await sends('ben', TOPIC, ['The **first** apples are ripe.', '/poll When?\nNow\nOn Sunday'], { channel })
  await asks('ben', 'POST /messages', { type: 'direct', to: [userId(name)], content: 'Do you come?' })

  const login = await openClient()
  await login.getByLabel('Password').waitFor()
  await says(login, 'login')

  const page = await opens(name)
  await page.getByRole('region', { name: 'First steps' }).getByRole('button').click()
  for (const [view, hash, part] of [
    ['inbox', '#inbox'],
    ['recent', '#recent'],
    ['channel-card', `#channels/${channel.stream_id}/${channel.name}`, 'dialog[open]'],
    ['user-card', `#user/${userId(name)}`, 'dialog[open]'],
    ['preferences', '#settings/preferences'],
  ] as const) {
    await shows(page, hash)
    await says(page, view, part)
  }
  await page.keyboard.press('Escape')
  await shows(page, topicHash(TOPIC, channel))
  await rowOf(page, 'apples').waitFor()
  // A message below the pointer has more buttons.
  await page.mouse.move(0, 0)
  await says(page, 'topic')
  await rowOf(page, 'apples').focus()
  await page.keyboard.press('i')
  await page.getByRole('menu').waitFor()
  await says(page, 'message-menu', '[role="menu"]')
  await page.keyboard.press('Escape')
  await composerOf(page).fill('**ripe**')
  await choosesOther(page, 'Preview')
  await page.locator('.preview p').waitFor()
  await says(page, 'preview', '.layer:not(.parked) .write')
  await page.locator('.layer:not(.parked)').getByRole('button', { name: 'Preview', exact: true }).click()
  await composerOf(page).fill('')
  await composerOf(page).blur()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await says(page, 'keys', 'dialog[open]')
})
