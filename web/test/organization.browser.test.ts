import { expect, inject, test } from 'vitest'
import { organizationSections } from '../words/en-sections'
import { faultsOn } from './accessibility'
import { bodyOf } from './launch'
import { logsOwnerIn, newRealm, owners } from './new-realm'
import { asks, newPerson, openClient, newTopic, opens, rowOf, sends, topicHash, userId } from './person'
import { randomDigits } from './random'

const page$ = '.layer:not(.parked) .settings-page'

test('39, 42. axe finds nothing in the settings of the organization, and nothing scrolls sideways', async () => {
  const page = await opens('ada', {}, '#organization/profile')
  const found: Record<string, string[]> = {}
  for (const section of Object.keys(organizationSections)) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.evaluate((hash) => (location.hash = hash), `#${section}`)
    await page.locator(`.settings-list a[href="#${section}"][aria-current]`).waitFor()
    await page.locator(`${page$} h3`).first().waitFor()
    found[section] = await faultsOn(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), section).toBe(0)
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({})
})

test('a member reads the rules and cannot change them; an administrator changes them', async () => {
  const member = await opens('dov', {}, '#organization/settings')
  await member.getByText('Only administrators can change these settings.').waitFor()
  await expect.poll(() => member.getByLabel('Mark guests').isDisabled()).toBe(true)
  await expect.poll(() => member.locator('.settings-list a', { hasText: 'Audit log' }).count()).toBe(0)
  const admin = await opens('ben', {}, '#organization/settings')
  const field = admin.getByLabel('Mark guests')
  await field.uncheck()
  await admin.locator('.setting', { has: field }).getByText('Saved').waitFor()
  await expect.poll(() => member.getByLabel('Mark guests').isChecked()).toBe(false)
  await field.check()
  await expect.poll(() => member.getByLabel('Mark guests').isChecked()).toBe(true)
  await expect.poll(() => admin.getByLabel('Only with an invitation').isDisabled()).toBe(true)
  await admin.getByText('Only owners can change this.').first().waitFor()
})

test('the page says what a large organization chose about presences, and not what other clients must show', async () => {
  const realm = await newRealm()
  const page = await openClient({}, '#organization/settings', realm.realm_url)
  await page.route('**/json/register', async (route) => {
    // Not all systems know the names of realms on this machine.
    const headers = { ...(await route.request().allHeaders()), host: new URL(realm.realm_url).host }
    const response = await route.fetch({
      url: `${inject('server').url}/json/register`,
      headers,
      postData: await bodyOf(route),
    })
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: { ...(await response.json()), realm_presence_disabled: true } })
  })
  await logsOwnerIn(page, realm)
  const field = page.getByLabel('Hide who is active')
  await field.waitFor()
  await expect.poll(() => field.isChecked()).toBe(false)
  await owners(page, realm, 'PATCH /realm', { presence_disabled: 'true' })
  await expect.poll(() => field.isChecked()).toBe(true)
  await owners(page, realm, 'PATCH /realm', { presence_disabled: 'false' })
  await expect.poll(() => field.isChecked()).toBe(false)
})

test('a user sees only the controls that the permissions allow', async () => {
  const gus = await newPerson()
  const { group_id: id } = await asks('ada', 'POST /user_groups/create', {
    name: `crew ${gus}`,
    description: '',
    members: [],
  })
  const page = await opens(gus, {}, '#organization/groups')
  const row = page.locator('.groups li', { hasText: `crew ${gus}` })
  await row.waitFor()
  await expect.poll(() => row.getByRole('button').count()).toBe(0)
  await asks('ada', `PATCH /user_groups/${id}`, {
    can_add_members_group: { new: { direct_members: [userId(gus)], direct_subgroups: [] } },
  })
  await row.getByRole('button', { name: `Change: crew ${gus}` }).waitFor()
  await page.evaluate(() => (location.hash = '#organization/invitations'))
  const send = page.getByRole('button', { name: 'Send invitations' })
  // Without an address, the form makes a link, which members may not.
  await expect.poll(() => send.isDisabled()).toBe(true)
  await page.getByLabel(/^Email addresses/).fill('someone@parley.example')
  await expect.poll(() => send.isEnabled()).toBe(true)
  await expect
    .poll(() => page.locator('.layer:not(.parked) select[name="role"] option').allTextContents())
    .toEqual(['Member', 'Guest'])
  await asks('ada', `POST /user_groups/${id}/deactivate`)
})

