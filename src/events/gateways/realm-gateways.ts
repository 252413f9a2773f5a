import { logLine } from '../../api/log-line'
import type { PublishedEvent } from '../event-log'
import type { Queue } from '../queue'
import { LARGE_TIMES } from '../queue-limits'
import { AudienceChanges } from './audience-changes'
import { callWhileWork, untilConfirmed } from './calls'
import { Directory } from './directory'
import type { GatewayContext } from './gateway-context'
import { gatewayQueueOf } from './gateway-queue'
import { KeptLists } from './kept-lists'
import { deleteGateway, writeStored, writeVersion } from './gateway-storage'
import { OpenedGateways } from './opened-gateways'
import { PingGateway } from './ping-gateway'
import type { GatewayChange, PresenceFact } from './protocol'
import { gatewayOf, gatewayQueueId, PING_GATEWAY } from './queue-ids'
import { inTurns } from '../turns'
import { RecentRecipients } from './recent-recipients'
import { hasWork, noteAssigned, type RemoteGateway } from './remote-gateway'

/**
 * The realm's gateways: objects that serve the queues that are too many for the realm. The realm decides who receives an event,
 * and calls each gateway that has recipients. One call of a gateway runs at a time, and the next one takes all that waits. With many
 * gateways it begins a little later (call-pause.ts).
 */
export class RealmGateways {
  readonly directory: Directory
  readonly #recent: RecentRecipients
  readonly audiences = new AudienceChanges()
  readonly opened: OpenedGateways
  readonly #remotes: Map<number, RemoteGateway>
  /** How many changes took a right away since the object woke. */
  revocations = 0
  readonly pings: PingGateway

  constructor(readonly context: GatewayContext) {
    const { log, queues, reader, sql, isChecked } = context
    const directory = (this.directory = new Directory(queues, sql))
    this.opened = new OpenedGateways(context, directory)
    this.#remotes = this.opened.remotes
    const note: RecentRecipients['context']['note'] = (id, gateways) =>
      this.#remotes.forEach((remote) => noteAssigned(remote, id, gateways))
    const lists = new KeptLists({ reader, directory, changes: this.audiences, takeId: () => log.takeId(), isChecked })
    this.pings = new PingGateway(this.#remotes, context.milliseconds)
    this.#recent = new RecentRecipients({ lists, note }, log.lastId)
    if (this.hasAny) setTimeout(() => void this.#meetAll(), 0)
  }

  /** The object woke: a call may have been lost with the earlier instance, and the realm does not know who listens. */
  async #meetAll(): Promise<void> {
    await inTurns(this.directory.load())
    for (const user_id of this.directory.usersWithMany(MANY_QUEUES)) this.#requestConnected(user_id)
    await this.contactAll()
  }

  get hasAny(): boolean {
    return this.#remotes.size > 0
  }

  /** The clients that listen to gateways, as far as the realm knows. */
  get listenerCount(): number {
    return [...this.#remotes.values()].reduce((sum, { listeners }) => sum + listeners, 0)
  }

  /**
   * Returns an id for a new queue of a client in this region, or undefined if the realm itself is to serve it. The realm of a large
   * organization serves no new queue, because its thread is for decisions.
   */
  newQueueId(region: string, random: string): string | undefined {
    const { queues, limits, log } = this.context
    const isLarge = this.directory.size > LARGE_TIMES * limits.queues_of_realm
    if (!isLarge && !queues.hasAtLeast(limits.queues_of_realm)) return undefined
    const remote = this.opened.forQueue(region)
    return gatewayQueueId(remote.number, log.takeId(), random)
  }

  /** Tells the gateway of a new queue about it. */
  register(queue: Queue): void {
    this.directory.add(queue)
    this.audiences.note([queue.user_id])
    this.#change(gatewayOf(queue.queue_id), { kind: 'register', queue: gatewayQueueOf(queue) })
    if ([...this.directory.queuesOf([queue.user_id])].length >= MANY_QUEUES) this.#requestConnected(queue.user_id)
  }

  /** Before the user has too many queues, the realm must know which of them no client listens to. */
  #requestConnected(user_id: number) {
    for (const number of this.directory.gatewaysOf(user_id)) this.#remotes.get(number)?.connected.request(user_id)
  }

  /** Returns whether a client listens to this queue, if its user has many. */
  isConnected(user_id: number, queue_id: string): boolean {
    return this.#remotes.get(gatewayOf(queue_id) ?? 0)?.connected.isConnected(user_id, queue_id) ?? false
  }

  /** Called before the queue is removed from the realm's table. */
  remove(queue_id: string): void {
    this.directory.remove(queue_id)
    this.#revoke(gatewayOf(queue_id), { kind: 'remove', queue_ids: [queue_id] })
  }

  /** The gateway itself removes these queues. */
  removeExpired(queue_id: string): void {
    this.directory.remove(queue_id)
    this.context.queues.remove(queue_id)
  }

  disconnect(user_id: number): void {
    this.#revokeOf(user_id, { kind: 'disconnect', user_id })
  }

  disconnectSessions(user_id: number, session_ids: readonly number[]): void {
    this.#revokeOf(user_id, { kind: 'disconnectSessions', user_id, session_ids: [...session_ids] })
  }

  /** The credentials of a user, or of all, may do less than before. */
  forgetCredentials(user_id: number | null): void {
    this.#revokeOf(user_id, { kind: 'forget', user_id })
  }

  /** The realm itself changed the presence of a user. */
  notePresence(user_id: number, presence: PresenceFact | null): void {
    this.#revoke(PING_GATEWAY, { kind: 'presence', user_id, presence })
  }

  #revokeOf(user_id: number | null, change: GatewayChange): void {
    if (!this.hasAny) return
    const numbers = user_id === null ? this.#remotes.keys() : this.directory.gatewaysOf(user_id).add(PING_GATEWAY)
    for (const number of numbers) this.#revoke(number, change)
  }

