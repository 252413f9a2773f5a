import { COUNTED_ACTIONS, type CountedAction } from './counted-work'

/** How clients receive events. A long poll is a request for each event, and a socket is one while it lasts. */
export type Listening = 'long_polls' | 'web_sockets'

type Resource =
  | 'worker_requests'
  | 'worker_cpu_ms'
  | 'realm_requests'
  | 'realm_gb_seconds'
  | 'realm_rows_written'
  | 'realm_rows_read'
  | 'd1_rows_written'
  | 'd1_rows_read'

const MILLION = 1e6

const price = (resource: Resource, included: number, each: number) => ({ resource, included, each })

/** What a month of the platform's paid plan includes, and what one more costs in dollars: docs/cost.md, November 2026. */
const PRICES = [
  price('worker_requests', 10 * MILLION, 0.3 / MILLION),
  price('worker_cpu_ms', 30 * MILLION, 0.02 / MILLION),
  price('realm_requests', 1 * MILLION, 0.15 / MILLION),
  price('realm_gb_seconds', 400_000, 12.5 / MILLION),
  price('realm_rows_written', 50 * MILLION, 1 / MILLION),
  price('realm_rows_read', 25_000 * MILLION, 0.001 / MILLION),
  price('d1_rows_written', 50 * MILLION, 1 / MILLION),
  price('d1_rows_read', 25_000 * MILLION, 0.001 / MILLION),
]
export const RESOURCES = PRICES.map(({ resource }) => resource)

export const PLAN_DOLLARS = 5

const WORKING_DAYS = 22
const PRESENT = 0.6
const HOURS = 8
const KEYS_IN_USE = 2
const EVENTS_RECEIVED = 600
const HEARTBEAT_SECONDS = 50
const RECONNECTS = 20
const CPU_MS_PER_POLL = 0.3
const REALM_GB = 0.128
/** While people work, due work runs this often, and writes at most this many rows besides those of the actions. */
const DUE_WORK_SECONDS = 2
const ROWS_OF_DUE_WORK = 3

const SENDING: ReadonlySet<string> = new Set(['send to a channel', 'send a direct message', 'mention a user'])

export type Month = { resource: Resource; amount: number; dollars: number }[]

/**
 * Returns what a month takes: the messages that were sent, and for each active person the other actions of docs/cost.md. A
 * message counts as one in a channel, as most messages are.
 */
export function monthOf({ people, messages }: { people: number; messages: number }, listening: Listening): Month {
  const personDays = people * PRESENT * WORKING_DAYS
  const used = listeningOf(listening, personDays)
  used.realm_rows_written += personDays * HOURS * KEYS_IN_USE
  for (const [name, action] of Object.entries(COUNTED_ACTIONS))
    if (!SENDING.has(name)) add(used, action, action.times * personDays)
  add(used, COUNTED_ACTIONS['send to a channel'], messages)
  return PRICES.map(({ resource, included, each }) => {
    const amount = Math.round(used[resource])
    return { resource, amount, dollars: Math.max(0, amount - included) * each }
  })
}

export const dollarsOf = (month: Month): number => PLAN_DOLLARS + month.reduce((sum, { dollars }) => sum + dollars, 0)

type Used = Record<Resource, number>

function add(used: Used, action: CountedAction, times: number): void {
  used.worker_requests += times
  used.worker_cpu_ms += times * action.cpu_ms
  used.realm_requests += times * action.realm_requests
  used.realm_rows_written += times * (action.written + action.written_later)
  used.realm_rows_read += times * action.read
  used.d1_rows_read += times * action.d1_read
  used.d1_rows_written += times * action.d1_written
}

function listeningOf(listening: Listening, personDays: number): Used {
  const daySeconds = HOURS * 3600
  const each = listening === 'long_polls' ? EVENTS_RECEIVED + daySeconds / HEARTBEAT_SECONDS : RECONNECTS
  const requests = each * personDays
  // The realm is awake in working hours, and hibernates at night.
  const awakeSeconds = personDays === 0 ? 0 : WORKING_DAYS * daySeconds * 1.5
  return {
    worker_requests: requests,
    worker_cpu_ms: requests * CPU_MS_PER_POLL,
    realm_requests: requests,
    realm_gb_seconds: awakeSeconds * REALM_GB,
    realm_rows_written: (awakeSeconds / DUE_WORK_SECONDS) * ROWS_OF_DUE_WORK,
    realm_rows_read: 0,
    d1_rows_written: 0,
    d1_rows_read: 0,
  }
}
