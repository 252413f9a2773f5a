import { expect, test } from 'vitest'
import { passOn } from './launch'
import { asks, logIn, newTopic, openClient, opens, sends, topicHash } from './person'

const page$ = '.layer:not(.parked) .settings-page'

test('a folder is made, gets a channel, is moved and renamed, and is archived when it is empty', async () => {
  const id = newTopic().slice(-6)
  const channel = `folder ${id}`
  await asks('ada', 'POST /channels/create', { name: channel, subscribers: [] })
  const page = await opens('ada', {}, '#organization/folders')
  const folders = async (): Promise<{ id: number; name: string; is_archived: boolean }[]> =>
    (await asks('ada', 'GET /channel_folders', { include_archived: true })).channel_folders
  const name = page.locator('form').getByLabel('Name', { exact: true })
  const create = page.getByRole('button', { name: 'Create' })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/channel_folders/create', async (route) => {
    const response = await passOn(route)
    await answered
    await route.fulfill({ response })
  })
  await name.fill(`first ${id}`)
  await create.click()
  await page.locator('.folders > li', { hasText: `first ${id}` }).waitFor()
  // What the user types before the answer comes is not deleted with what was sent.
  await name.fill(`second ${id}`)
  answer()
  await create.click()
  await page.locator('.folders > li', { hasText: `second ${id}` }).waitFor()
  await expect.poll(() => name.inputValue()).toBe('')
  await page.getByRole('button', { name: `Move second ${id} up` }).click()
  const order = async () => (await folders()).map(({ name }) => name).filter((name) => name.endsWith(id))
  await expect.poll(order).toEqual([`second ${id}`, `first ${id}`])

  const folder = page.locator('.folders > li', { hasText: `second ${id}` })
  await folder.getByRole('button', { name: 'Change' }).click()
  await folder.getByRole('combobox', { name: 'Add a channel' }).fill(channel)
  await page.getByRole('option', { name: channel }).waitFor()
  await page.keyboard.press('Enter')
  await folder.getByText('1 channel').waitFor()
  await folder.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('You need to remove all the channels from this folder').waitFor()
  await folder.getByRole('button', { name: `Remove # ${channel}` }).click()
  await folder.getByText('0 channels').waitFor()
  await folder.getByLabel('Name', { exact: true }).fill(`third ${id}`)
  // What others change meanwhile leaves what is typed.
  const own = (await folders()).find(({ name }) => name === `second ${id}`)
  await asks('ada', `PATCH /channel_folders/${own?.id}`, { description: 'by another client' })
  await folder.getByText('by another client').waitFor()
  await folder.getByRole('button', { name: 'Save' }).click()
  const renamed = page.locator('.folders > li', { hasText: `third ${id}` })
  await renamed.getByRole('button', { name: 'Archive' }).click()
  await renamed.waitFor({ state: 'detached' })
  expect((await folders()).find(({ name }) => name === `third ${id}`)?.is_archived).toBe(true)
})

test('a set of channels for new members is made, changed and deleted', async () => {
  const id = newTopic().slice(-6)
  const channel = `set ${id}`
  await asks('ada', 'POST /channels/create', { name: channel, subscribers: [] })
  const page = await opens('ada', {}, '#organization/default-channels')
  const sets = async (): Promise<{ name: string; streams: number[] }[]> =>
    (await asks('ada', 'POST /register', { fetch_event_types: ['default_stream_groups'] })).realm_default_stream_groups
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Create' }) })
  await form.getByLabel('Name', { exact: true }).fill(`team ${id}`)
  await form.getByLabel('Description').fill('For the team')
  const picker = form.getByRole('combobox', { name: 'Add a channel' })
  await picker.fill('no channel has this name')
  await form.getByRole('status').getByText('Nothing has this name.').waitFor()
  await form.locator('.picker-list', { hasText: 'Nothing has this name.' }).waitFor()
  await picker.fill(channel)
  await page.getByRole('option', { name: channel }).waitFor()
  await expect.poll(() => form.getByText('Nothing has this name.').count()).toBe(0)
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Create' }).click()
  const entry = page.locator(`${page$} li`, { hasText: `team ${id}` })
  await entry.getByRole('button', { name: `Remove # ${channel}` }).click()
  await expect.poll(async () => (await sets()).find(({ name }) => name === `team ${id}`)?.streams).toEqual([])
  await entry.getByRole('button', { name: `Remove team ${id}` }).click()
  await entry.waitFor({ state: 'detached' })
})

test('a place is saved under a name, pinned in the list of places, and removed', async () => {
  const topic = newTopic()
  const name = `Later ${topic.slice(-6)}`
  await sends('ben', topic, ['hello'])
  const page = await opens('cleo', {}, topicHash(topic))
  await page.locator('.layer:not(.parked) .head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const link = page.locator('.rail').getByRole('link', { name })
  await link.waitFor()
  await expect.poll(() => link.getAttribute('href')).toBe(topicHash(topic))
  await page.evaluate(() => (location.hash = '#settings/saved'))
  await page.getByRole('checkbox', { name: `Pinned: ${name}` }).uncheck()
  await link.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.locator(`${page$} li`, { hasText: name }).waitFor({ state: 'detached' })
})

test('28. a directory of 2,000 channels has few rows in the document, and all of them when it scrolls', async () => {
  const page = await openClient({}, '#channels/all')
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    // Before the login, the server refuses the registration.
    if (!response.ok()) return route.fulfill({ response })
    const state = await response.json()
    const [channel] = state.never_subscribed.length > 0 ? state.never_subscribed : state.subscriptions
    for (let number = 1; number <= 2000; number++)
      state.never_subscribed.push({
        ...channel,
        stream_id: 100_000 + number,
        name: `many ${String(number).padStart(4, '0')}`,
        description: number === 1234 ? 'the needle' : 'hay',
      })
    await route.fulfill({ response, json: state })
  })
  await logIn(page, 'dov')
  const rows = page.locator('.directory li')
  await rows.first().waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(60)
  // Without the channels of other tests, whose names may come after these.
  await page.getByLabel('Filter channels').fill('many')
  await page.locator('.virtual-list').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await page.getByText('many 2000').waitFor()
  await expect.poll(() => rows.count()).toBeLessThan(60)
  await page.getByLabel('Filter channels').fill('needle')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByText('many 1234').waitFor()
})