test('linkifiers and playgrounds are changed in their list, with a field to try them', async () => {
  const page = await opens('ada', {}, '#organization/linkifiers')
  const pattern = `#p${newTopic().slice(-4)}-(?P<id>[0-9]+)`
  await asks('ada', 'POST /realm/filters', { pattern, url_template: 'https://example.com/old/{id}' })
  await page.reload()
  const rule = page.locator('li', { hasText: pattern })
  await rule.getByRole('button', { name: `Change: ${pattern}` }).click()
  await rule.getByLabel(/^Address/).fill('https://example.com/new/{id}')
  await rule.getByLabel('Try it: write a text').fill(pattern.replace(/\(.*/, '12'))
  await rule.getByText('Links to https://example.com/new/12').waitFor()
  await rule.getByRole('button', { name: 'Save' }).click()
  await page.locator('li', { hasText: 'https://example.com/new/{id}' }).waitFor()
  await page
    .locator('li', { hasText: pattern })
    .getByRole('button', { name: `Remove ${pattern}` })
    .click()
  await page.locator('li', { hasText: pattern }).waitFor({ state: 'detached' })
  // A refusal is of what was sent: it goes when that changes.
  await page.getByLabel('Pattern (regular expression)').fill('(#[0-9')
  await page.getByLabel(/^Address/).fill('https://example.com/{id}')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('alert').getByText('Bad regular expression').waitFor()
  await page.getByLabel('Pattern (regular expression)').fill('#(?P<id>[0-9]+)')
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)

  const name = `Runner ${newTopic().slice(-4)}`
  const url_template = 'https://run.example.com/?code={code}'
  await asks('ada', 'POST /realm/playgrounds', { name, pygments_language: 'Ada', url_template })
  await page.evaluate(() => (location.hash = '#organization/playgrounds'))
  const playground = page.locator('li', { hasText: name })
  await playground.getByRole('button', { name: `Change: ${name}` }).click()
  await playground.getByLabel('Try it: write code').fill('a b')
  await playground.getByText('Links to https://run.example.com/?code=a%20b').waitFor()
  await playground.getByLabel(/^Address/).fill('https://run.example.com/')
  await playground.getByText('The address has no {code}').waitFor()
  await playground.getByLabel(/^Address/).fill('https://run.example.com/#{code}')
  await playground.getByRole('button', { name: 'Save' }).click()
  await page.locator('li', { hasText: 'https://run.example.com/#{code}' }).waitFor()
  await page
    .locator('li', { hasText: name })
    .getByRole('button', { name: `Remove ${name}` })
    .click()
  await page.locator('li', { hasText: name }).waitFor({ state: 'detached' })
})

