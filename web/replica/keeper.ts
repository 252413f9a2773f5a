import type { Event } from '../../client-state/wire'
import type { Amount, News, Request } from '../replica-worker/messages'
import type { AskReplica } from './ask'
import type { Position } from './core'
import { removeDamaged } from './check-stored'
import { followEvents } from './follow-events'
import { KnownEvents } from './known-events'
import { blocksOf, keepWithin, limitAt } from './limit'
import { Replica } from './replica'
import { MESSAGES_PER_UNIT } from './search/index-writer'
import type { Storage } from './storage'
import { fetchOlder, verify, type Synchronising } from './synchronise'

type Parts = {
  storage: Storage
  ask: AskReplica
  /** Whether the server says that the session has ended. */
  isSessionOver: (error: unknown) => boolean
  session: string
  amount: Amount
  notify: (news: News) => void
  now: () => number
  room: () => Promise<{ isFull: boolean }>
  /** Deletes the kept files that these texts name. */
  deleteFiles: (htmls: readonly string[]) => Promise<void>
  /** Deletes the kept files that the user can no longer read. Throws if the server does not say which. */
  checkFiles: (ask: AskReplica) => Promise<void>
  /** Waits between two requests, so that the user's own come first. */
  pause: () => Promise<void>
}

/** A search reads messages that the index does not have. */
const MAX_UNINDEXED = 100
const RETRY_MILLISECONDS = 30_000
const SECONDS_BETWEEN_CHECKS = 24 * 3600
const BLOCKS_PER_CHECK = 8

