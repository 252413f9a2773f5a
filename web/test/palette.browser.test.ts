import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { REPEATED } from '../views/single-buttons'
import { asks, newPerson, newPersonAlone, newTopic, opens, rowOf, sends, topicHash } from './person'

const entries = (page: Page) => page.locator('.switcher [role=option]')

async function opensPalette(page: Page, query: string) {
  await page.keyboard.press('Control+k')
  await page.locator('.switcher input').fill(query)
}

test('68, 100. Ctrl-K finds commands and settings by their words, marks what matched, also with forced colours, and runs them', async () => {
  const topic = newTopic()
  await sends('ben', `clean ${topic}`, ['hello'])
  // The commands change the colours of the user, wherever the user is.
  const page = await opens(await newPerson())
  const firstFound = {
    '> notif': 'No notifications for an hour',
    invite: 'Invite people',
    'log out': 'Log out',
    'new channel': 'New channel',
    language: 'Language',
    // The topic "clean" has the name with a mistake.
    cleo: 'Cleo',
  }
  for (const [query, text] of Object.entries(firstFound)) {
    await opensPalette(page, query)
    await entries(page).locator('mark').first().waitFor()
    // The settings load later than the commands.
    await page.locator('.switcher [role=group]:first-of-type', { hasText: new RegExp(text) }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.switcher').waitFor({ state: 'detached' })
  }
  await opensPalette(page, 'dark colours')
  await page.keyboard.press('Enter')
  await page.locator('html[data-scheme=dark]').waitFor()
  await opensPalette(page, 'light colours')
  await page.keyboard.press('Enter')
  await page.locator('html[data-scheme=light]').waitFor()
  await opensPalette(page, '> keys')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.emulateMedia({ forcedColors: 'active' })
  await opensPalette(page, 'high contrast')
  const chosen = page.locator('.switcher [aria-selected=true]')
  await expect.poll(() => chosen.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid')
  await page.keyboard.press('Escape')
  await page.evaluate(() => (location.hash = '#settings/preferences'))
  await page.locator('.switch:checked').first().waitFor()
  const hidden = await page.locator('.switch').evaluateAll((switches) =>
    switches.filter((one) => {
      const [ground, knob] = [getComputedStyle(one), getComputedStyle(one, '::after')]
      return ground.backgroundColor === knob.backgroundColor
    }),
  )
  expect(hidden).toEqual([])
})

test('100. Ctrl-, finds settings, and for administrators those of the organization', async () => {
  const page = await opens('ada', {}, '#settings')
  await page.keyboard.press('Control+,')
  await page.locator('.switcher input').pressSequentially('private channels')
  await entries(page).filter({ hasText: 'Create private channels' }).click()
  await page.getByRole('heading', { name: 'Permissions', level: 2 }).waitFor({ state: 'attached' })
  const other = await opens(await newPerson(), {}, '#settings')
  await other.keyboard.press('Control+,')
  await other.locator('.switcher input').pressSequentially('channels')
  await entries(other).first().waitFor()
  await expect
    .poll(() => entries(other).allInnerTexts())
    .not.toContainEqual(expect.stringContaining('Create private channels'))
})

test('the entry of the own name has no initials of a picture before it', async () => {
  const page = await opens('ada')
  await opensPalette(page, '> ada')
  const name = entries(page).filter({ hasText: 'Ada Okafor' }).locator('.name')
  await expect.poll(async () => (await name.allInnerTexts()).map((text) => text.trim())).toEqual(['Ada Okafor'])
})

test('98. what was chosen before comes first among places that match as well, and the open view and message offer their actions', async () => {
  const [first, second] = [`${newTopic()} plan`, `${newTopic()} plan`]
  const messages = [...(await sends('ben', first, ['one'])), ...(await sends('ben', second, ['two']))]
  const page = await opens('ada')
  for (const topic of [first, second]) {
    await opensPalette(page, topic)
    await page.keyboard.press('Enter')
    await rowOf(page, topic === first ? 'one' : 'two').waitFor()
  }
  // The client then knows the first topic only because it was chosen.
  await asks('ada', 'POST /messages/flags', { op: 'add', flag: 'read', messages })
  await page.reload()
  await rowOf(page, 'two').waitFor()
  await opensPalette(page, 'plan')
  await expect.poll(() => entries(page).first().innerText()).toContain(second)
  await page.keyboard.press('Escape')
  await opensPalette(page, '> follow')
  await expect.poll(() => entries(page).first().innerText()).toContain('Follow')
  await expect.poll(() => entries(page).first().innerText()).toContain(second)
  await page.keyboard.press('Escape')
  // A message with the focus offers its actions, with its keys.
  await rowOf(page, 'two').focus()
  await opensPalette(page, '> star')
  await expect.poll(() => entries(page).first().innerText()).toMatch(/Star[^]*Ben[^]*Ctrl-S/)
  await page.keyboard.press('Enter')
  await rowOf(page, 'two').getByText('★').waitFor()
  // An old address has the name of the channel.
  await page.evaluate(() => (location.hash = '#narrow/stream/design/topic/none'))
  await page.locator('.layer:not(.parked) .head', { hasText: 'none' }).locator('.crowd').waitFor()
  await expect.poll(() => page.locator('.search').count()).toBe(0)
})

test('98. whatever has a button has a command, and a command that was used comes first', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens(await newPerson(), {}, topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  for (const hash of [topicHash(topic), '#inbox', '#search', '#drafts', '#settings/bots', '#organization/users']) {
    await page.evaluate((next) => (location.hash = next), hash)
    await page.locator('.layer:not(.parked) .head').waitFor()
    // The buttons of entries are not counted: each has its keys or its menu.
    const buttons = await page
      .locator('button:enabled:visible')
      .evaluateAll(
        (all, repeated) =>
          all.flatMap((button) =>
            button.closest(`.parked, ${repeated}`) === null
              ? [(button.ariaLabel ?? button.textContent ?? '').trim()]
              : [],
          ),
        REPEATED,
      )
    await opensPalette(page, '>')
    const commands = await entries(page).locator('.name').allInnerTexts()
    expect([hash, [...new Set(buttons)].filter((name) => !commands.includes(name))]).toEqual([hash, []])
    await page.keyboard.press('Escape')
    await page.locator('.switcher').waitFor({ state: 'detached' })
  }
  await page.evaluate((next) => (location.hash = next), topicHash(topic))
  await rowOf(page, 'hello').waitFor()
  await opensPalette(page, '> formatting')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bold' }).waitFor()
  await opensPalette(page, '>')
  await expect.poll(() => entries(page).first().innerText()).toContain('Formatting')
})

test('a place that is chosen for a message offers no command', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['to forward'])
  const page = await opens('ada', {}, `#narrow/search/${topic}`)
  await rowOf(page, 'to forward').focus()
  await page.keyboard.press('<')
  await page.locator('.switcher input').fill('log out')
  await page.getByText('Nothing has this name.').waitFor()
  await expect.poll(() => entries(page).count()).toBe(0)
})

test('a click chooses the entry on which it began, although a message came meanwhile', async () => {
  const { name, channel } = await newPersonAlone()
  const page = await opens(name, {}, '#inbox')
  await opensPalette(page, '> log out')
  await page.locator('.switcher [aria-selected=true]', { hasText: 'Log out' }).hover()
  await page.mouse.down()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  await page.locator('.layer:not(.parked) .conv', { hasText: topic }).waitFor({ state: 'attached' })
  await page.mouse.up()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).waitFor()
})

test('a click chooses the place on which it began, although its number of unread messages grew meanwhile', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['one'], { channel })
  const page = await opens(name, {}, '#inbox')
  await opensPalette(page, topic)
  const entry = page.locator('.switcher [aria-selected=true]', { hasText: topic })
  await entry.hover()
  await page.mouse.down()
  await sends('ben', topic, ['two'], { channel })
  await entry.locator('.n', { hasText: /^2/ }).waitFor()
  await page.mouse.up()
  await rowOf(page, 'two').waitFor()
})
