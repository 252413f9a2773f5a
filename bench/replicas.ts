// What browsers that keep the history ask for, and what that adds to a month.

import {
  blockOf,
  digestOfAll,
  IDS_PER_BLOCK,
  MAX_BLOCKS,
  MAX_IDS_OF_MONTH,
} from '../src/domain/messages/replica/digest-rules.ts'
import type { Cast } from './cast.ts'
import { monthOf, type ActionFigures, type Actions, type Way } from './month.ts'
import { bill, type Used } from './prices.ts'
import { keysOf, mapKeys } from './records.ts'
import { post, type Person } from './requests.ts'
import { at } from './statistics.ts'
import { EVENTS_RECEIVED, HOURS, PRESENT, TIMES, WORKING_DAYS } from './working-day.ts'

/** What a browser asks for. */
export const REPLICA_ACTIONS = [
  'compare 131,072 ids',
  'list a block that differs',
  'fetch 100 messages that differ',
  'check 20 files',
  'fetch 1,000 messages',
] as const
export type ReplicaAction = (typeof REPLICA_ACTIONS)[number]
export type ReplicaFigures = Record<ReplicaAction, ActionFigures>

const IDS_PER_REQUEST = MAX_BLOCKS * IDS_PER_BLOCK
/** As many as one comparison covers, and those of the blocks at its ends. */
export const MESSAGES_TO_COMPARE = IDS_PER_REQUEST + 2 * IDS_PER_BLOCK
const SENDING = ['send to a channel', 'send a direct message', 'mention a user'] as const
const FILES = 20

/** Returns a function for each request of a browser, in a realm whose newest messages are those after `before`. */
export async function replicaRequests(
  cast: Cast,
  before: number,
): Promise<Record<ReplicaAction, (nth: number) => Buffer>> {
  const reader = at(cast.people, 0)
  const from = (blockOf(before) + 1) * IDS_PER_BLOCK
  const to = from + IDS_PER_REQUEST - 1
  const ids = Array.from({ length: 100 }, (_, nth) => from + nth * 17)
  const asks = (path: string, fields: Record<string, string | number>, person: Person = reader) =>
    post(`/api/v1/parley/replica/${path}`, fields, person)
  const compared = await cast.json<{ digests: number[] }>(asks('digests', { from, to }))
  const path_ids = Array.from({ length: FILES }, (_, nth) => `1/${nth}/picture.png`)
  return {
    'compare 131,072 ids': () => asks('digests', { from, to, digest: digestOfAll(compared.digests) }),
    'list a block that differs': () => asks('versions', { blocks: `[${blockOf(from)}]` }),
    'fetch 100 messages that differ': () => asks('messages', { message_ids: JSON.stringify(ids) }),
    'check 20 files': () => asks('files', { path_ids: JSON.stringify(path_ids) }),
    'fetch 1,000 messages': (nth) => asks('messages', { before: from + IDS_PER_REQUEST - nth * 1000 }),
  }
}

/** Assumed, and long for a dozen requests. */
const SECONDS_OF_REPAIR = 5

/** How often a browser does this on a working day, by default. A queue lasts for a day, so most days need no comparison. */
function timesIn(people: number): Record<ReplicaAction, number> {
  const sentInMonth = people * PRESENT * WORKING_DAYS * SENDING.reduce((sum, name) => sum + TIMES[name], 0)
  const requests = Math.ceil(Math.min(sentInMonth, MAX_IDS_OF_MONTH) / IDS_PER_REQUEST)
  // The digests that found what differs also show that it is repaired, unless an event has arrived meanwhile.
  const again = (EVENTS_RECEIVED / (HOURS * 3600)) * SECONDS_OF_REPAIR
  return {
    'compare 131,072 ids': (1 + again) * requests,
    'list a block that differs': 1,
    'fetch 100 messages that differ': 1,
    'check 20 files': 1,
    'fetch 1,000 messages': 0,
  }
}

/** The row of versions of a reaction, or of an edit. The realm writes it for all users, also for those without a replica. */
const ROWS_OF_VERSIONS = 1
const NOTED = ['react to a message', 'edit a message'] as const

export type MonthsOfReplicas = { people: number } & ReturnType<typeof monthsOf>

/** Returns what a month costs without replicas, and if each user has one. */
export function monthsOf(actions: Actions, replica: ReplicaFigures, people: number, way: Way) {
  const withRows = monthOf(actions, people, way)
  const personDays = people * PRESENT * WORKING_DAYS
  const rows = NOTED.reduce((sum, name) => sum + TIMES[name], 0) * ROWS_OF_VERSIONS * personDays
  const without = bill({ ...withRows.used, realmRowsWritten: withRows.used.realmRowsWritten - rows })
  const added = usedBy(replica, timesIn(people))
  const used = mapKeys(keysOf(withRows.used), (name) => withRows.used[name] + added[name] * personDays)
  return { without: without.total, with: bill(used).total }
}

/** Returns what a first filling takes: all requests for so many messages. */
export function fillingOf(replica: ReplicaFigures, messages: number) {
  const one = replica['fetch 1,000 messages']
  const used = usedBy(replica, { ...mapKeys(REPLICA_ACTIONS, () => 0), 'fetch 1,000 messages': messages / 1000 })
  return { requests: messages / 1000, used, bytes: (one.answers * messages) / 1000, dollars: costBeyondPlan(used) }
}

/** What it costs where the month has used what the plan includes. */
function costBeyondPlan(used: Used): number {
  const full = bill(mapKeys(keysOf(used), () => 1e15)).total
  return bill(mapKeys(keysOf(used), (name) => 1e15 + used[name])).total - full
}

function usedBy(replica: ReplicaFigures, times: Record<ReplicaAction, number>): Used {
  const sum = (of: (figures: ActionFigures) => number) =>
    REPLICA_ACTIONS.reduce((total, name) => total + times[name] * of(replica[name]), 0)
  return {
    workerRequests: sum(() => 1),
    workerCpuMs: sum(({ cpuMs }) => cpuMs),
    realmRequests: sum(({ realmRequests }) => realmRequests),
    realmGbSeconds: 0,
    realmRowsWritten: sum(({ written, writtenLater }) => written + writtenLater),
    realmRowsRead: sum(({ read }) => read),
    d1RowsRead: sum(({ d1Read }) => d1Read),
    d1RowsWritten: sum(({ d1Written }) => d1Written),
  }
}
