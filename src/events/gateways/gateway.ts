import type { Sql } from '../../store/realm-sql'
import { EventDelivery } from '../delivery'
import { HeldPolls } from '../held-polls'
import type { Amount } from '../log-size'
import { expiredQueues, leftQueues } from '../queue-absence'
import { needsAfter } from '../queue-position'
import { Queues } from '../queues'
import { Sockets } from '../sockets'
import { GatewayLog, textFor, type ReceivedEvent } from './gateway-log'
import { NO_OPTIONS } from './gateway-queue'
import { GatewayReader } from './gateway-reader'
import {
  BEGIN_OF_MESSAGE_EVENT,
  type ExpiredQueue,
  type GatewayBatch,
  type GatewayChange,
  type GatewayEvent,
  type GatewayQueue,
  type GatewayReply,
  type PresenceChange,
} from './protocol'
import { numberOf } from './queue-ids'
import { ReceivedLists, type Numbers } from './received-lists'

type Context = {
  ctx: DurableObjectState
  sql: Sql
  milliseconds: () => number
  limit: Amount
  /** Receives what the realm says about presences. Undefined: the gateway missed changes, so it knows none. */
  notePresence: (change: PresenceChange | undefined) => void
}

/** A realm, and the number of one of its gateways. */
export type GatewayPlace = { realm_name: string; number: number }

/** The queues of a gateway, their listeners and their events. Which events they receive is the realm's decision. */
export class Gateway {
  readonly place: GatewayPlace
  readonly sockets: Sockets
  readonly queues: Queues
  readonly log: GatewayLog
  readonly reader: GatewayReader
  readonly heldPolls: HeldPolls
  /** The user of each queue, by the queue's number. */
  readonly #owners = new Map<number, number>()
  readonly #lists = new ReceivedLists()
  readonly #delivery: EventDelivery<ReceivedEvent>
  #applied: number | null
  readonly #now: () => number
  readonly #notePresence: Context['notePresence']

