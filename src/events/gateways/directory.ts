import type { Queue } from '../queue'
import type { Queues } from '../queues'
import { gatewayOf } from './queue-ids'

/** The queues that are in gateways, by gateway and by user. Memory has them after the first use. */
export class Directory {
  #loaded: { byGateway: Map<number, Set<Queue>>; byUser: Map<number, Set<Queue>> } | undefined

  constructor(readonly queues: Queues) {}

  queuesIn(gateway: number): ReadonlySet<Queue> {
    return this.#maps.byGateway.get(gateway) ?? NONE
  }

  *queuesOf(user_ids: Iterable<number>): Generator<Queue> {
    for (const user_id of user_ids) yield* this.#maps.byUser.get(user_id) ?? NONE
  }

  *all(): Generator<Queue> {
    for (const queues of this.#maps.byGateway.values()) yield* queues
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
    this.#loaded?.byGateway.get(gatewayOf(queue_id)!)?.delete(queue)
    this.#loaded?.byUser.get(queue.user_id)?.delete(queue)
  }

  /** Called after a rollback. */
  invalidate(): void {
    this.#loaded = undefined
  }

  get #maps() {
    if (this.#loaded === undefined) {
      this.#loaded = { byGateway: new Map(), byUser: new Map() }
      for (const queue_id of this.queues.idsElsewhere()) addTo(this.#loaded, this.queues.find(queue_id)!)
    }
    return this.#loaded
  }
}

const NONE: ReadonlySet<Queue> = new Set()

function addTo(maps: { byGateway: Map<number, Set<Queue>>; byUser: Map<number, Set<Queue>> }, queue: Queue): void {
  const gateway = gatewayOf(queue.queue_id)
  if (gateway === undefined) return
  for (const [map, key] of [
    [maps.byGateway, gateway],
    [maps.byUser, queue.user_id],
  ] as const) {
    const queues = map.get(key)
    if (queues) queues.add(queue)
    else map.set(key, new Set([queue]))
  }
}
