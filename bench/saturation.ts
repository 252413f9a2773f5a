// Computes which object of an organization saturates first, from the measured costs of actions and messages.

import { AWAKE_GB_SECONDS, averageOf, monthOf, WAYS, type ActionFigures, type Actions, type Way } from './month.ts'
import { bill, type Used } from './prices.ts'
import { keysOf, mapKeys } from './records.ts'
import {
  admissionsOf,
  gatewayCalls,
  gatewaysFor,
  listenersInGateways,
  listenersOf,
  SENDING,
  threadOf,
  type Measured,
} from './thread.ts'
import { ACTIONS, HOURS, PRESENT, TIMES, WORKING_DAYS, type ByAction } from './working-day.ts'

/** What the realm's file and D1 need for a message. */
export type MessageBytes = { realm: number; database: number }
type Costs = { actions: Actions; cpu: Measured; bytes: MessageBytes }
type Sized<T> = { people: number; actions: ByAction<T> }

/** Sockets of one object. Each poll and each WebSocket is one. */
export const SOCKETS = 32_768
const GIGABYTE = 1e9
const REALM_BYTES = 10 * GIGABYTE
const DATABASE_BYTES = 8 * GIGABYTE
/** A body with its words in the search index. */
export const BYTES_PER_BODY = 1000
const D1_DOLLARS_PER_GIGABYTE = 0.75
/** A thread that is busier than this has queues: who comes in the busiest hour waits for several others. */
export const BUSY = 0.6

/**
 * Returns how much of each limit an organization uses. `actions` has what one action takes, `cpu` the CPU of the realm for it, and `bytes`
 * what one message takes in the realm's file alone.
 */
export function saturationOf({ actions, cpu, bytes }: Costs, people: number, way: Way) {
  const month = monthOf(actions, people, way)
  const messages = people * PRESENT * WORKING_DAYS * SENDING.reduce((sum, name) => sum + TIMES[name], 0)
  const gateways = gatewaysFor(people)
  const thread = threadOf(cpu, people, way)
  const shares = {
    "the realm's thread": thread.share,
    "the realm's sockets": (listenersOf(people) - listenersInGateways(people)) / SOCKETS,
  }
  const used = withGateways(month.used, people, { way, gateways })
  const months = {
    "the realm's file": REALM_BYTES / (messages * bytes.realm),
    'a D1 database': DATABASE_BYTES / (messages * BYTES_PER_BODY),
  }
  return {
    people,
    way: WAYS[way],
    gateways,
    withoutGateways: threadOf(cpu, people, way, 0).share,
    shares,
    months,
    messages,
    first: firstOf(shares, months),
    databasesInAYear: Math.ceil((12 * messages * BYTES_PER_BODY) / DATABASE_BYTES),
    // Texts of the first year, on average.
    gatewayDollars: bill(used).total - bill(month.used).total,
    dollars: bill(used).total + (6 * messages * BYTES_PER_BODY * D1_DOLLARS_PER_GIGABYTE) / GIGABYTE,
  }
}

/** Returns what a month uses with its gateways. They are awake while the realm is, it calls them, and they ask it who listens. */
function withGateways(used: Used, people: number, { way, gateways }: { way: Way; gateways: number }): Used {
  const calls = gatewayCalls(people, gateways, averageOf) * HOURS * 3600 * WORKING_DAYS
  const inGateways = listenersInGateways(people) / listenersOf(people)
  const admissions = people * PRESENT * WORKING_DAYS * inGateways * admissionsOf(way)
  return {
    ...used,
    realmRequests: used.realmRequests + calls + admissions,
    // One more answers presence pings.
    realmGbSeconds: used.realmGbSeconds + (gateways === 0 ? 0 : gateways + 1) * AWAKE_GB_SECONDS,
  }
}

/** Returns what exceeds its limit most; or else what is full first. */
function firstOf(shares: Record<string, number>, months: Record<string, number>): string {
  const [worst = ['', 0]] = Object.entries(shares).sort(([, a], [, b]) => b - a)
  const [next = ['', 0]] = Object.entries(months).sort(([, a], [, b]) => a - b)
  return worst[1] > BUSY ? `${worst[0]}, at once` : `${next[0]}, after ${duration(next[1])}`
}

/** Returns a number of months in words. */
export function duration(months: number) {
  const [years, days, hours] = [months / 12, months * 30, months * 30 * 24]
  if (years >= 2) return `${Math.round(years)} years`
  if (months >= 2) return `${Math.round(months)} months`
  return days >= 2 ? `${Math.round(days)} days` : `${Math.round(hours)} hours`
}

/** Returns the figures of actions for a larger organization: a figure that doubled between two sizes continues in a line. */
export function continuedTo<K extends string>(
  people: number,
  smaller: Sized<Record<K, number>>,
  larger: Sized<Record<K, number>>,
): ByAction<Record<K, number>> {
  const steps = (people - larger.people) / (larger.people - smaller.people)
  const line = (before: number, value: number) => (value < 2 * before ? value : value + (value - before) * steps)
  return mapKeys(ACTIONS, (action) => {
    const [before, figures] = [smaller.actions[action], larger.actions[action]]
    return mapKeys(keysOf(figures), (name) => line(before[name], figures[name]))
  })
}

const COLUMNS: (keyof ActionFigures)[] = [
  'realmRequests',
  'written',
  'writtenLater',
  'read',
  'd1Calls',
  'd1Read',
  'd1Written',
  'asks',
  'answers',
  'cpuMs',
]

/** Returns the actions of a realm of this many users from the text of docs/cost.md. */
export function actionsIn(text: string, people: number): Sized<ActionFigures> {
  const [, after = ''] = text.split(`### ${people.toLocaleString('en')} users\n`)
  const [table = ''] = after.split(/\n###? /)
  const rows = new Map(
    [...table.matchAll(/^\| ([a-z][^|]*?) \|((?: *[\d.]+ *\|){10})$/gm)].map(([, name = '', cells = '']) => [
      name,
      cells,
    ]),
  )
  const actions = mapKeys(ACTIONS, (action) => {
    const cells = rows.get(action)
    if (cells === undefined) throw new Error(`docs/cost.md has no figures of ${action} for ${people} users`)
    const values = cells.split('|').map(Number)
    return mapKeys(COLUMNS, (column) => values[COLUMNS.indexOf(column)] ?? NaN)
  })
  return { people, actions }
}
