import type { Random } from '../random.ts'
import type { Client } from './client.ts'
import type { Json, Shared } from '../shared-parts.ts'

const WEEK = 7 * 24 * 3600
/** How often something happens to a browser while the organization lives. */
const HAPPENINGS = 40
const PAUSE_MILLISECONDS = 100
const ENDED = new Set(['USER_DEACTIVATED', 'UNAUTHORIZED', 'INVALID_API_KEY', 'REALM_DEACTIVATED'])

type Keeper = { receive(request: Json): Promise<void> }
type Tab = { isOpen: boolean; keeper?: Keeper }

/** The session has ended, or the organization lets browsers keep nothing. */
class Over extends Error {}

/**
 * A browser that keeps the history of its user, with the code of the web client. It is away for hours, its tab crashes, its storage refuses
 * a write, and its queue is lost.
 */
export class Browser {
  readonly client: Client
  readonly storage
  readonly #shared: Shared
  #queue = { queue_id: '', last_event_id: -1 }
  /** Since the registration. */
  #events: Json[] = []
  #newest = 0
  #tab: Tab | undefined
  /** What happens to a browser happens one after the other. */
  #last: Promise<void> = Promise.resolve()

  constructor(client: Client, shared: Shared) {
    this.client = client
    this.#shared = shared
    this.storage = new shared.MemoryStorage()
  }

  get #scheduler() {
    return this.client.world.scheduler
  }

  /** Plans what happens to the browser on a day. */
  plan({ from, to }: { from: number; to: number }, random: Random): void {
    const happenings: Record<string, () => Promise<void>> = {
      'catches up': () => this.catchUp(),
      'catches up again': () => this.catchUp(),
      'catches up once more': () => this.catchUp(),
      crashes: () => this.#open(),
      'is refused a write': () => Promise.resolve(void (this.storage.refusals = 1)),
      'loses its queue': () => this.#loseQueue(),
    }
    for (let nth = 0; nth < HAPPENINGS; nth++) {
      const what = random.pick(Object.keys(happenings))
      this.#scheduler.at(random.between(from, to), () => void this.#next(what, happenings[what]).catch(() => {}))
    }
  }

  /** What fails here fails again when the browser settles. */
  #next(what: string, act: (() => Promise<void>) | undefined): Promise<void> {
    this.#last = this.#last.then(async () => {
      await act?.()
      this.client.world.note(`The browser of ${this.client.account.full_name} ${what}`)
    })
    return this.#last
  }

  /** Waits until all that was planned has happened, and then catches up. */
  settle(): Promise<void> {
    return this.#next('settles', async () => {
      this.storage.refusals = 0
      await this.catchUp()
    })
  }

  /** Reads all events that wait. */
  async catchUp(): Promise<void> {
    if (this.#tab === undefined) return this.#open()
    for (;;) {
      const answer = await this.client.insist('GET', '/events', { ...this.#queue, dont_block: true })
      if (answer.result !== 'success') return this.#begin(await this.#position())
      const events: Json[] = answer.events
      if (events.length === 0) return
      this.#queue = { ...this.#queue, last_event_id: events.at(-1).id }
      this.#events.push(...events)
      const changes = events.filter((event) => this.#shared.isAboutMessages(event))
      for (const { message } of events) this.#newest = Math.max(this.#newest, message?.id ?? 0)
      if (changes.length > 0) this.#send({ kind: 'events', events: changes, position: this.#queue })
    }
  }

  async #loseQueue(): Promise<void> {
    if (this.#queue.queue_id !== '') await this.client.insist('DELETE', '/events', { queue_id: this.#queue.queue_id })
  }

  /** A tab starts. One that ran before ends as it is: what was not written is lost. */
  async #open(): Promise<void> {
    if (this.#tab) this.#tab.isOpen = false
    const { promise, resolve } = Promise.withResolvers<Json>()
    const tab: Tab = { isOpen: true }
    tab.keeper = this.#keeper(tab, resolve)
    this.#tab = tab
    await this.#begin(await promise)
  }

  #keeper(tab: Tab, opened: (position: Json) => void): Keeper {
    const { storage } = this
    const whileOpen = <Result>(work: () => Promise<Result>) => (tab.isOpen ? work() : new Promise<Result>(() => {}))
    return new this.#shared.Keeper({
      storage: new Proxy(storage, {
        get: (_, name) =>
          name === 'write'
            ? (changes: Json) => whileOpen(() => storage.write(changes))
            : Reflect.get(storage, name).bind(storage),
      }),
      ask: (route: string, fields: Json) => whileOpen(() => this.#ask(route.replace('POST ', ''), fields)),
      isSessionOver: (error: unknown) => error instanceof Over,
      session: 'session',
      amount: 'everything',
      notify: (news: Json) => {
        if (news.kind === 'opened') opened(news.position)
        else if (news.kind === 'refused' && tab.isOpen) void this.#erase()
      },
      now: () => this.#scheduler.now / 1000,
      room: () => Promise.resolve({ isFull: false }),
      deleteFiles: () => Promise.resolve(),
      checkFiles: () => Promise.resolve(),
      pause: () => this.#scheduler.wait(PAUSE_MILLISECONDS),
    })
  }

  async #ask(path: string, fields: Json): Promise<Json> {
    const answer = await this.client.ask('POST', path, fields)
    if (answer?.result === 'success') return answer
    if (ENDED.has(answer?.code) || answer?.msg === KEEPING_IS_OFF) throw new Over()
    throw new Error(`${path} has no answer`)
  }

  /** The page keeps nothing any more. A later one begins again. */
  async #erase(): Promise<void> {
    if (this.#tab) this.#tab.isOpen = false
    this.#tab = undefined
    await this.storage.clear()
  }

  #position = async (): Promise<Json> => (await this.#shared.Replica.open(this.storage, 'session')).core.position

  /** Tells the tab where the page is. */
  async #begin(position: Json): Promise<void> {
    if (this.#queue.queue_id === '' || !(await this.#hasQueue())) {
      const registered = await this.client.insist('POST', '/register', {
        ...this.#shared.REGISTRATION,
        queue_lifespan_secs: WEEK,
      })
      if (registered.result !== 'success') return this.#erase()
      this.#queue = { queue_id: registered.queue_id, last_event_id: registered.last_event_id }
      this.#newest = registered.max_message_id ?? 0
      this.#events = []
    }
    const { subscriptions = [] } = await this.client.insist('GET', '/users/me/subscriptions', {})
    const events =
      position?.queue_id === this.#queue.queue_id
        ? this.#events.filter((event) => event.id > position.last_event_id)
        : undefined
    this.#send({
      kind: 'follow',
      position: this.#queue,
      subscribed: subscriptions.map((channel: Json) => channel.stream_id),
      newest: this.#newest,
      ...(events ? { events } : {}),
    })
  }

  async #hasQueue(): Promise<boolean> {
    const answer = await this.client.insist('GET', '/events', { ...this.#queue, dont_block: true })
    return answer.result === 'success'
  }

  #send(request: Json): void {
    void this.#tab?.keeper?.receive(structuredClone(request)).catch(() => {})
  }
}

const KEEPING_IS_OFF = 'This organization lets browsers keep no messages.'
