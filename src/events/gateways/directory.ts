import type { SqlReader } from '../../store/realm-sql'
import type { Queue } from '../queue'
import type { Queues } from '../queues'
import { countQueuesWith, queueIdsWith, queuesAfter } from './listed-queues-storage'
import { FIRST_GATEWAY_QUEUE_ID, gatewayOf, numberOf } from './queue-ids'

/** Queues by their ids. */
type QueueList = Map<string, Queue>

/**
 * The queues that are in gateways, by gateway and by user. After the object woke, they are read in pieces: a large realm has 100,000.
 * Until memory has all of them, the table answers.
 */
export class Directory {
  readonly #byGateway = new Map<number, QueueList>()
  readonly #byUser = new Map<number, QueueList>()
  readonly #byNumber = new Map<number, Queue>()
  /** Memory has each queue with an id up to this one. Undefined: it has all. */
  #loadedUpTo: string | undefined = FIRST_GATEWAY_QUEUE_ID
  /** The queues that were added or removed since the last commit. */
  readonly #touched = new Set<string>()

  constructor(
    readonly queues: Queues,
    readonly sql: SqlReader,
  ) {}

  /** Reads all queues. Several callers can do so at once. */
  *load(): Generator<void> {
    while (this.#loadedUpTo !== undefined) {
      const { page, hasMore } = queuesAfter(this.sql, this.#loadedUpTo, this.queues.options)
      for (const queue of page) this.#put(queue)
      this.#loadedUpTo = hasMore ? page.at(-1)!.queue_id : undefined
      if (hasMore) yield
    }
  }

  get #isLoaded(): boolean {
    return this.#loadedUpTo === undefined
  }

  *#find(queue_ids: readonly string[]): Generator<Queue> {
    for (const queue_id of queue_ids) {
      const queue = this.queues.find(queue_id)
      if (queue && gatewayOf(queue_id) !== undefined) yield queue
    }
  }

  countIn(gateway: number): number {
    return this.#isLoaded ? (this.#byGateway.get(gateway)?.size ?? 0) : countQueuesWith(this.sql, prefixOf(gateway))
  }

  *queuesIn(gateway: number): Generator<Queue> {
    if (this.#isLoaded) yield* this.#byGateway.get(gateway)?.values() ?? []
    else yield* this.#find(queueIdsWith(this.sql, prefixOf(gateway)))
  }

  *queuesOf(user_ids: Iterable<number>): Generator<Queue> {
    for (const user_id of user_ids)
      if (this.#isLoaded) yield* this.#byUser.get(user_id)?.values() ?? []
      else yield* this.#find(this.queues.idsOf(user_id))
  }

  /** Returns the users who have at least so many queues in memory. */
  *usersWithMany(least: number): Generator<number> {
    for (const [user_id, queues] of this.#byUser) if (queues.size >= least) yield user_id
  }

  /** How many queues memory has. */
  get size(): number {
    return this.#byNumber.size
  }

  /** Returns all queues that memory has. */
  *all(): Generator<Queue> {
    for (const queues of this.#byGateway.values()) yield* queues.values()
  }

  /** Returns the queue with a number, if memory has it. Numbers of different gateways differ. */
  queueWith(number: number): Queue | undefined {
    return this.#byNumber.get(number)
  }

  gatewaysOf(user_id: number): Set<number> {
    return new Set([...this.queuesOf([user_id])].map(({ queue_id }) => gatewayOf(queue_id)!))
  }

  add(queue: Queue): void {
    this.#put(queue)
    this.#touched.add(queue.queue_id)
  }

  remove(queue_id: string): void {
    this.#delete(queue_id)
    this.#touched.add(queue_id)
  }

  commit(): void {
    this.#touched.clear()
  }

  /** Called after a rollback: the table says what became of the queues that the transaction added or removed. */
  rollBack(): void {
    for (const queue_id of this.#touched) {
      this.#delete(queue_id)
      for (const queue of this.#find(queueIdsWith(this.sql, queue_id))) this.#put(queue)
    }
  }

  #put(queue: Queue) {
    const gateway = gatewayOf(queue.queue_id)
    if (gateway === undefined) return
    addToList(this.#byGateway, gateway, queue)
    addToList(this.#byUser, queue.user_id, queue)
    this.#byNumber.set(numberOf(queue.queue_id), queue)
  }

  #delete(queue_id: string) {
    const number = numberOf(queue_id)
    const queue = this.#byNumber.get(number)
    if (queue === undefined) return
    this.#byNumber.delete(number)
    this.#byGateway.get(gatewayOf(queue_id)!)?.delete(queue_id)
    const queues = this.#byUser.get(queue.user_id)
    queues?.delete(queue_id)
    if (queues?.size === 0) this.#byUser.delete(queue.user_id)
  }
}

/** The ids of all queues of a gateway begin with this text. */
const prefixOf = (gateway: number): string => `${FIRST_GATEWAY_QUEUE_ID}${gateway}-`

function addToList(lists: Map<number, QueueList>, key: number, queue: Queue): void {
  const list = lists.get(key)
  if (list) list.set(queue.queue_id, queue)
  else lists.set(key, new Map([[queue.queue_id, queue]]))
}