  #revoke(number: number | undefined, change: GatewayChange): void {
    const remote = this.#change(number, change)
    if (remote === undefined) return
    remote.revokedAt = remote.version
    this.revocations++
  }

  #change(number: number | undefined, change: GatewayChange): RemoteGateway | undefined {
    const remote = number === undefined ? undefined : this.#remotes.get(number)
    if (remote === undefined) return undefined
    remote.version++
    remote.changes.push({ version: remote.version, change })
    writeVersion(this.context.sql, remote.number, remote.version)
    return remote
  }

  /** Called after a rollback, which undid changes. */
  rollBack(): void {
    this.directory.rollBack()
    this.opened.rollBack()
  }

  /** Called after a commit: sends the changes and the events of a transaction, after the request was answered. */
  commit(published: readonly PublishedEvent[]): void {
    this.audiences.commit(this.context.log.lastId)
    this.directory.commit()
    if (!this.hasAny) {
      this.#recent.skipTo(this.context.log.lastId)
      return
    }
    if (published.length > 0) this.#recent.add(published)
    setTimeout(() => void this.#sendAll(), 0)
  }

  async #sendAll(): Promise<void> {
    try {
      await this.#recent.assignAll()
    } catch (error) {
      logLine('error', 'recipients_not_assigned', { realm: this.context.realm_name }, error)
    }
    for (const remote of this.#remotes.values()) if (hasWork(remote)) void this.#exchange(remote)
  }

  /** Delivers to a gateway what it lacks, and renews its lease. Returns false if there is no such gateway. */
  async contact(number: number): Promise<boolean> {
    const remote = this.#remotes.get(number)
    if (remote === undefined || !this.pings.isServed(number)) return false
    remote.isDue = true
    // A call that runs already may fail, because the gateway has just restarted.
    for (let attempt = 0; remote.isDue && attempt < 2; attempt++) await this.#exchange(remote)
    if (remote.isDue) throw new Error(`Gateway ${number} could not be called`)
    return true
  }

  /** Calls each gateway. It stores its events, so that the realm can trim its log. */
  async contactAll(): Promise<void> {
    const served = [...this.#remotes.values()].filter(({ number }) => this.pings.isServed(number))
    const exchanges = served.map((remote) => {
      Object.assign(remote, { isDue: true, mustStore: true })
      return this.#exchange(remote)
    })
    await Promise.all(exchanges)
  }

  #exchange(remote: RemoteGateway): Promise<void> {
    const isOpen = () => this.#remotes.get(remote.number) === remote
    const count = () => this.#remotes.size
    const context = { ...this.context, recent: this.#recent, directory: this.directory, isOpen, count }
    const call = () => callWhileWork(remote, context).finally(() => (remote.exchange = undefined))
    return (remote.exchange ??= call().then(() => this.#forgetDelivered()))
  }

  #forgetDelivered() {
    const remotes = [...this.#remotes.values()]
    this.#recent.forget(remotes.map(({ position = -1, nothingUpTo }) => Math.max(position, nothingUpTo)))
  }

  /** Due work: calls the gateways whose last call failed. */
  retry(): void {
    for (const remote of this.#remotes.values()) if (hasWork(remote)) void this.#exchange(remote)
  }

  /** Returns when each gateway has confirmed what takes rights away, or serves no more because its lease has ended. */
  async settle(): Promise<void> {
    const { milliseconds } = this.context
    const remotes = [...this.#remotes.values()]
    await Promise.all(remotes.map((remote) => untilConfirmed(remote, milliseconds, () => this.#exchange(remote))))
  }

  /** The newest event that no gateway needs from the realm's log. */
  unneededUpTo(newestId: number): number {
    return [...this.#remotes.values()].reduce((least, { stored }) => Math.min(least, stored), newestId)
  }

  /** Writes the progress of the gateways, ends gateways that the realm does not need, and opens one for pings if the realm needs it. */
  maintain({ mayAnswerPings }: { mayAnswerPings: boolean }): void {
    const { sql } = this.context
    if (this.pings.decide(mayAnswerPings)) this.opened.openForPings()
    for (const [number, remote] of this.#remotes) {
      writeStored(sql, number, remote.stored)
      if (this.#isNeeded(remote) || hasWork(remote)) continue
      deleteGateway(sql, number)
      this.#remotes.delete(number)
    }
  }

  #isNeeded({ number, leaseUntil }: RemoteGateway): boolean {
    return number === PING_GATEWAY ? this.pings.isNeeded(leaseUntil) : this.directory.countIn(number) > 0
  }

  /** Returns the queues of gateways that need this event, or an older one, from the realm's log. The gateways need it no more. */
  slowestIds(event_id: number): string[] {
    const slow = [...this.#remotes.values()].filter(({ stored }) => stored < event_id)
    for (const remote of slow) Object.assign(remote, { stored: event_id, neededUpTo: event_id })
    return slow.flatMap(({ number }) => [...this.directory.queuesIn(number)].map(({ queue_id }) => queue_id))
  }
}

const MANY_QUEUES = 50
