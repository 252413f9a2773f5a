import { invoke } from '../platform/objects.ts'
import type { Organization } from '../life/organization.ts'

/** How many users are asked each time, in turn. */
const USERS = 2
const MILLISECONDS_BETWEEN = 240_000
const LOOKS_PER_DAY = 24
/** What an object believes about a client is wrong for seconds only, until the client comes back. */
const LOOKS_AT_LISTENERS_PER_LOOK = 16

/** What the realm has in memory is what its rows say: at times, and after each write that failed. */
export class MemoryCheck {
  readonly organization: Organization
  #looks = 0

  /** Releases up to 0.5.0 opened gateways that ignored their first queues. So the gateways of a copy may lack what the realm lists. */
  readonly isOfRelease: boolean
  readonly comparesQueues: boolean

  constructor(organization: Organization, how: { isOfRelease: boolean; comparesQueues: boolean }) {
    this.organization = organization
    this.isOfRelease = how.isOfRelease
    this.comparesQueues = how.comparesQueues
    const { scheduler, faults } = organization.world
    faults.failed = () => void scheduler.after(0, () => this.look())
  }

  /** From now on, until then, it looks at times. */
  plan({ from, to }: { from: number; to: number }): void {
    const { scheduler } = this.organization.world
    const pause = Math.max(MILLISECONDS_BETWEEN, (to - from) / LOOKS_PER_DAY)
    for (let at = from; at < to; at += pause) scheduler.at(at, () => this.look())
    const short = pause / LOOKS_AT_LISTENERS_PER_LOOK
    for (let at = from; at < to; at += short) scheduler.at(at, () => this.#lookAtListeners())
  }

  /** Between two turns, no transaction is open. */
  look(): void {
    this.#lookAtGateways()
    this.#lookAtListeners()
    const { organization } = this
    const { realm, members, failures } = organization
    const { running } = realm
    const host: unknown = running && Reflect.get(running.code, 'host')
    if (running === undefined || host === undefined) return
    const first = this.#looks++ * USERS
    const ids = [...members, ...members].slice(first % members.length).map(({ client }) => client.id)
    const found: unknown = invoke(running.shared, 'differencesOfMemory', [
      host,
      ids.slice(0, USERS),
      (of: readonly number[]) => textsIn(organization, of),
    ])
    if (Array.isArray(found) && found.length > 0) failures.push(`Memory and rows differ: ${String(found[0])}`)
    const problem = problemOfAlarm(organization, host)
    if (problem !== undefined) failures.push(problem)
  }

  /** What the realm and its gateways believe about the devices. */
  #lookAtListeners(): void {
    if (!this.comparesQueues) return
    const { world, members, realm, failures } = this.organization
    const devices = members.flatMap((member) => member.devices)
    const received = new Map(devices.map(({ state, last }) => [state.queue_id, last]))
    for (const [key, { running }] of world.objects) {
      const host: unknown = running && Reflect.get(running.code, 'host')
      if (!running || !host || !isOfRealm(key, realm.name)) continue
      const found: unknown = invoke(running.shared, 'differencesOfListening', [host, received])
      if (Array.isArray(found) && found.length > 0) failures.push(`${key}: ${String(found[0])}`)
    }
  }

  #lookAtGateways(): void {
    const { world, realm, failures } = this.organization
    const ofRealm: unknown = this.isOfRelease ? undefined : realm.running && Reflect.get(realm.running.code, 'host')
    for (const [key, { running }] of world.objects) {
      const isGateway = key.startsWith(`GatewayObject ${realm.name}/`)
      const host: unknown = isGateway && running && Reflect.get(running.code, 'host')
      if (!running || !host) continue
      const found: unknown = invoke(running.shared, 'differencesOfGateway', [host, ofRealm])
      if (Array.isArray(found) && found.length > 0) failures.push(String(found[0]))
    }
  }
}

const isOfRealm = (key: string, name: string): boolean =>
  key === `RealmObject ${name}` || key.startsWith(`GatewayObject ${name}/`)

/** What is due a second before the alarm needs an earlier one. Memory that believes in an earlier one sets none. */
function problemOfAlarm({ realm: { stored } }: Organization, host: unknown): string | undefined {
  const { alarm } = stored
  if (alarm === null || typeof host !== 'object' || host === null) return undefined
  const due = Math.floor(alarm / 1000) - 1
  invoke({ ...host }, 'wakeAt', [due])
  const set = stored.alarm
  if (set !== null && set <= due * 1000) return undefined
  return `The realm believes in an earlier alarm than ${alarm}, which is set`
}

function textsIn({ world, realm_name }: Organization, ids: readonly number[]): Map<number, string | null> {
  const texts = new Map<number, string | null>()
  for (const database of world.databases.values())
    for (const { id, content, is_deleted } of database.rows(
      `SELECT id, content, is_deleted FROM messages WHERE realm_id = '${realm_name}' AND id IN (${ids.join(',')})`,
    ))
      texts.set(Number(id), is_deleted === null ? String(content) : null)
  return texts
}
