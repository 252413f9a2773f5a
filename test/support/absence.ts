import { doDueWork } from './alarms'
import { advanceClock } from './clock'
import { succeeded, type Json, type Person } from './person'
import type { TestRealm } from './realm'

/** Messages that come within so many seconds are in one email. */
const BATCHING = 120

export const isActive = async (person: Person) =>
  succeeded(await person.post('/users/me/presence', { status: 'active', ping_only: true }))

/** Lets the time pass, and returns the texts of the emails that the realm has sent to a user. */
export async function emailsTo(person: Person, realm: TestRealm, seconds: number): Promise<string[]> {
  await advanceClock(realm, seconds)
  await doDueWork(realm)
  await advanceClock(realm, BATCHING)
  await doDueWork(realm)
  await doDueWork(realm)
  const { mail } = succeeded(await (await realm.request('/dev_mailbox')).json())
  return mail.filter(({ to }: Json) => to === person.email).map(({ text }: Json) => text)
}
