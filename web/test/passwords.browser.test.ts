import { expect, inject, test } from 'vitest'
import { faultsOn } from './accessibility'
import { openClient } from './person'
import { randomDigits } from './random'

const { url } = inject('server')

/** Creates a user, and returns the link with which the user chooses another password. */
async function linkOfNewUser(): Promise<string> {
  const email = `reset-${randomDigits()}@parley.example`
  const account = { email, full_name: 'Robin', password: 'tangled violin moth' }
  await fetch(`${url}/api/v1/dev_create_user`, { method: 'POST', body: new URLSearchParams(account) })
  const headers = { 'sec-fetch-site': 'same-origin' }
  await fetch(`${url}/accounts/password/reset`, { method: 'POST', headers, body: new URLSearchParams({ email }) })
  const linkIn = async () => {
    const { mail } = await (await fetch(`${url}/api/v1/dev_mailbox`)).json()
    const sent = mail.find(({ to }: { to: string }) => to === email)
    return /^https?:\/\/\S+\/[0-9a-f]{40}\/$/m.exec(sent?.text ?? '')?.[0]
  }
  await expect.poll(linkIn).toBeDefined()
  return (await linkIn())!
}

test('a meter shows how hard a new password is to guess', async () => {
  const page = await openClient({ viewport: { width: 390, height: 844 } })
  await page.goto(await linkOfNewUser())
  const field = page.getByLabel('New password')
  for (const [password, verdict] of [
    ['aaaaaaaaaaaaaaaaaaaaaa', 'Easy to guess'],
    ['short', 'Easy to guess'],
    ['tangled violin moth', 'Hard to guess'],
    ['my dentist hums Bach, loudly, 7 times', 'Very hard to guess'],
  ]) {
    await field.fill(password!)
    await page.getByText(verdict!, { exact: true }).waitFor()
  }
  expect(await faultsOn(page)).toEqual([])
  await field.fill('Password2026!')
  await page.getByRole('button', { name: 'Use this password' }).click()
  await page.getByRole('alert').filter({ hasText: 'too easy to guess' }).waitFor()
})
