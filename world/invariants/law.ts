import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../shared-parts.ts'
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
  // Two versions have different fields. A device that registered before an upgrade has a `restart` event, and may register anew.
  const isOfThisVersion = !device.isOfEarlierVersion
  try {
    for (const event of device.events) shared.applyEvent(model, copyOf(event), registration)
  } catch (error) {
    if (isOfThisVersion) throw error
    // It lacks the part of an event that is new: a state that cannot take an event is of no use any more.
    device.begin(later)
    return true
  }
  const state: Json = shared.answerOf(model)
  const now = copyOf(later)
  const changesSince = (presence_last_update_id: number) =>
    client.insist('POST', '/register', { ...options, fetch_event_types: ['presence'], presence_last_update_id })
  await shared.updatePresence(state, now, { slim_presence: options.slim_presence === true, changesSince })
  shared.forgetWhatEventsLack(state, now)
  const [byEvents, present] = [plain(shared.comparable(state)), plain(shared.comparable(now))]
  const difference = isOfThisVersion
    ? differenceOf(byEvents, present)
    : differenceOf(fieldsOfBoth(byEvents, present), fieldsOfBoth(present, byEvents))
  if (difference)
    organization.fail(
      `The law does not hold for ${device.name}: ${difference}. Its events: ${JSON.stringify(device.events).slice(-1500)}`,
    )
  await client.insist('DELETE', '/events', { queue_id: old })
  device.begin(later)
  return true
}

/** A device for all public channels learns of messages that are not in its state. */
export const isLawful = ({ options }: Device): boolean => options['all_public_streams'] === undefined

const plain = (value: Json): Json => JSON.parse(JSON.stringify(value))

/** What a version says by itself: the steps of its guide, and whether the bouncer has answered it. */
const OF_VERSION = new Set(['onboarding_steps', 'realm_push_notifications_enabled'])

/** Leaves out the fields of objects that the other value lacks in the same place. */
function fieldsOfBoth(value: Json, other: Json): Json {
  if (typeof value !== 'object' || typeof other !== 'object' || value === null || other === null) return value
  if (Array.isArray(value)) return value.map((item, at) => fieldsOfBoth(item, other[at]))
  const names = Object.keys(value).filter((name) => name in other && !OF_VERSION.has(name))
  return Object.fromEntries(names.map((name) => [name, fieldsOfBoth(value[name], other[name])]))
}

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
