import type { Queue } from '../queue'
import type { Queues } from '../queues'
import { gatewayOf, numberOf } from './queue-ids'

/** Queues by their ids. */
type QueueList = Map<string, Queue>
type Lists = { byGateway: Map<number, QueueList>; byUser: Map<number, QueueList>; byNumber: Map<number, Queue> }

/** The queues that are in gateways, by gateway and by user. Memory has them after the first use. */
export class Directory {
  #loaded: Lists | undefined

  constructor(readonly queues: Queues) {}

  countIn(gateway: number): number {
    return this.#lists.byGateway.get(gateway)?.size ?? 0
  }

  *queuesIn(gateway: number): Generator<Queue> {
    yield* this.#lists.byGateway.get(gateway)?.values() ?? []
  }

  *queuesOf(user_ids: Iterable<number>): Generator<Queue> {
    for (const user_id of user_ids) yield* this.#lists.byUser.get(user_id)?.values() ?? []
  }

  *all(): Generator<Queue> {
    for (const queues of this.#lists.byGateway.values()) yield* queues.values()
  }

  /** Returns the queue with a number. Numbers of different gateways differ. */
  queueWith(number: number): Queue | undefined {
    return this.#lists.byNumber.get(number)
  }

  gatewaysOf(user_id: number): Set<number> {
    return new Set([...this.queuesOf([user_id])].map(({ queue_id }) => gatewayOf(queue_id)!))
  }

  add(queue: Queue): void {
    if (this.#loaded) addTo(this.#loaded, queue)
  }

  remove(queue_id: string): void {
    const queue = this.#loaded && this.queues.find(queue_id)
    if (queue === undefined) return
    this.#loaded?.byNumber.delete(numberOf(queue_id))
    this.#loaded?.byGateway.get(gatewayOf(queue_id)!)?.delete(queue_id)
    const queues = this.#loaded?.byUser.get(queue.user_id)
    queues?.delete(queue_id)
    if (queues?.size === 0) this.#loaded?.byUser.delete(queue.user_id)
  }

  /** Called after a rollback. */
  invalidate(): void {
    this.#loaded = undefined
  }

  get #lists() {
    if (this.#loaded === undefined) {
      this.#loaded = { byGateway: new Map(), byUser: new Map(), byNumber: new Map() }
      for (const queue_id of this.queues.idsElsewhere()) addTo(this.#loaded, this.queues.find(queue_id)!)
    }
    return this.#loaded
  }
}

function addTo({ byGateway, byUser, byNumber }: Lists, queue: Queue): void {
  const gateway = gatewayOf(queue.queue_id)
  if (gateway === undefined) return
  addToList(byGateway, gateway, queue)
  addToList(byUser, queue.user_id, queue)
  byNumber.set(numberOf(queue.queue_id), queue)
}

function addToList(lists: Map<number, QueueList>, key: number, queue: Queue): void {
  const list = lists.get(key)
  if (list) list.set(queue.queue_id, queue)
  else lists.set(key, new Map([[queue.queue_id, queue]]))
}
