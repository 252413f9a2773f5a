import { expect, inject, test } from 'vitest'
import { composerOf, newTopic, openClient, opens, rowOf, sends, topicHash } from './person'

// The client says what does not work before the user meets a refusal, once, and where help is.

/** Creates a realm with an owner and a member, and returns its address and how the owner asks. */
async function newRealm() {
  const name = `direct${Math.random().toString(36).slice(2, 10)}`
  const [email, password] = [`owner@${name}.example.com`, `${name}-tandem-kiwi`]
  const { url } = inject('server')
  const post = async (
    address: string,
    headers: Record<string, string>,
    fields: Record<string, string>,
    method = 'POST',
  ) => (await fetch(address, { method, headers, body: new URLSearchParams(fields) })).json()
  const { realm_url, api_key } = await post(
    `${url}/api/v1/realms`,
    { authorization: 'Bearer development' },
    { name, owner_email: email, owner_full_name: 'Ola Owner', owner_password: password },
  )
  const owner = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  const member = { email: `member@${name}.example.com`, password, full_name: 'Mia Member' }
  const { user_id } = await post(`${realm_url}/api/v1/dev_create_user`, owner, member)
  return {
    site: realm_url as string,
    member,
    memberId: user_id as number,
    allowDirect: (group: number) =>
      post(
        `${realm_url}/api/v1/realm`,
        owner,
        { direct_message_permission_group: JSON.stringify({ new: group }) },
        'PATCH',
      ),
    groupNamed: async (wanted: string): Promise<number> => {
      const response = await fetch(`${realm_url}/api/v1/user_groups`, { headers: owner })
      const { user_groups } = await response.json()
      return user_groups.find((group: { name: string }) => group.name === wanted).id
    },
  }
}

test('where direct messages are disabled, the conversation says so instead of a field, and returns the field later', async () => {
  const realm = await newRealm()
  const page = await openClient({}, '', realm.site)
  await page.getByLabel('Email address').fill(realm.member.email)
  await page.getByLabel('Password').fill(realm.member.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.app').waitFor()
  await page.evaluate((hash) => (location.hash = hash), `#narrow/dm/${realm.memberId - 1}-Ola`)
  await composerOf(page).fill('kept')
  expect(await realm.allowDirect(await realm.groupNamed('role:nobody'))).toMatchObject({ result: 'success' })
  await page.getByText('Direct messages are disabled in this organization.').waitFor()
  expect(await composerOf(page).count()).toBe(0)
  expect(await realm.allowDirect(await realm.groupNamed('role:everyone'))).toMatchObject({ result: 'success' })
  await composerOf(page).waitFor()
  expect(await composerOf(page).inputValue()).toBe('kept')
})

test('without a connection, one sentence says so, also after an action that failed', async () => {
  const topic = newTopic()
  await sends('ben', topic, ['hello'])
  const page = await opens('ada', {}, topicHash(topic))
  await rowOf(page, 'hello').focus()
  await page.context().setOffline(true)
  await page.getByText('Offline. New messages wait until the connection is back.').waitFor()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/reactions'))
  await page.keyboard.press('+')
  await failed
  // An action that succeeds says so below the sentence.
  await rowOf(page, 'hello').focus()
  await expect.poll(() => page.locator('.notice').count()).toBe(1)
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('Offline. New messages wait').count()).toBe(0)
})

const HELP = [
  ['#keyboard-shortcuts', 'Keys', 'Next unread conversation'],
  ['#message-formatting', 'Message formatting', '~~struck out~~'],
]

test.each(HELP)('%s opens the help that Zulip has there, and closing it keeps the view', async (hash, title, text) => {
  const page = await opens('ada', {}, hash)
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByText(text, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  expect(await page.getByText('This address leads to no view.').count()).toBe(0)
})
