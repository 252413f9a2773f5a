import { expect, test } from 'vitest'
import { passOn } from './launch'
import { composerOf, newPersonAlone, opens, rowOf, sends, takeFaults, topicHash } from './person'

test('a view that throws gives way to a button to reload, and all others go on', async () => {
  const { name, channel } = await newPersonAlone()
  await sends('ben', 'tea', ['A cup of tea'], { channel })
  const page = await opens(name)
  await page.route('**/json/parley/recent_conversations*', (route) =>
    route.fulfill({ json: { result: 'success', msg: '', conversations: [{}], is_complete: true } }),
  )
  await page.evaluate(() => (location.hash = '#recent'))
  const reload = page.getByRole('button', { name: 'Reload' })
  await reload.waitFor()
  await expect.poll(() => takeFaults().join()).toContain('TypeError')

  await page.evaluate((hash) => (location.hash = hash), topicHash('tea', channel))
  await rowOf(page, 'A cup of tea').waitFor()
  await reload.waitFor({ state: 'hidden' })
  await page.unroute('**/json/parley/recent_conversations*')
  await page.evaluate(() => (location.hash = '#recent'))
  await reload.click()
  await page.getByRole('link', { name: 'A cup of tea' }).waitFor()
})

test('a list of places that throws leaves the conversation, and what the user writes, as they are', async () => {
  const { name, channel } = await newPersonAlone()
  await sends('ben', 'tea', ['A cup of tea'], { channel })
  const page = await opens(name, {}, topicHash('tea', channel))
  await rowOf(page, 'A cup of tea').waitFor()
  await page.evaluate(() => {
    HTMLElement.prototype.showPopover = () => {
      throw new TypeError('Nothing opens')
    }
  })
  await composerOf(page).fill('With milk')
  await page.keyboard.press('Control+k')
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await expect.poll(() => takeFaults().join()).toContain('Nothing opens')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'With milk').waitFor()
  await sends('ben', 'tea', ['And sugar'], { channel })
  await rowOf(page, 'And sugar').waitFor()
})

test('a message that throws leaves the others to be read and answered', async () => {
  const { name, channel } = await newPersonAlone()
  const [, broken] = await sends('ben', 'tea', ['A cup of tea', 'With a fault', 'And sugar'], { channel })
  const page = await opens(name)
  await page.route('**/json/messages?*', async (route) => {
    const response = await passOn(route)
    const answer = await response.json()
    for (const message of answer.messages) if (message.id === broken) message.reactions = [null]
    await route.fulfill({ response, json: answer })
  })
  await page.evaluate((hash) => (location.hash = hash), topicHash('tea', channel))
  await rowOf(page, 'A cup of tea').waitFor()
  await rowOf(page, 'And sugar').waitFor()
  await expect.poll(() => takeFaults().join()).toContain('TypeError')
  await page.getByText('This cannot be shown.').waitFor()
  await composerOf(page).fill('With milk')
  await composerOf(page).press('Control+Enter')
  await rowOf(page, 'With milk').waitFor()
  await page.keyboard.press('Escape')
  for (let step = 0; step < 4; step++) await page.keyboard.press('k')
  await expect.poll(() => rowOf(page, 'A cup of tea').evaluate((row) => row === document.activeElement)).toBe(true)
})
