import { runDurableObjectAlarm } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { formOf, succeeded, type FieldValue, type Json } from './person'
import type { TestRealm } from './realm'

/** Returns the emails that the realm sent, newest first. Fails the test if one does not say in which language it is. */
export async function sentEmails(realm: TestRealm): Promise<Json[]> {
  await runDurableObjectAlarm(realm.stub)
  const { mail } = succeeded(await (await realm.request('/dev_mailbox')).json())
  for (const { subject, html } of mail)
    expect(html, subject).toMatch(/^<!doctype html>\n<html lang="[\w-]+" dir="\w+">/)
  return mail
}

/** Returns the newest email to this address. Fails the test if there is none. */
export async function emailTo(realm: TestRealm, email: string): Promise<Json> {
  const message = (await sentEmails(realm)).find(({ to }) => to === email)
  expect(message, `an email to ${email}`).toBeDefined()
  return message
}

/** Returns the confirmation link in an email. */
export const linkIn = (message: Json): string =>
  /^https?:\/\/\S+\/[0-9a-f]{40}\/$/m.exec(message.text)?.[0] ?? 'no link'

/** A page as a browser gets it. */
export type Page = { status: number; html: string; headers: Headers }

async function requestPage(request: Request): Promise<Page> {
  const response = await exports.default.fetch(request)
  return { status: response.status, html: await response.text(), headers: response.headers }
}

export const openPage = (link: string): Promise<Page> => requestPage(new Request(link))

export const submitPage = (
  link: string,
  fields: Record<string, FieldValue> = {},
  address = 'somewhere',
): Promise<Page> =>
  requestPage(
    new Request(link, {
      method: 'POST',
      body: formOf(fields),
      headers: { 'cf-connecting-ip': address, 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    }),
  )