  constructor({ ctx, sql, milliseconds, limit, notePresence }: Context) {
    this.#notePresence = notePresence
    this.#now = () => Math.floor(milliseconds() / 1000)
    const { applied, ...place } = sql.one<GatewayPlace & { applied: number | null }>`
      SELECT realm_name, number, applied FROM gateway`
    this.place = place
    this.#applied = applied
    this.sockets = new Sockets(ctx)
    this.log = new GatewayLog(sql, this.#now, limit)
    this.queues = new Queues(sql, this.#now, this.log)
    this.reader = new GatewayReader(this.log, this.#owners)
    this.heldPolls = new HeldPolls(this, milliseconds)
    this.#delivery = new EventDelivery<ReceivedEvent>(this.sockets, this.queues, this.reader)
    for (const queue_id of this.queues.allIds()) this.#noteOwner(queue_id)
  }

  #noteOwner(queue_id: string) {
    this.#owners.set(numberOf(queue_id), this.queues.find(queue_id)!.user_id)
  }

  /** Applies the changes that it lacks. Returns the users about whose credentials the realm must be asked again, or 'all'. */
  applyChanges({ version, changes, reset }: GatewayBatch): ReadonlySet<number> | 'all' {
    if (reset !== undefined) {
      if (reset.applied !== this.#applied) return new Set()
      this.#reset(reset)
      this.#writeApplied(version)
      return 'all'
    }
    const applied = this.#applied
    const missing = applied === null ? [] : changes.filter((change) => change.version > applied)
    if (missing.length === 0 || missing[0]!.version !== applied! + 1) return new Set()
    const forgotten = missing.flatMap(({ change }) => this.#apply(change))
    this.#writeApplied(version)
    return forgotten.includes(null) ? 'all' : new Set(forgotten.filter((user_id) => user_id !== null))
  }

  #writeApplied(version: number) {
    this.#applied = version
    this.queues.sql.run`UPDATE gateway SET applied = ${version}`
  }

  /** Applies a change. Returns the users whose credentials it concerns. Null: all. */
  #apply(change: GatewayChange): (number | null)[] {
    switch (change.kind) {
      case 'register':
        this.#register(change.queue)
        return []
      case 'remove':
        return change.queue_ids.flatMap((queue_id) => this.remove(queue_id) ?? [])
      case 'disconnect':
        this.sockets.disconnectUser(change.user_id)
        return [change.user_id]
      case 'disconnectSessions':
        this.sockets.disconnectSessions(change.user_id, change.session_ids)
        return [change.user_id]
      case 'presence':
        this.#notePresence(change)
        return [change.user_id]
      case 'forget':
        return [change.user_id]
    }
  }

  #register({ queue_id, registered_after, lifespan_seconds, ...owner }: GatewayQueue) {
    if (this.queues.find(queue_id) !== undefined) return
    this.queues.register(owner, queue_id, registered_after, { ...NO_OPTIONS, lifespan_seconds })
    this.#noteOwner(queue_id)
  }

  /** Removes a queue and ends its listener. Returns its user. */
  remove(queue_id: string): number | undefined {
    const user_id = this.queues.find(queue_id)?.user_id
    this.queues.remove(queue_id)
    this.#owners.delete(numberOf(queue_id))
    this.sockets.release(queue_id, 'noQueue')
    return user_id
  }

  /** Continues with exactly these queues. Credentials may have been deleted, so no listener stays. */
  #reset({ queues, after }: NonNullable<GatewayBatch['reset']>) {
    this.#notePresence(undefined)
    if (this.#applied === null) this.log.skipTo(after)
    const ids = new Set(queues.map(({ queue_id }) => queue_id))
    for (const queue_id of this.queues.allIds()) if (!ids.has(queue_id)) this.remove(queue_id)
    this.sockets.releaseAll()
    for (const queue of queues) this.#register(queue)
  }

  /** Adds events, and sends them to the listeners. Takes nothing if there is a gap before them, or if it lacks a list. */
  addEvents({ from, upTo, spareFrom, events, store, connected_of }: GatewayBatch): GatewayReply {
    const isGap = from > this.log.lastId
    const complete = isGap ? undefined : this.#withLists(events)
    if (complete) {
      const added = this.log.add(complete, upTo, spareFrom)
      if (added.length > 0) this.#delivery.add(added)
      if (store || this.log.unstoredIsLarge) this.store()
    }
    return {
      position: this.log.lastId,
      stored: this.log.storedUpTo,
      applied: this.#applied,
      lacksList: !isGap && complete === undefined,
      listeners: this.sockets.count,
      connected: connected_of.map((user_id) => ({ user_id, queue_ids: this.#connectedQueuesOf(user_id) })),
    }
  }

  #connectedQueuesOf(user_id: number): string[] {
    return this.queues.idsOf(user_id).filter((queue_id) => this.sockets.isConnected(queue_id))
  }

  /** Returns the events with their lists, or undefined if it lacks a list. */
  #withLists(events: readonly GatewayEvent[]): ReceivedEvent[] | undefined {
    const complete: ReceivedEvent[] = []
    for (const event of events) {
      const lists = event.recipients.map((each) => this.#lists.find(each))
      if (lists.includes(undefined)) return undefined
      complete.push(
        this.#received(
          event,
          lists.filter((numbers) => numbers !== undefined),
        ),
      )
    }
    return complete
  }

  #received({ id, texts, isEphemeral }: GatewayEvent, recipients: Numbers[]): ReceivedEvent {
    return {
      id,
      texts,
      recipients,
      characters: texts.reduce((sum, text) => Math.max(sum, text.length), 0),
      ...(isEphemeral ? { until: this.#now() + EPHEMERAL_SECONDS } : {}),
    }
  }

  /** Writes the events that clients have not acknowledged. */
  store(): void {
    const needs = new Map<number, number>()
    const upToDate = new Set(this.sockets.upToDateQueueIds())
    for (const queue_id of this.queues.allIds()) {
      const queue = this.queues.find(queue_id)!
      const isUpToDate = upToDate.has(queue_id) && this.sockets.deliveredUpTo >= this.log.newestEventId
      if (!isUpToDate) needs.set(numberOf(queue_id), needsAfter(queue))
    }
    this.log.store((number, event_id) => (needs.get(number) ?? Infinity) < event_id)
  }

  /** Returns the queues whose clients are gone for good. */
  expiredQueues(): ExpiredQueue[] {
    this.sockets.disconnectSilent(this.#now())
    this.queues.skipTo(this.sockets.upToDateQueueIds(), this.sockets.deliveredUpTo)
    const expired = expiredQueues(this.queues, this.#isConnected, EXPIRED_AT_ONCE)
    const last = this.log.lastToCut()
    const slowest = last === undefined ? [] : this.queues.slowestIds(last)
    const ids = new Set([...expired.map(({ queue_id }) => queue_id), ...slowest])
    return [...ids].map((queue_id) => ({ queue_id, ...this.#firstMissed(queue_id) }))
  }

  /** Returns the queues that live on although their clients have left, of which the realm does not know it. */
  leftQueues(): ExpiredQueue[] {
    const left = leftQueues(this.queues, this.#isConnected, EXPIRED_AT_ONCE)
    return left.map(({ queue_id }) => ({ queue_id, ...this.#firstMissed(queue_id) }))
  }

  readonly #isConnected = (queue_id: string) => this.sockets.isConnected(queue_id)

  /** Returns the first message that the client of a queue did not receive. */
  #firstMissed(queue_id: string): Omit<ExpiredQueue, 'queue_id'> {
    const { acknowledged } = this.queues.find(queue_id)!
    for (const event of this.log.eventsAfter(acknowledged)) {
      const text = textFor(event, numberOf(queue_id))
      if (text?.startsWith(BEGIN_OF_MESSAGE_EVENT)) return missedMessage(JSON.parse(text))
    }
    return {}
  }

  /** Deletes what no queue needs. */
  trim(): void {
    this.log.trim(Math.max(this.queues.unneededUpTo(this.log.lastId), this.log.lastToCut() ?? -1))
  }
}

const missedMessage = ({ message: { id } }: { message: { id: number } }) => ({
  missed_id: id,
  missed: JSON.stringify({ message: { id } }),
})

const EPHEMERAL_SECONDS = 10
const EXPIRED_AT_ONCE = 200
