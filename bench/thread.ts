// Computes how much of the realm's one thread an organization uses in its busiest hour, from the measured CPU of the realm.

import { busiestOf, listeningOf, type Way } from './month.ts'
import {
  EVENTS_RECEIVED,
  HOURS,
  KEYS_IN_USE,
  PRESENT,
  RECONNECTS,
  TIMES,
  ACTIONS,
  type Action,
  type ByAction,
} from './working-day.ts'

/** The milliseconds of CPU of an action in the realm: its own, of its calls, and later. */
export type Cpu = { own: number; call: number; later: number }
/** The CPU of a realm: of each action, of due work, and to admit a caller. */
export type Measured = { actions: ByAction<Cpu>; dueWork: number; admission: number }
export type Thread = ReturnType<typeof threadOf>

/** What `QUEUES_PER_REALM` and `QUEUES_PER_GATEWAY` are by default. */
export const QUEUES_PER_REALM = 10_000
export const QUEUES_PER_GATEWAY = 5000
/** An organization is large while its gateways have so many times the queues of the realm. */
export const LARGE_TIMES = 2
/** The CPU of the whole process, by `npm run polls` and `npm run deliveries`: to answer a poll and park the next one; to send a frame. */
const MS_PER_POLL = 0.4
const MS_PER_FRAME = 0.04
/** The CPU of the whole process for one of sixteen calls of gateways, by `npm run audiences`. */
const MS_PER_GATEWAY_CALL = 0.11
/** One call of a gateway runs at a time: a round trip. */
const SECONDS_PER_CALL = 0.02
/** The pause of `src/events/gateways/call-pause.ts`. */
export const pauseOf = (gateways: number) => Math.min(gateways * 0.004, 0.1)

const PING: Action = 'send a presence ping'
/** Above so many people, an organization with gateways has one that answers presence pings. It tells the realm who was there. */
const PEOPLE_IN_LISTS = 3000
const PINGS_PER_SECOND = 1 / 60
/** To learn from a call with thousands of presences that one user was there. Assumed, not measured. */
const MS_PER_PRESENCE = 0.005
export const SENDING: Action[] = ['send to a channel', 'send a direct message', 'mention a user']
/** These publish an event for others. */
const PUBLISHING: Action[] = [...SENDING, 'react to a message', 'send a typing notification', 'edit a message']
const PUBLISHED = PUBLISHING.reduce((sum, name) => sum + TIMES[name], 0)

const msOf = ({ own, call, later }: Cpu): number => own + call + later

export const listenersOf = (people: number) => people * PRESENT * KEYS_IN_USE

/** Returns how many listeners are in gateways. The realm of a large organization serves none itself. */
export function listenersInGateways(people: number) {
  const listeners = listenersOf(people)
  const isLarge = listeners > (1 + LARGE_TIMES) * QUEUES_PER_REALM
  return isLarge ? listeners : Math.max(0, listeners - QUEUES_PER_REALM)
}

/** Returns how many gateways the listeners need whom the realm does not serve itself. */
export const gatewaysFor = (people: number) => Math.ceil(listenersInGateways(people) / QUEUES_PER_GATEWAY)

/**
 * Returns what takes the realm's thread in the busiest hour: how often in a second, the milliseconds of CPU each time, and the share of the
 * thread. `measured` is of a realm of this size.
 */
export function threadOf(measured: Measured, people: number, way: Way, gateways = gatewaysFor(people)) {
  const hasPingGateway = gateways > 0 && people > PEOPLE_IN_LISTS
  const inRealm = gateways === 0 ? 1 : 1 - listenersInGateways(people) / listenersOf(people)
  const actions = ACTIONS.map((name) => ({
    name,
    perSecond: name === PING && hasPingGateway ? 0 : busiestOf(TIMES[name], people),
    ms: msOf(measured.actions[name]),
  }))
  const listening =
    way === 'polls'
      ? { name: 'answer a poll itself', times: listeningOf(way).realmRequests, ms: MS_PER_POLL }
      : { name: 'send an event to a socket itself', times: EVENTS_RECEIVED, ms: MS_PER_FRAME }
  const rows = [
    ...actions,
    { name: listening.name, perSecond: busiestOf(listening.times, people) * inRealm, ms: listening.ms },
    { name: 'do due work without tasks', perSecond: 1 / 60, ms: measured.dueWork },
    { name: 'call a gateway', perSecond: gatewayCalls(people, gateways, busiestOf), ms: MS_PER_GATEWAY_CALL },
    {
      name: 'admit a listener for a gateway',
      perSecond: busiestOf(admissionsOf(way), people) * (1 - inRealm),
      ms: measured.admission,
    },
    {
      name: 'admit a key for the gateway of pings',
      perSecond: hasPingGateway ? busiestOf(HOURS * KEYS_IN_USE, people) : 0,
      ms: measured.admission,
    },
    {
      name: 'learn who was there',
      perSecond: hasPingGateway ? people * PRESENT * PINGS_PER_SECOND : 0,
      ms: MS_PER_PRESENCE,
    },
  ].map((row) => ({ ...row, share: (row.perSecond * row.ms) / 1000 }))
  const used = rows.filter(({ perSecond }) => perSecond > 0)
  const share = used.reduce((sum, row) => sum + row.share, 0)
  const pings = busiestOf(TIMES[PING], people) * msOf(measured.actions[PING])
  return { rows: used, share, pings: pings / 1000 }
}

/** How often in a day the gateways ask the realm about a user's credentials: about an API key once an hour, about a session each time. */
export const admissionsOf = (way: Way) => HOURS * KEYS_IN_USE + (way === 'sockets' ? RECONNECTS : 0)

/**
 * Returns how often in a second the realm calls its gateways. An event goes to the gateways of its recipients only. One call of a gateway
 * runs at a time, and the next one takes all that came meanwhile, after a pause. `rateOf` returns a rate from a number a day.
 */
export function gatewayCalls(
  people: number,
  gateways: number,
  rateOf: (times: number, people: number) => number,
): number {
  if (gateways === 0) return 0
  const inGateways = listenersInGateways(people) / listenersOf(people)
  const queuesOfEvent = ((KEYS_IN_USE * EVENTS_RECEIVED) / PUBLISHED) * inGateways
  const events = rateOf(PUBLISHED, people) * (1 - (1 - 1 / gateways) ** queuesOfEvent)
  const seconds = Math.max(SECONDS_PER_CALL, pauseOf(gateways))
  return gateways / (seconds + Math.exp(-events * seconds) / events)
}
