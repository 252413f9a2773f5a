import { describe, expect, test } from 'vitest'
import { emailTo, openPage, sentEmails, submitPage } from '../support/mail'
import { succeeded, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'

const SUBJECT = 'Your organizations'

const asks = (realm: TestRealm, email: string, address?: string) =>
  submitPage(`${realm.url}/accounts/find/`, { email }, address)

describe('GET site:/accounts/find', () => {
  test('asks for the address, and says that a deactivated organization is closed', async () => {
    const { realm, ada } = await freshRealm()
    expect((await openPage(`${realm.url}/accounts/find`)).html).toContain('name="email"')
    succeeded(await ada.post('/realm/deactivate'))
    for (const page of [await openPage(`${realm.url}/accounts/find/`), await asks(realm, ada.email)])
      expect(page).toMatchObject({ html: expect.stringContaining('has been deactivated') })
    expect((await sentEmails(realm)).map(({ subject }) => subject)).not.toContain(SUBJECT)
  })
})

describe('POST site:/accounts/find', () => {
  test('only the email says whether the address has an account here', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    succeeded(await ada.delete(`/users/${ezra.id}`))
    const hidden = `user${dov.id}@${new URL(realm.url).hostname}`
    const addresses = [dov.email, 'nobody@example.com', ezra.email, fig.email, hidden]
    const pages = []
    for (const email of addresses) pages.push(await asks(realm, email, email))
    const answers = pages.map(({ html, status }, at) => [html.replaceAll(addresses[at]!, 'x'), status])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]![1]).toBe(200)
    const emails = await sentEmails(realm)
    const named = addresses.map((email) => emails.find(({ to }) => to === email).text.includes(realm.url))
    expect(named).toEqual([true, false, false, false, false])
  })

  test('names other organizations only if the operator allows it', async () => {
    const email = 'gwen@find-accounts.example.com'
    const account = { email, password: 'tangled violin moth', full_name: 'Gwen' }
    const found = async ({ realm, ada }: { realm: TestRealm; ada: Person }) => {
      succeeded(await ada.post('/dev_create_user', account))
      await sentEmails(realm)
      await asks(realm, email.toUpperCase())
      return (await emailTo(realm, email)).text
    }
    const first = await freshRealm()
    const second = await freshRealm()
    await found(first)
    expect(await found(second)).toMatch(new RegExp(`\n${second.realm.url}\n\nIf it was not you`))
    const third = await realmWithVariables({ FIND_ACCOUNTS_IN_ALL_REALMS: 'true' })
    const text = await found(third)
    for (const { realm } of [first, second, third]) expect(text).toContain(`${realm.url}\n`)
  })

  test('refuses what is no address, and sends an address few emails', async () => {
    const { realm } = await freshRealm()
    expect((await asks(realm, 'nobody')).status).toBe(400)
    const statuses = []
    for (let request = 0; request < 3; request++) statuses.push((await asks(realm, 'nobody@example.com')).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await sentEmails(realm)).filter(({ to }) => to === 'nobody@example.com')).toHaveLength(2)
  })
})
