import { runDurableObjectAlarm } from 'cloudflare:test'
import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { formOf, succeeded, type FieldValue, type Json } from './person'
import type { TestRealm } from './realm'

/** What went out by mail, newest first. */
export async function mailFrom(realm: TestRealm): Promise<Json[]> {
  await runDurableObjectAlarm(realm.stub)
  return succeeded(await (await realm.request('/dev_mailbox')).json()).mail
}

/** The newest letter to somebody. */
export async function letterTo(realm: TestRealm, email: string): Promise<Json> {
  const letter = (await mailFrom(realm)).find(({ to }) => to === email)
  expect(letter, `a letter to ${email}`).toBeDefined()
  return letter
}

export const linkIn = (letter: Json): string => /^https?:\/\/\S+\/[0-9a-f]{40}\/$/m.exec(letter.text)?.[0] ?? 'no link'

/** A page as a browser sees it. */
export type Page = { status: number; html: string; headers: Headers }

async function page(request: Request): Promise<Page> {
  const response = await exports.default.fetch(request)
  return { status: response.status, html: await response.text(), headers: response.headers }
}

export const opens = (link: string): Promise<Page> => page(new Request(link))

export const submits = (link: string, fields: Record<string, FieldValue> = {}, address = 'somewhere'): Promise<Page> =>
  page(new Request(link, { method: 'POST', body: formOf(fields), headers: { 'cf-connecting-ip': address } }))
