import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { faultsOn } from './accessibility'
import { grows, isSilent, opensWithDevices, seatOf, seats, testInChromium } from './in-call'
import { composerOf, newPerson, takeFaults, userId } from './person'

const MAX_TABS = 120

/** Presses Tab until the control with this name has the focus. A screen reader says the name. */
async function tabsTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    const focused = page.locator(':focus')
    const [spoken = ''] = (await focused.count()) === 1 ? (await focused.ariaSnapshot()).split('\n') : []
    if (spoken.includes(`"${name}"`)) return
    passed.push(spoken)
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab leads to ${name}, but to ${passed.join(', ')}`)
}

/** Presses the control with this name, with the keyboard alone. */
async function presses(page: Page, name: string, key = 'Enter'): Promise<void> {
  await tabsTo(page, name)
  await page.keyboard.press(key)
}

/** Keeps what the live region of calls says. */
const listens = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const spoken: { text: string; at: number }[] = []
    Object.assign(globalThis, { spoken })
    new MutationObserver(() => {
      const text = document.querySelector('p.visually-hidden[role=status]')?.textContent ?? ''
      if (text !== '' && text !== spoken.at(-1)?.text) spoken.push({ text, at: performance.now() })
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })

const spokenOn = (page: Page): Promise<{ text: string; at: number }[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'spoken'))

testInChromium('122. a whole call needs the keyboard alone, and each control has a name', async () => {
  const names = [await newPerson(), await newPerson()] as const
  const [first, second] = [
    await opensWithDevices(names[0], `#narrow/dm/${userId(names[1])}`),
    await opensWithDevices(names[1], `#narrow/dm/${userId(names[0])}`),
  ]
  await listens(first)

  await presses(first, 'Start a call')
  await first.locator('.stage').waitFor()
  // The stage has the focus, and the view behind it none.
  expect(await first.locator('.stage').evaluate((stage) => stage === document.activeElement)).toBe(true)
  await second.locator('.ring').waitFor()
  await presses(second, 'Answer', ' ')
  await expect.poll(() => seats(first).count()).toBe(2)
  await grows(first, 'energy')

  const other = seatOf(first, names[1])
  await presses(second, 'Mute yourself (M)', ' ')
  await other.getByText('muted').waitFor({ state: 'attached' })
  await isSilent(first)
  await presses(second, 'Unmute yourself (M)')
  await other.getByText('muted').waitFor({ state: 'detached' })
  await presses(second, 'Turn camera on (V)')
  await other.locator('video').waitFor()
  await grows(first, 'frames')
  await presses(second, 'Turn camera off (V)')
  await presses(second, 'Show your screen')
  await first.locator('.seat.shared video').waitFor()
  await presses(second, 'Stop showing your screen')
  await first.locator('.seat.shared').waitFor({ state: 'detached' })
  await presses(second, 'Raise your hand (H)')
  await other.getByLabel('raised a hand, number 1').waitFor()
  await presses(second, 'Lower your hand (H)')

  // Reactions are a menu: the arrow keys move in it, and the focus returns.
  await presses(second, 'React')
  await second.keyboard.press('ArrowDown')
  await second.keyboard.press('Enter')
  await other.locator('.reaction').getByText('❤️').waitFor()
  await tabsTo(second, 'React')

  await presses(second, 'Devices and noise')
  await tabsTo(second, 'Speak only while the space key is held')
  await second.keyboard.press(' ')
  await second.keyboard.press('Escape')
  await second.getByRole('dialog').waitFor({ state: 'detached' })
  await other.getByText('muted').waitFor({ state: 'attached' })
  await presses(second, 'Devices and noise')
  await tabsTo(second, 'Speak only while the space key is held')
  await second.keyboard.press(' ')
  await second.keyboard.press('Escape')
  await other.getByText('muted').waitFor({ state: 'detached' })

  expect(await faultsOn(second)).toEqual([])
  await presses(second, 'Back to the conversation')
  await second.locator('.call-bar').waitFor()
  await writesAndMutes(second, async (isMuted) =>
    other.getByText('muted').waitFor({ state: isMuted ? 'attached' : 'detached' }),
  )
  await presses(second, 'Show')
  await second.locator('.stage').waitFor()
  await presses(second, 'Leave')
  await expect.poll(() => seats(first).count()).toBe(1)

  await expect.poll(async () => (await spokenOn(first)).length).toBeGreaterThan(2)
  const spoken = await spokenOn(first)
  expect(spoken.map(({ text }) => text)).toEqual([
    expect.stringContaining('joined'),
    expect.stringContaining('shows a screen'),
    expect.stringContaining('left'),
  ])
  // At most once a second.
  const pauses = spoken.slice(1).map(({ at }, nth) => at - (spoken[nth]?.at ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(900)
  await presses(first, 'Leave')
  await first.locator('.stage').waitFor({ state: 'detached' })
  takeFaults()
})

/** The key that mutes works in each view, and adds nothing to what the user writes. */
async function writesAndMutes(page: Page, shows: (isMuted: boolean) => Promise<void>): Promise<void> {
  const composer = composerOf(page)
  await composer.focus()
  await page.keyboard.type('On my way')
  await page.keyboard.press('Control+Shift+Space')
  await shows(true)
  await page.keyboard.press('Control+Shift+Space')
  await shows(false)
  await expect.poll(() => composer.inputValue()).toBe('On my way')
}
