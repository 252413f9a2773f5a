import { expect, test } from 'vitest'
import { asks, newTopic, opens, sends } from './person'

const ROUTE = '#organization/discovery'
const setting = 'parley_can_search_everything_group'

/** Lets ada search everything, or no owner. */
const letSearch = async (isAllowed: boolean) => {
  const { user_id } = await asks('ada', 'GET /users/me')
  const value = { direct_members: isAllowed ? [user_id] : [], direct_subgroups: [] }
  await asks('ada', 'PATCH /realm', { [setting]: { new: value } })
}

test('an owner holds a person, finds what the person deleted, exports it, and ends the hold, on a phone and by keyboard', async () => {
  await letSearch(true)
  const page = await opens('ada', { viewport: { width: 390, height: 800 } }, ROUTE)
  const name = `Case ${newTopic().slice(-6)}`
  const word = `evidence${newTopic().slice(-6)}`
  const form = page.getByRole('region', { name: 'New hold' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Reason').fill('A lawsuit')
  const people = form.getByRole('combobox', { name: 'People. None: everyone' })
  await people.fill('Dov')
  await people.press('Enter')
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByText('A lawsuit · Ada').waitFor()
  await expect.poll(() => row.textContent()).toContain('Dov')
  await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('')

  const [id] = await sends('dov', newTopic(), [word])
  await asks('dov', `DELETE /messages/${id}`)
  const search = page.getByRole('region', { name: 'Search everything' }).first()
  await search.getByLabel('Reason').fill('The judge asked')
  await search.getByLabel('Words').fill(word)
  await search.getByRole('button', { name: 'Search everything' }).press('Enter')
  await search.getByRole('status').getByText('Messages: 1').waitFor()
  const found = search.getByRole('listitem').filter({ hasText: word })
  await expect.poll(() => found.textContent()).toContain('Deleted: ')
  await search.getByRole('button', { name: 'Export the result' }).press('Enter')
  const exported = page.getByRole('region', { name: 'Exports of results' })
  await exported.getByRole('listitem').first().waitFor()
  await expect
    .poll(async () => {
      const again = exported.getByRole('button', { name: 'Look again' }).first()
      if (await again.isVisible()) await again.click()
      return exported.getByRole('link', { name: 'Download' }).count()
    })
    .toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await row.getByRole('button', { name: `End the hold: ${name}` }).press('Enter')
  await row.getByLabel('Reason').fill('It is settled')
  await row.getByRole('button', { name: 'End the hold', exact: true }).press('Enter')
  await row.waitFor({ state: 'detached' })
  const log = page.getByRole('region', { name: 'Log', exact: true })
  await log.getByText('It is settled').first().waitFor()
  await log.getByText('The judge asked').first().waitFor()
})

test('an owner whom the permission does not name learns where it is, and nothing else', async () => {
  await letSearch(false)
  const page = await opens('ada', {}, ROUTE)
  await page.getByText('Under Permissions, owners choose').waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'New hold' }).count()).toBe(0)
  // An administrator is not offered the section.
  const admin = await opens('ben', {}, '#organization/users')
  await admin.getByRole('link', { name: 'Groups' }).first().waitFor()
  await expect.poll(() => admin.getByRole('link', { name: 'Holds and searches' }).count()).toBe(0)
})
