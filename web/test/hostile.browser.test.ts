import { expect, inject, test } from 'vitest'
import {
  asks,
  composerOf,
  newPersonAlone,
  openClient,
  opens,
  rowOf,
  takeFaults,
  topicHash,
  uploads,
  userId,
} from './person'
import { foreignScripts, PAYLOADS } from './payloads'

/** Names are short. */
const NAME = '<img src=x onerror=attacked()>'

test('36. markup in messages, topics and names of channels, users and files runs nothing', async () => {
  const { name } = await newPersonAlone()
  const { url } = inject('server')
  const account = {
    email: `${name}.hostile@parley.example`,
    password: 'orange-tandem-kiwi',
    full_name: '<svg onload=attacked() ',
  }
  const created = await fetch(`${url}/api/v1/dev_create_user`, { method: 'POST', body: new URLSearchParams(account) })
  const { user_id: hostile } = await created.json()
  const channel = { name: `${NAME} ${name}`, stream_id: 0 }
  const subscribers = [userId(name), hostile]
  const description = NAME
  channel.stream_id = (await asks(name, 'POST /channels/create', { name: channel.name, subscribers, description })).id
  const file = await uploads(name, new File([NAME], `${NAME}.png`, { type: 'image/png' }))
  const contents = [
    ...PAYLOADS,
    `[${NAME}](${file.url})`,
    `@**|${hostile}**`,
    `#**${channel.name}>${NAME}**`,
    'the last',
  ]
  for (const content of contents)
    await asks(name, 'POST /messages', { type: 'channel', to: channel.name, topic: NAME, content })
  await asks(name, 'POST /messages', { type: 'direct', to: [hostile], content: NAME })

  const page = await opens(name, {}, topicHash(NAME, channel))
  await page.evaluate(() => Object.assign(globalThis, { attacks: 0, attacked: () => Object(globalThis).attacks++ }))
  await rowOf(page, 'the last').waitFor()
  expect(await page.title()).toContain(NAME)
  const found: Record<string, string[]> = { topic: await page.evaluate(foreignScripts) }
  await composerOf(page).pressSequentially('@<svg')
  await page.locator('.completion [role="option"]').first().waitFor()
  found.completion = await page.evaluate(foreignScripts)
  await composerOf(page).fill(PAYLOADS.slice(0, 5).join('\n\n'))
  await composerOf(page).press('Alt+p')
  await page.locator('.preview').waitFor()
  found.preview = await page.evaluate(foreignScripts)
  for (const hash of [
    '#inbox',
    '#recent',
    '#direct-messages',
    '#feed',
    '#drafts',
    `#narrow/channel/${channel.stream_id}`,
    `#narrow/dm/${hostile}`,
    '#narrow/search/the',
    `#user/${hostile}`,
    `#channels/${channel.stream_id}`,
    `#channels/${channel.stream_id}/x/settings`,
    '#channels/all',
    '#settings/uploads',
    '#organization/users',
  ]) {
    await page.evaluate((next) => (location.hash = next), hash)
    await page.locator('.layer:not(.parked) :is(h1, h2), dialog[open] h2').first().waitFor()
    await page.waitForLoadState('networkidle')
    found[hash] = await page.evaluate(foreignScripts)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to or do…' }).fill('<')
  await page.locator('.switcher [role="option"]').first().waitFor()
  found.switcher = await page.evaluate(foreignScripts)
  expect(Object.fromEntries(Object.entries(found).filter(([, scripts]) => scripts.length > 0))).toEqual({})
  expect(await page.evaluate(() => Object(globalThis).attacks)).toBe(0)
})

test('35. a page that the policy must hold back would fail its test', async () => {
  const page = await openClient()
  await page.getByLabel('Password').waitFor()
  await page.evaluate(() => {
    fetch('https://elsewhere.example/').catch(() => {})
    try {
      document.body.innerHTML = '<b>markup</b>'
    } catch {
      // Trusted Types refuse it.
    }
  })
  const received: string[] = []
  await expect
    .poll(() => {
      received.push(...takeFaults())
      return ['connect-src', 'require-trusted-types-for'].every((name) =>
        received.some((fault) => fault.includes(name)),
      )
    })
    .toBe(true)
  // The console of the browser tells of them too.
  await page.evaluate(() => document.title)
  takeFaults()
})