/** Keeps a replica up to date: with events, with what the server answers, and within what the user lets this browser keep. */
export class Keeper {
  #amount: Amount
  #isQuiet = false
  /** It knows the channels of the user. */
  #isFollowing = false
  #replica: Replica | undefined
  readonly #subscribed = new Set<number>()
  /** The newest message of the organization, as the page knows it. */
  #newest = 0
  readonly #recent = new KnownEvents()
  /** The change that runs, or the last one. */
  #last: Promise<unknown>
  #doubts = 0
  #isRunning = false
  /** The blocks that a check has not read yet. */
  #unchecked: number[] | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(readonly parts: Parts) {
    this.#amount = parts.amount
    const opened = this.#open().then(({ core }) => parts.notify({ kind: 'opened', position: core.position }))
    // A browser may refuse, as it does while it deletes the data of the site. The next change opens it.
    this.#last = opened.catch(() => {})
  }

  async receive(request: Exclude<Request, { kind: 'open' }>): Promise<void> {
    const change = this.#change((replica) => {
      if (request.kind === 'follow') return this.#follow(replica, request)
      if (request.kind === 'events') return this.#take(replica, request.events, request.position)
      this.#amount = request.amount ?? this.#amount
      this.#isQuiet = request.isQuiet ?? this.#isQuiet
      return this.#keepToLimit(replica)
    })
    // After a failure, the replica is in doubt.
    await change.catch(() => {})
    await this.#synchronise()
  }

  async #open(): Promise<Replica> {
    this.#replica = await Replica.open(this.parts.storage, this.parts.session)
    return this.#replica
  }

  /** Runs a change after the others. If the browser refuses it, the replica is again what is stored, and in doubt. */
  #exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#last.then(work).catch(async (error: unknown) => {
      await this.#afterFailure()
      throw error
    })
    this.#last = running.catch(() => {})
    return running
  }

  #change(work: (replica: Replica) => Promise<void>): Promise<void> {
    return this.#exclusively(async () => {
      const replica = this.#replica ?? (await this.#open())
      await work(replica)
      const texts = replica.removedTexts.take()
      if (texts.length > 0) await this.parts.deleteFiles(texts)
    })
  }

  async #afterFailure(): Promise<void> {
    const replica = await this.#open()
    const { core } = replica
    // It may be what the browser lost that the change could not read.
    core.checked = 0
    const { isFull } = await this.parts.room()
    if (isFull && Number.isFinite(core.from)) {
      core.isFull = true
      await replica.removeBefore(Math.floor((core.from + replica.lastId) / 2))
    }
    this.#doubt(replica)
    await replica.commit()
  }

  #doubt({ core }: Replica): void {
    this.#doubts++
    core.isVerified = false
  }

  async #follow(replica: Replica, { events, position, subscribed, newest }: Extract<Request, { kind: 'follow' }>) {
    this.#isFollowing = true
    this.#newest = newest
    this.#subscribed.clear()
    for (const stream_id of subscribed) this.#subscribed.add(stream_id)
    const isEmpty = !Number.isFinite(replica.core.from)
    if (isEmpty) replica.core.checked = this.parts.now()
    if (events === undefined && !isEmpty) this.#doubt(replica)
    await this.#keepToLimit(replica)
    await this.#take(replica, isEmpty ? [] : (events ?? []), position)
  }

  async #take(replica: Replica, events: readonly Event[], position: Position): Promise<void> {
    this.#recent.add(events, position.last_event_id)
    if (await followEvents({ replica, subscribed: this.#subscribed }, events)) this.#doubt(replica)
    replica.core.position = position
    await replica.commit()
  }

  #limitOf = ({ lastId }: Replica) =>
    this.#amount === 'everything' ? { since: 0, floor: 0 } : limitAt(this.parts.now(), Math.max(this.#newest, lastId))

  /** Removes what is older than the user wants. */
  #keepToLimit = (replica: Replica): Promise<void> => keepWithin(replica, this.#limitOf(replica))

  #wantsOlder(replica: Replica): boolean {
    const { core } = replica
    const { since, floor } = this.#limitOf(replica)
    if (core.from <= floor || core.isFull === true || this.#isQuiet) return false
    return (core.oldest ?? Infinity) > since
  }

  /** Compares with the server after a doubt, and fetches what is missing, one request after the other. */
  async #synchronise(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    clearTimeout(this.#retry)
    try {
      while (await this.#step()) await this.parts.pause()
    } catch (error) {
      if (this.parts.isSessionOver(error)) this.parts.notify({ kind: 'refused' })
      else this.#retry = setTimeout(() => void this.#synchronise(), RETRY_MILLISECONDS)
    } finally {
      this.#isRunning = false
    }
  }

  /** Returns whether more is to be done. */
  async #step(): Promise<boolean> {
    const replica = this.#replica
    if (!this.#isFollowing || replica === undefined) return false
    // Once a day, and after a failure.
    if (this.parts.now() - (replica.core.checked ?? 0) >= SECONDS_BETWEEN_CHECKS) {
      await this.#change((same) => this.#checkSome(same))
      return true
    }
    if (!replica.core.isVerified) {
      const before = this.#doubts
      if (!(await verify(this.#synchronising(replica)))) throw new Error('It differs')
      await this.parts.checkFiles(this.parts.ask)
      await this.#change(async (same) => {
        same.core.isVerified = this.#doubts === before
        await same.commit()
      })
      return true
    }
    const wantsOlder = this.#wantsOlder(replica)
    if (replica.index.waiting.size >= (wantsOlder ? MESSAGES_PER_UNIT : MAX_UNINDEXED)) {
      await this.#change((same) => same.indexSome())
      return true
    }
    if (!wantsOlder) return false
    if ((await this.parts.room()).isFull) {
      replica.core.isFull = true
      return false
    }
    await fetchOlder(this.#synchronising(replica), this.#limitOf(replica).floor)
    return true
  }

  /** Reads some of what is stored. A comparison follows the last part, because the browser may have lost a list, too. */
  async #checkSome(replica: Replica): Promise<void> {
    this.#unchecked ??= [...blocksOf(replica)]
    const isWhole = await removeDamaged(replica, this.#unchecked.splice(-BLOCKS_PER_CHECK))
    const isLast = this.#unchecked.length === 0
    if (!isWhole || isLast) this.#doubt(replica)
    if (isLast) {
      this.#unchecked = undefined
      replica.conversations.restoreNames()
      replica.core.checked = this.parts.now()
    }
    await replica.commit()
  }

  #synchronising = (replica: Replica): Synchronising => ({
    replica,
    subscribed: this.#subscribed,
    ask: this.parts.ask,
    exclusively: (change) => this.#exclusively(change),
    eventsAfter: (id) => {
      const events = this.#recent.after(id)
      if (events === undefined) this.#doubt(replica)
      return events ?? []
    },
  })
}
