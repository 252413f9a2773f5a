import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../life/shared-parts.ts'
import type { Device } from '../life/device.ts'
import type { Organization } from '../life/organization.ts'
import { copyOf } from '../platform/copies.ts'

/**
 * The law: the state at a registration and the events since then add up to the state of a later registration. The device reads
 * what waits, registers again, and goes on with the later state. Returns false if its account has ended.
 */
export async function checkLaw(organization: Organization, device: Device): Promise<boolean> {
  const { shared } = organization
  const { client, options } = device
  device.goOffline(false)
  if (device.state.queue_id === undefined) return device.register()
  if (!(await device.catchUp())) {
    device.state = {}
    return device.register()
  }
  const old = device.state.queue_id
  const later = await client.insist('POST', '/register', options)
  if (later.result !== 'success') return false
  const model: Json = shared.stateOf(copyOf(device.state))
  const registration: Json = options
  for (const event of device.events) shared.applyEvent(model, copyOf(event), registration)
  const state: Json = shared.answerOf(model)
  const now = copyOf(later)
  const changesSince = (presence_last_update_id: number) =>
    client.insist('POST', '/register', { ...options, fetch_event_types: ['presence'], presence_last_update_id })
  await shared.updatePresence(state, now, { slim_presence: options.slim_presence === true, changesSince })
  shared.forgetWhatEventsLack(state, now)
  const difference = differenceOf(plain(shared.comparable(state)), plain(shared.comparable(now)))
  if (difference)
    organization.fail(
      `The law does not hold for ${device.name}: ${difference}. Its events: ${JSON.stringify(device.events).slice(-1500)}`,
    )
  await client.insist('DELETE', '/events', { queue_id: old })
  device.begin(later)
  return true
}

const plain = (value: Json): Json => JSON.parse(JSON.stringify(value))

/** Returns where two values differ first. */
function differenceOf(a: Json, b: Json, path = ''): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  if (!areObjects || Array.isArray(a) !== Array.isArray(b))
    return `${path} is ${short(a)} by events and ${short(b)} now`
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = differenceOf(a[key], b[key], `${path}.${key}`)
    if (difference) return difference
  }
  return path
}

const short = (value: Json) => String(JSON.stringify(value)).slice(0, 300)
