import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOn } from './accessibility'
import { tap } from './fingers'
import { asks, newPerson, opens, userId } from './person'
import { randomDigits } from './random'
import { shows } from './views'

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected', exact: true })
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select: ${name}`, exact: true })

/** Creates people with names that no other test has. */
async function newPeople(count: number) {
  const mark = `Bulk${randomDigits()}`
  const people: { user_id: number; full_name: string }[] = []
  for (let at = 0; at < count; at++) {
    const user_id = userId(await newPerson())
    const full_name = `${mark} ${'ABCDE'[at]}`
    await asks('ada', `PATCH /users/${user_id}`, { full_name })
    people.push({ user_id, full_name })
  }
  return { mark, people }
}

test('91. several people are selected by keys and acted on once, and a refusal is shown at its row', async () => {
  const { mark, people } = await newPeople(3)
  const [first = '', second = '', third = ''] = people.map(({ full_name }) => full_name)
  const page = await opens('ben', {}, '#organization/users')
  await page.getByLabel('Find a person').fill(mark)
  await boxOf(page, first).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await bar(page).getByText('2 selected').waitFor()
  await expect.poll(() => boxOf(page, second).evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await faultsOn(page)).toEqual([])
  await bar(page).getByLabel('Role', { exact: true }).selectOption('Moderator')
  await bar(page).getByRole('button', { name: 'Change: Role' }).click()
  await bar(page).getByText('selected').waitFor({ state: 'detached' })
  const roles = async () => {
    const { members } = await asks('ada', 'GET /users')
    return people.map(({ user_id }) => members.find((user: { user_id: number }) => user.user_id === user_id)?.role)
  }
  await expect.poll(roles).toEqual([300, 300, 400])

  // Shift takes all rows from the one before. Administrators cannot deactivate an owner.
  await page.getByLabel('Find a person').fill('')
  await boxOf(page, 'Ada Okafor').check()
  await page.getByLabel('Find a person').fill(mark)
  await boxOf(page, first).click()
  await boxOf(page, third).click({ modifiers: ['Shift'] })
  await bar(page).getByText('3 selected').waitFor()
  await page.getByLabel('Find a person').fill('')
  await bar(page).getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  const refused = page.locator('.person-row', { hasText: 'Ada Okafor' })
  await refused.getByRole('alert').waitFor()
  await bar(page).getByText('1 selected').waitFor()
  await expect.poll(() => boxOf(page, 'Ada Okafor').isChecked()).toBe(true)
  await expect.poll(() => page.locator('.person-row', { hasText: mark }).count()).toBe(0)
})

test('91. several channels are selected by touch, and subscribed and archived together', async () => {
  const mark = `bulk${randomDigits()}`
  const reader = await newPerson()
  const names = ['a', 'b', 'c'].map((end) => `${mark}-${end}`)
  const ids: number[] = []
  for (const [at, name] of names.entries()) {
    const creator = at === 2 ? 'ada' : reader
    const { id } = await asks(creator, 'POST /channels/create', { name, subscribers: [userId('ben')] })
    ids.push(id)
  }
  const page = await opens(reader, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  await shows(page, '#channels/all')
  await page.getByRole('searchbox', { name: 'Filter channels' }).fill(mark)
  await tap(page.getByRole('button', { name: 'Select', exact: true }))
  for (const name of names) await tap(boxOf(page, name))
  await bar(page).getByText('3 selected').waitFor()
  expect((await boxOf(page, names[0]!).boundingBox())!.height).toBeGreaterThanOrEqual(24)
  expect(await faultsOn(page)).toEqual([])
  await tap(bar(page).getByRole('button', { name: 'Subscribe' }))
  await bar(page).getByText('selected').waitFor({ state: 'detached' })
  const own = async () => {
    const { subscriptions } = await asks(reader, 'GET /users/me/subscriptions')
    return ids.map((id) => subscriptions.some((row: { stream_id: number }) => row.stream_id === id))
  }
  await expect.poll(own).toEqual([true, true, true])

  await tap(bar(page).getByRole('checkbox', { name: 'Select all' }))
  await tap(bar(page).getByRole('button', { name: 'Archive' }))
  await tap(page.getByRole('dialog', { name: /^Archive/ }).getByRole('button', { name: 'Archive' }))
  // The third one belongs to another user.
  await page.locator('.directory li', { hasText: names[2]! }).getByRole('alert').waitFor()
  await bar(page).getByText('1 selected').waitFor()
  await page.locator('.directory li', { hasText: names[0]! }).waitFor({ state: 'detached' })
})
