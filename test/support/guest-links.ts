import { expect } from 'vitest'
import { Browser, OWN_PAGE } from './browser'
import { Person, succeeded, type FieldValue, type Json } from './person'
import type { Channel, TestRealm } from './realm'

/** Asks for a guest link; `fields` replaces or adds parameters. */
export const askForGuestLink = (person: Person, channel: Channel, fields: Record<string, FieldValue> = {}) =>
  person.post('/parley/guest_links', {
    stream_id: channel.stream_id,
    expires_in_minutes: 60,
    max_uses: 10,
    ...fields,
  })

/** Creates a guest link. Fails the test if the realm refuses it. */
export const newGuestLink = async (
  person: Person,
  channel: Channel,
  fields: Record<string, FieldValue> = {},
): Promise<Json> => succeeded(await askForGuestLink(person, channel, fields)).guest_link

export const guestLinksOf = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/parley/guest_links')).guest_links

/** Submits the form of a guest link in a browser. */
export function enter(browser: Browser, { url }: Json, full_name: string): Promise<Response> {
  const { pathname } = new URL(url)
  return browser.request(pathname, { method: 'POST', fields: { full_name }, headers: { ...OWN_PAGE } })
}

export type Guest = Person & { browser: Browser }

/** Comes by a guest link. The guest also has an API key, so that tests can register queues. */
export async function comeAsGuest(realm: TestRealm, link: Json, full_name = 'Gwen'): Promise<Guest> {
  const browser = new Browser(realm.url)
  const response = await enter(browser, link, full_name)
  expect(response.status, await response.text()).toBe(302)
  const { user_id, email } = succeeded(await browser.get('/users/me'))
  const { api_key } = succeeded(await browser.post('/users/me/api_key/regenerate'))
  return Object.assign(new Person(realm.url, { user_id, email, full_name, api_key, password: '' }), { browser })
}
