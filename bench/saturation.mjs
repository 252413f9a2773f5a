// Computes which object of an organization saturates first, from the measured costs of actions and messages.

import { bill } from './prices.mjs'
import { AWAKE_GB_SECONDS, busiestOf, listeningOf, monthOf, WAYS } from './month.mjs'
import { HOURS, KEYS_IN_USE, PRESENT, TIMES, WORKING_DAYS } from './working-day.mjs'

/** One realm object: `npm run bench` answers so many requests per second with a 95th percentile below 100 ms. */
const REQUESTS_PER_SECOND = 500
/** Sockets of one object. Each poll and each WebSocket is one. */
const SOCKETS = 32_768
const GIGABYTE = 1e9
const REALM_BYTES = 10 * GIGABYTE
const DATABASE_BYTES = 8 * GIGABYTE
/** A body with its words in the search index. */
export const BYTES_PER_BODY = 1000
const D1_DOLLARS_PER_GIGABYTE = 0.75
/** What `QUEUES_PER_REALM` and `QUEUES_PER_GATEWAY` are by default. */
const QUEUES_PER_REALM = 10_000
const QUEUES_PER_GATEWAY = 3000
/** One call of a gateway runs at a time. With a round trip of 20 ms, these are the most. */
const CALLS_PER_SECOND = 50
/** These publish an event for others, at most one call of each gateway. */
const PUBLISHING = [
  'send to a channel',
  'send a direct message',
  'mention a user',
  'react to a message',
  'send a typing notification',
  'edit a message',
]
const SENDING = ['send to a channel', 'send a direct message', 'mention a user']

/**
 * Returns how much of each limit an organization uses. `actions` has what one action takes, and `bytes` what one message takes in
 * the realm's file alone.
 */
export function saturationOf(actions, bytes, people, way) {
  const month = monthOf(actions, people, way)
  const messages = people * PRESENT * WORKING_DAYS * SENDING.reduce((sum, name) => sum + TIMES[name], 0)
  const listeners = people * PRESENT * KEYS_IN_USE
  const gateways = Math.ceil(Math.max(0, listeners - QUEUES_PER_REALM) / QUEUES_PER_GATEWAY)
  const inRealm = Math.min(1, QUEUES_PER_REALM / listeners)
  const listening = busiestOf(listeningOf(way).realmRequests, people)
  const shares = {
    "the realm's thread": (month.busiest - listening * (1 - inRealm)) / REQUESTS_PER_SECOND,
    "the realm's sockets": Math.min(listeners, QUEUES_PER_REALM) / SOCKETS,
  }
  const used = withGateways(month.used, people, gateways)
  const months = {
    "the realm's file": REALM_BYTES / (messages * bytes.realm),
    'a D1 database': DATABASE_BYTES / (messages * BYTES_PER_BODY),
  }
  return {
    people,
    way: WAYS[way],
    gateways,
    withoutGateways: month.busiest / REQUESTS_PER_SECOND,
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

/** Returns what a month uses together with its gateways: they are awake while the realm is, and the realm calls them. */
function withGateways(used, people, gateways) {
  const published = people * PRESENT * WORKING_DAYS * PUBLISHING.reduce((sum, name) => sum + TIMES[name], 0)
  const calls = Math.min(published, CALLS_PER_SECOND * HOURS * 3600 * WORKING_DAYS) * gateways
  return {
    ...used,
    realmRequests: used.realmRequests + calls,
    realmGbSeconds: used.realmGbSeconds + gateways * AWAKE_GB_SECONDS,
  }
}

/** Returns what exceeds its limit most; or else what is full first. */
function firstOf(shares, months) {
  const [worst] = Object.entries(shares).sort(([, a], [, b]) => b - a)
  const [next] = Object.entries(months).sort(([, a], [, b]) => a - b)
  return worst[1] > 1 ? `${worst[0]}, at once` : `${next[0]}, after ${duration(next[1])}`
}

/** Returns a number of months in words. */
export function duration(months) {
  const [years, days, hours] = [months / 12, months * 30, months * 30 * 24]
  if (years >= 2) return `${Math.round(years)} years`
  if (months >= 2) return `${Math.round(months)} months`
  return days >= 2 ? `${Math.round(days)} days` : `${Math.round(hours)} hours`
}

/** Returns the figures of actions for a larger organization: a figure that doubled between two sizes continues in a line. */
export function continuedTo(people, smaller, larger) {
  const steps = (people - larger.people) / (larger.people - smaller.people)
  const line = (before, value) => (value < 2 * before ? value : value + (value - before) * steps)
  return Object.fromEntries(
    Object.entries(larger.actions).map(([action, figures]) => [
      action,
      Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [name, line(smaller.actions[action][name], value)]),
      ),
    ]),
  )
}

const COLUMNS = [
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
export function actionsIn(text, people) {
  const [, table = ''] = text.split(`### ${people.toLocaleString('en')} users\n`)
  const rows = table
    .split('\n## ')[0]
    .split('\n### ')[0]
    .matchAll(/^\| ([a-z][^|]*?) \|((?: *[\d.]+ *\|){10})$/gm)
  const actions = Object.fromEntries(
    [...rows].map(([, name, cells]) => {
      const values = cells.split('|').map(Number)
      return [name, Object.fromEntries(COLUMNS.map((column, index) => [column, values[index]]))]
    }),
  )
  const missing = Object.keys(TIMES).filter((name) => actions[name] === undefined)
  if (missing.length > 0) throw new Error(`docs/cost.md has no figures of ${missing.join(', ')} for ${people} users`)
  return { people, actions }
}
