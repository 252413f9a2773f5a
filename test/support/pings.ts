import { onTestFinished, vi } from 'vitest'
import { GatewayObject } from '../../src/gateway-object'
import { RealmObject } from '../../src/realm-object'
import { doDueWork } from './alarms'
import { advanceClock } from './clock'
import { alignClocks, realmWithGateways } from './gateways'
import { copyUser } from './many-users'
import { succeeded, type FieldValue, type Json, type Queue } from './person'
import type { Cast, TestRealm } from './realm'

export const PING = '/users/me/presence'

/** Returns a realm with so many people that clients ask for presences by user, and that has a gateway for pings. */
export async function realmWithPingGateway(): Promise<Cast> {
  const cast = await realmWithGateways(100)
  await makeLarge(cast)
  await openGateways(cast)
  return cast
}

/** Gives a realm more people than presences are listed of. */
export async function makeLarge({ realm, dov }: Cast): Promise<void> {
  await copyUser(realm, dov, 3000)
  await passMinute(realm)
}

/** A minute passes, and the realm does what it does once a minute. */
export async function passMinute(realm: TestRealm): Promise<void> {
  await advanceClock(realm, 61)
  await doDueWork(realm)
}

/** A user registers a queue in a gateway, and the realm opens a gateway for pings. The Worker learns of it with a ping. */
export async function openGateways({ realm, ada }: Cast): Promise<Queue> {
  const queue = await ada.registers({ event_types: ['message'], fetch_event_types: [] })
  await passMinute(realm)
  await alignClocks(realm)
  await ping(ada)
  return queue
}

/** A person, or the browser of one. */
type Client = { post(path: string, fields?: Record<string, FieldValue>): Promise<Json> }

/** A client is active, and asks for the presence of these users. */
export const ping = async (client: Client, ...users: { id: number }[]): Promise<Json> =>
  succeeded(
    await client.post(PING, { status: 'active', slim_presence: true, parley_user_ids: users.map(({ id }) => id) }),
  )

/** Counts the pings that the realm and its gateway answer from now on. */
export function countPings(realm: TestRealm): { ofRealm: number; ofGateway: number } {
  const counts = { ofRealm: 0, ofGateway: 0 }
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their own objects
  const [{ ask }, { ping: answer }] = [RealmObject.prototype, GatewayObject.prototype]
  const spies = [
    vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(function (this: RealmObject, call) {
      if (call.client.realm_name === realm.name && call.endpoint === `POST ${PING}`) counts.ofRealm++
      return ask.call(this, call)
    }),
    vi.spyOn(GatewayObject.prototype, 'ping').mockImplementation(async function (this: GatewayObject, call) {
      const result = await answer.call(this, call)
      if (call.client.realm_name === realm.name && result) counts.ofGateway++
      return result
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return counts
}
