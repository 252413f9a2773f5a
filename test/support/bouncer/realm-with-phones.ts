import { env } from 'cloudflare:test'
import { doDueWork, preventAlarms } from '../alarms'
import type { Json, Person } from '../person'
import { freshRealm, type Cast } from '../realm'
import { OfficialBouncer } from './official-bouncer'
import { SealedPhone } from './sealed-phone'

/** The official bouncer, which knows the server of the tests. */
export const officialBouncer = (): OfficialBouncer =>
  new OfficialBouncer().withServer(env.PUSH_BOUNCER_ORGANIZATION, env.PUSH_BOUNCER_KEY, 'parley.test')

type Received = { phone: SealedPhone; person: Person; priority: string; payload: Json }

/** A realm in which these users have a phone each, and a bouncer that knows the phones. */
export async function realmWithPhones(usersWithPhones: (cast: Cast) => Person[]) {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const bouncer = officialBouncer()
  const phones: SealedPhone[] = []
  for (const [index, person] of usersWithPhones(cast).entries())
    phones.push(await new SealedPhone(person, `token ${index} of ${cast.realm.name}`).registers())
  await doDueWork(cast.realm)
  bouncer.requests.splice(0)

  /** Does the due work and returns the notifications that the phones received, decrypted. */
  const receivedNotifications = async (): Promise<Received[]> => {
    await doDueWork(cast.realm)
    return bouncer.takeNotifications().map((notification) => {
      const phone = phones.find(({ token_id }) => token_id === notification.token_id)!
      return { phone, person: phone.person, priority: notification.priority, payload: phone.open(notification) }
    })
  }
  return { ...cast, bouncer, phones, receivedNotifications }
}
