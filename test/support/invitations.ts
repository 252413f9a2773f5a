import { expect } from 'vitest'
import { refusal } from './answers'
import { emailTo, linkIn, submitPage } from './mail'
import { Person, succeeded, type FieldValue, type Json } from './person'
import type { TestRealm } from './realm'

/** What a new user enters to sign up. */
export const NEW_USER = { full_name: 'Gwen', password: 'battery staple' }
export const INVITES_CHANGED = { type: 'invites_changed' }

export const NOT_FOR_GUESTS = refusal('Not allowed for guest users')
export const NOT_FOR_BOTS = refusal('This endpoint does not accept bot requests.')

/** Invites one address; `fields` replaces or adds parameters. */
export const invite = (person: Person, fields: Record<string, FieldValue>) =>
  person.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [], ...fields })

export const listInvitations = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/invites')).invites

/** Logs in as a user who signed up with the usual password. */
export async function logIn(realm: TestRealm, email: string): Promise<Person> {
  const { api_key, user_id } = succeeded(
    await realm.post('/fetch_api_key', { username: email, password: NEW_USER.password }),
  )
  return new Person(realm.url, { ...NEW_USER, email, api_key, user_id })
}

/** Signs up with the link of the latest email to an address. */
export async function join(
  realm: TestRealm,
  email: string,
  who: Record<string, FieldValue> = NEW_USER,
): Promise<Person> {
  const joined = await submitPage(linkIn(await emailTo(realm, email)), who)
  expect(joined.status, joined.html).toBe(302)
  return logIn(realm, email)
}
