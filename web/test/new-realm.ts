import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { randomDigits } from './random'

type Realm = { realm_url: string; email: string; password: string; api_key: string }

/** Creates a realm for one test, which changes what all users of a realm have. */
export async function newRealm(): Promise<Realm> {
  const name = `own${randomDigits()}`
  const [email, password] = [`owner@${name}.example.com`, `${name}-tandem-kiwi`]
  const fields = { name, owner_email: email, owner_full_name: 'Ola Owner', owner_password: password }
  const response = await fetch(`${inject('server').url}/api/v1/realms`, {
    method: 'POST',
    headers: { authorization: 'Bearer development' },
    body: new URLSearchParams(fields),
  })
  return { ...(await response.json()), email, password }
}

/** Logs the owner of a realm in. */
export async function logsOwnerIn(page: Page, { email, password }: Realm): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.app').waitFor()
}

/** Sends a request as the owner, from a page of the realm: not all systems know the names of realms on this machine. */
export const owners = (page: Page, { email, api_key }: Realm, call: string, fields: Record<string, string> = {}) =>
  page.evaluate(
    async ({ authorization, method, path, parameters }) => {
      const headers = { authorization }
      const sent = { method, headers, body: new URLSearchParams(parameters) }
      const response = await fetch(`/api/v1${path}`, method === 'GET' ? { headers } : sent)
      return response.json()
    },
    {
      authorization: `Basic ${btoa(`${email}:${api_key}`)}`,
      method: call.split(' ')[0],
      path: call.split(' ')[1],
      parameters: fields,
    },
  )