test('a permission is given to one group, or to people and groups', async () => {
  const page = await opens('ada', {}, '#organization/permissions')
  const field = page.getByRole('combobox', { name: 'Add emoji', exact: true })
  const value = async () =>
    (await asks('ada', 'POST /register', { fetch_event_types: ['realm'] })).realm_can_add_custom_emoji_group
  await field.selectOption('Moderators')
  await page.locator('.setting', { has: field }).getByText('Saved').waitFor()
  expect(await value()).toBe(4)
  await field.selectOption('People and groups…')
  await page.getByRole('combobox', { name: 'Add emoji: Add a person or a group' }).fill('dov')
  await page.getByRole('option', { name: 'Dov Peretz' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(value).toEqual({ direct_members: [userId('dov')], direct_subgroups: [4] })
  await field.selectOption('Members')
  await expect.poll(value).toBe(6)
})

test('an administrator sees which emails wait, and how many were sent', async () => {
  const page = await opens('ben', {}, '#organization/mail')
  await page.getByText('Their recipients and texts are not shown.').waitFor()
  await page.getByRole('heading', { name: 'Addresses that refused emails' }).waitFor()
  await page.getByText('No address refused an email.').waitFor()
  const { can_send } = await asks('ben', 'GET /parley/mail')
  await expect.poll(() => page.getByText('This server cannot send emails.').count()).toBe(can_send ? 0 : 1)
})

test('a person is found, and gets another role', async () => {
  const gus = await newPerson()
  const full_name = `Found ${gus}`
  await asks(gus, 'PATCH /settings', { full_name })
  const page = await opens('ada', {}, '#organization/users')
  await page.getByLabel('Find a person').fill(full_name.toLowerCase())
  const role = page.getByLabel(`Role: ${full_name}`)
  const save = () =>
    page.getByRole('dialog', { name: 'What would change' }).getByRole('button', { name: 'Save' }).click()
  await role.selectOption('Guest')
  await save()
  const roleOf = async () => (await asks('ada', `GET /users/${userId(gus)}`)).user.role
  await expect.poll(roleOf).toBe(600)
  await role.selectOption('Member')
  await save()
  await expect.poll(roleOf).toBe(400)
})

test('an invitation link is made with a role and channels, and revoked', async () => {
  const page = await opens('ada', {}, '#organization/invitations')
  await page.getByRole('combobox', { name: 'Add a channel' }).fill('engin')
  await page.getByRole('option', { name: 'engineering', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'As', exact: true }).selectOption('Guest')
  await page.getByRole('button', { name: 'Create a link' }).click()
  await expect
    .poll(() => page.getByRole('group', { name: 'Invitation link' }).locator('code').textContent())
    .toContain('/join/')
  const { invites } = await asks('ada', 'GET /invites')
  expect(invites.at(-1)).toMatchObject({ is_multiuse: true, invited_as: 600 })
  const before = invites.length
  await page.getByRole('button', { name: 'Revoke: Link for anyone' }).last().click()
  await expect.poll(async () => (await asks('ada', 'GET /invites')).invites.length).toBe(before - 1)
})

test('after an invitation was sent, the form invites members again, and not administrators', async () => {
  const administrator = await newPerson()
  await asks('ada', `PATCH /users/${userId(administrator)}`, { role: 200 })
  const page = await opens(administrator, {}, '#organization/invitations')
  const address = `invited-${randomDigits()}@parley.example`
  await page.locator('select[name=role]').selectOption('Guest')
  const chosen = (name: string) =>
    page.locator(`select[name=${name}]`).evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)
  // A user changes, and the choice stays.
  const name = `Renamed ${address.slice(8, 14)}`
  await asks(administrator, 'PATCH /settings', { full_name: name })
  await page.getByRole('button', { name }).waitFor()
  expect(await chosen('role')).toBe('Guest')
  await page.getByLabel('Email addresses').first().fill(`${address}, not-an-address`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await page.locator('.fail li', { hasText: 'not-an-address' }).waitFor()
  await page.getByLabel('Email addresses').first().fill(address)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await page.locator('.items b', { hasText: address }).waitFor()
  await expect.poll(() => chosen('role')).toBe('Member')
  await expect.poll(() => chosen('expiry')).toBe('A week')
  // The field is empty again, so the button makes a link.
  await page.getByRole('button', { name: 'Create a link' }).waitFor()
  const { invites } = await asks('ada', 'GET /invites')
  expect(invites.find(({ email }: { email: string }) => email === address)).toMatchObject({ invited_as: 600 })
})

test('of several addresses, the form tells which were not invited, and why, and keeps those', async () => {
  const administrator = await newPerson()
  await asks('ada', `PATCH /users/${userId(administrator)}`, { role: 200 })
  const page = await opens(administrator, {}, '#organization/invitations')
  const [first, second] = [`one-${randomDigits()}@parley.example`, `two-${randomDigits()}@parley.example`]
  const field = page.getByLabel('Email addresses').first()
  const alert = page.getByRole('alert')
  const send = page.getByRole('button', { name: 'Send invitations' })
  const invited = async () => {
    const { invites } = await asks(administrator, 'GET /invites')
    return invites
      .map(({ email }: { email: string }) => email)
      .filter((email: string) => [first, second].includes(email))
  }
  const all = `${first}, not-an-address\n${second}, ben@parley.example`
  await field.fill(all)
  await send.click()
  await alert.getByText('No one was invited.').waitFor()
  await expect
    .poll(() => alert.locator('li').allInnerTexts())
    .toEqual(['not-an-address Invalid address.', 'ben@parley.example Already has an account.'])
  await expect.poll(() => field.inputValue()).toBe(all)
  expect(await invited()).toEqual([])

  await field.fill(all.replace('not-an-address', ''))
  await send.click()
  await alert.getByText('The others are invited.').waitFor()
  await expect.poll(() => alert.locator('li').allInnerTexts()).toEqual(['ben@parley.example Already has an account.'])
  await page.locator('.items b', { hasText: second }).waitFor()
  expect(await invited()).toEqual([first, second])
  await expect.poll(() => field.inputValue()).toBe('ben@parley.example')

  // What is still there is refused again, and no address is invited twice.
  await send.click()
  await alert.getByText('No one was invited.').waitFor()
  await expect.poll(() => alert.locator('li').allInnerTexts()).toEqual(['ben@parley.example Already has an account.'])
  expect(await invited()).toEqual([first, second])
})

test('a group is made, gets a member, and is deactivated', async () => {
  const name = `team ${newTopic().slice(-6)}`
  const page = await opens('ada', {}, '#organization/groups')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: `Change: ${name}` }).click()
  const group = page.locator('.groups > li', { hasText: name })
  await group.getByText('1 member').waitFor()
  await group.getByRole('combobox', { name: 'Add a member' }).fill('cleo')
  await page.getByRole('option', { name: 'Cleo' }).waitFor()
  await page.keyboard.press('Enter')
  await group.getByText('2 members').waitFor()
  await group.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await group.waitFor({ state: 'detached' })
})

