import axe from 'axe-core'
import { expect, test } from 'vitest'
import { asks, newPersonAlone, newTopic, passwordOf, sends, topicHash, userId } from './person'
import { foreignScripts, PAYLOADS } from './payloads'
import { storedSnapshot } from './stored-snapshot'
import { COMPOSER, goesTo, opens, shows, titleIs } from './webdriver-client'

const text = (page: Awaited<ReturnType<typeof opens>>) =>
  page.run((field) => document.querySelector<HTMLTextAreaElement>(field)?.value, COMPOSER)

test('31, 33, 37. no script reads the credential, and an ended session asks for the password above the client', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, topicHash(topic, channel))
  await shows(page, 'hello')
  const cookies: { value: string; httpOnly: boolean }[] = await page.send('GET', '/cookie')
  const { value: token } = cookies.find(({ httpOnly }) => httpOnly)!
  const readable = () => page.run(() => [document.cookie, JSON.stringify(Object.entries(localStorage))].join('\n'))
  const stored = () => page.runs(storedSnapshot)
  await expect.poll(stored).toContain(topic)
  expect(`${await readable()} ${await stored()}`).not.toContain(token)
  await page.type(COMPOSER, 'half a sentence')
  const number = /session_number_\d+=(\d+)/.exec(await readable())![1]
  await asks(name, `DELETE /parley/sessions/${number}`)
  await page.waits(() => document.querySelector('dialog.login-sheet[open]') !== null)
  await expect.poll(stored).not.toContain(topic)
  await page.type('.login-sheet input[type="email"], .login-sheet input[name="username"]', `${name}@parley.example`)
  await page.type('.login-sheet input[type="password"]', passwordOf(name))
  await page.press('Enter')
  await page.waits(() => document.querySelector('.login-sheet') === null)
  expect(await text(page)).toBe('half a sentence')
})

test('36. markup in messages, topics and names runs nothing', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = '<img src=x onerror=attacked()>'
  for (const content of [...PAYLOADS, 'the last'])
    await asks(name, 'POST /messages', { type: 'channel', to: channel.name, topic, content })
  const page = await opens(name, topicHash(topic, channel))
  await page.run(() => void Object.assign(globalThis, { attacks: 0, attacked: () => Object(globalThis).attacks++ }))
  await shows(page, 'the last')
  expect(await page.run(foreignScripts)).toEqual([])
  for (const [hash, title] of [
    ['#inbox', 'Inbox'],
    ['#recent', 'Recent'],
    [`#narrow/channel/${channel.stream_id}`, channel.name],
  ] as const) {
    await goesTo(page, hash)
    await titleIs(page, title)
    expect(await page.run(foreignScripts)).toEqual([])
  }
  expect(await page.run(() => Object(globalThis).attacks)).toBe(0)
})

test('15, 43, 44. keys keep what is written, can be switched off, and work on other layouts', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['hello'], { channel })
  const page = await opens(name, topicHash(topic, channel))
  await shows(page, 'hello')
  await page.type(COMPOSER, 'half a sentence')
  await page.press('Escape')
  for (const key of ['j', 'k']) await page.press(key)
  for (const [key, title] of Object.entries({ t: 'Recent', a: 'Combined feed', d: 'Drafts' })) {
    await page.press(key)
    await titleIs(page, title)
  }
  await page.run(() => history.back())
  await titleIs(page, 'Combined feed')
  await goesTo(page, topicHash(topic, channel))
  await titleIs(page, topic)
  expect(await text(page)).toBe('half a sentence')
  const presses = (key: string, code: string) =>
    page.run(
      (pressed, place) =>
        void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, code: place, bubbles: true })),
      key,
      code,
    )
  for (const [key, code, title] of [
    ['ф', 'KeyA', 'Combined feed'],
    ['τ', 'KeyT', 'Recent'],
    ['ש', 'KeyA', 'Combined feed'],
  ] as const) {
    await presses(key, code)
    await titleIs(page, title)
  }
  await presses('?', 'Slash')
  await page.waits(() => document.querySelector('dialog[open] .key-help') !== null)
  await page.run(() => document.querySelector<HTMLInputElement>('.key-help input[type=checkbox]')!.click())
  await page.press('Escape')
  await page.waits(() => document.querySelector('.key-help') === null)
  await presses('t', 'KeyT')
  await page.press('Control+k')
  await page.waits(() => document.activeElement?.matches('[role="combobox"]'))
  await titleIs(page, 'Combined feed')
})

test('41. a new message is announced once, and history never', async () => {
  const { name, channel } = await newPersonAlone()
  const topic = newTopic()
  await sends('ben', topic, ['history'], { channel })
  const page = await opens(name, topicHash(topic, channel))
  await shows(page, 'history')
  await page.run(() => {
    const announcements: (string | null)[] = []
    Object.assign(globalThis, { announcements })
    const log = document.querySelector('.layer:not(.parked) [role="log"]')!
    announcements.push(log.textContent)
    const observer = new MutationObserver(() => announcements.push(log.textContent))
    observer.observe(log, { subtree: true, childList: true, characterData: true })
  })
  await sends('ben', topic, ['the news'], { channel })
  const announced = () => page.run((): string[] => Object(globalThis).announcements)
  await expect.poll(announced).toEqual(['', 'Ben Lindqvist: the news'])
  await goesTo(page, '#inbox')
  await titleIs(page, 'Inbox')
  await goesTo(page, topicHash(topic, channel))
  await shows(page, 'the news')
  expect(await announced()).toEqual(['', 'Ben Lindqvist: the news'])
})

for (const [theme, code] of Object.entries({ light: 3, dark: 2 }))
  test(`39. axe finds nothing in the views, ${theme}`, async () => {
    const { name, channel } = await newPersonAlone()
    const topic = newTopic()
    await sends('ben', topic, ['**bold** `code` https://example.com', '> a quote'], { channel })
    await asks(name, 'PATCH /settings', { color_scheme: code })
    const page = await opens(name, topicHash(topic, channel))
    await shows(page, 'a quote')
    await page.send('POST', '/execute/sync', { script: axe.source, args: [] })
    for (const hash of [
      topicHash(topic, channel),
      '#inbox',
      '#recent',
      '#drafts',
      '#search',
      `#user/${userId('ben')}`,
    ]) {
      await goesTo(page, hash)
      await page.waits((next) => location.hash === next, hash)
      await page.waits(
        () =>
          document.querySelector('.layer:not(.parked) h1, dialog[open] h2') !== null &&
          document.querySelector('[aria-busy="true"]') === null,
      )
      expect(await page.runs(faults), hash).toEqual([])
    }
  })

/** Runs in the page. Returns what axe finds. */
async function faults(): Promise<string[]> {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await Object(globalThis).axe.run(document, { runOnly })
  return violations.map(({ id, nodes }: { id: string; nodes: { target: string[] }[] }) =>
    [id, ...nodes.map(({ target }) => target.join(' '))].join(' '),
  )
}
