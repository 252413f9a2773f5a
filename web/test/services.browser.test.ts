import { expect, inject, test } from 'vitest'
import { opens } from './person'

test('a user makes an address for a service, and sees what it delivered', async () => {
  const page = await opens('ben', {}, '#settings/services')
  await page.getByRole('searchbox', { name: 'Find a service' }).fill('bitb')
  await page.getByRole('button', { name: 'Bitbucket Server' }).waitFor()
  await page.getByRole('searchbox', { name: 'Find a service' }).fill('github')
  await page.getByRole('button', { name: 'GitHub', exact: true }).click()
  await page.getByText('Choose or create a bot: then the address is here.').waitFor()
  await page.getByRole('button', { name: 'Create the bot GitHub' }).click()
  await page.getByRole('combobox', { name: /^Channel/ }).selectOption({ label: '# general' })
  await page.getByLabel('Topic (empty: each message chooses it)').fill('Code & more')
  await page.getByLabel('Begin each message with the repository').check()
  await page.getByText('Only these events').click()
  await page.getByLabel('ping', { exact: true }).check()
  const address = new URL((await page.locator('.service code.secret').textContent())!)
  expect(address.origin).toBe(new URL(inject('server').url).origin)
  expect(address.pathname).toBe('/api/v1/external/github')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    api_key: expect.stringMatching(/^\w{32}$/),
    topic: 'Code & more',
    include_repository_name: 'true',
    only_events: '["ping"]',
  })
  const deliver = async (to: URL) => {
    const response = await fetch(to, {
      method: 'POST',
      headers: { 'x-github-event': 'ping', 'content-type': 'application/json' },
      body: JSON.stringify({
        zen: 'Z',
        hook: { type: 'Repository' },
        repository: { full_name: 'a/b' },
        sender: { login: 'ben' },
      }),
    })
    return response.json()
  }
  expect(await deliver(address)).toMatchObject({ result: 'success' })
  // The server refuses it before it reads the body. `server.ts` looks for errors in its log.
  expect(await deliver(new URL(address.pathname, address))).toMatchObject({ result: 'error' })
  await page.getByRole('button', { name: 'All services' }).click()
  await page.getByRole('button', { name: 'GitHub', exact: true }).click()
  await page.getByRole('combobox', { name: /^Bot that writes/ }).selectOption({ label: 'GitHub' })
  await page.getByText(/^github: ping/).waitFor()
})