test('a rule for links is tried before it is added, and then works', async () => {
  const word = newTopic().slice(-6)
  const page = await opens('ada', {}, '#organization/linkifiers')
  await page.getByLabel('Pattern').fill(`${word}-(?P<id>[0-9]+)`)
  await page.getByLabel('Address, such as').fill('https://example.com/{id}')
  await page.getByLabel('Try it').fill(`see ${word}-12 please`)
  await page.getByText('Links to https://example.com/12').waitFor()
  await page.getByLabel('Try it').fill('nothing')
  await page.getByText('Nothing in this text matches.').waitFor()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.locator('li', { hasText: word }).waitFor()
  const topic = newTopic()
  await sends('ada', topic, [`look at ${word}-7`])
  const reader = await opens('ben', {}, topicHash(topic))
  expect(
    await rowOf(reader, 'look at')
      .getByRole('link', { name: `${word}-7` })
      .getAttribute('href'),
  ).toBe('https://example.com/7')
  await page.getByRole('button', { name: new RegExp(`Remove ${word}`) }).click()
  await page.locator('li', { hasText: word }).waitFor({ state: 'detached' })
})

test('a profile field of the organization is filled in by a member', async () => {
  const name = `Team ${newTopic().slice(-6)}`
  const admin = await opens('ada', {}, '#organization/profile-fields')
  await admin.getByLabel('Kind').selectOption('List of options')
  await admin.getByLabel('Name', { exact: true }).fill(name)
  await admin.getByLabel('Options, one on each line').fill('Blue\nGreen')
  await admin.getByRole('button', { name: 'Add' }).click()
  await admin.getByRole('button', { name: `Move ${name} up` }).waitFor()
  const member = await opens('dov', {}, '#settings/profile')
  await member.getByLabel(name).selectOption('Green')
  await member
    .locator('.setting', { has: member.getByLabel(name) })
    .getByText('Saved')
    .waitFor()
  await admin.getByRole('button', { name: `Change: ${name}` }).click()
  const form = admin.locator('li', { hasText: name })
  await form.getByLabel('Options, one on each line').fill('Red\nGreen')
  // Another administrator changes the field meanwhile. What this one types stays.
  const { custom_fields } = await asks('ada', 'GET /realm/profile_fields')
  const field = custom_fields.find((each: { name: string }) => each.name === name)
  await asks('ada', `PATCH /realm/profile_fields/${field.id}`, { hint: 'For the doors' })
  await form.getByText('For the doors').waitFor()
  await expect.poll(() => form.getByLabel('Options, one on each line').inputValue()).toBe('Red\nGreen')
  await form.getByRole('button', { name: 'Save' }).click()
  // The value of the member keeps its option.
  await expect.poll(() => member.getByLabel(name).locator('option:checked').textContent()).toBe('Green')
  await expect.poll(() => member.getByLabel(name).textContent()).toContain('Red')
  await admin.getByRole('button', { name: `Remove ${name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await member.getByLabel(name).waitFor({ state: 'detached' })
})

test('the audit log tells who changed what', async () => {
  await asks('ada', 'PATCH /realm', { digest_weekday: 3 })
  const page = await opens('ada', {}, '#organization/audit-log')
  await page.getByLabel('What happened').selectOption('Setting changed')
  const entry = page.locator('tr', { hasText: 'Day of the digest' }).first()
  await entry.getByText('Ada Okafor').waitFor()
  await entry.getByText('→ Thursday').waitFor()
  const gus = await newPerson()
  await opens(gus)
  await asks('ada', `DELETE /parley/users/${userId(gus)}/sessions`)
  await page.reload()
  await page.getByLabel('What happened').selectOption('Sessions ended')
  await page.locator('tr', { hasText: 'Gus Novak' }).first().getByText('1 session', { exact: true }).waitFor()
  await asks('ada', 'PATCH /realm', { digest_weekday: 1 })
})
