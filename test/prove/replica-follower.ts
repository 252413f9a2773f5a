import { expect } from 'vitest'
import { followEvents } from '../../web/replica/follow-events'
import { foundMessage, isAboutMessages } from '../../web/replica/kept'
import { readIds, readTopics } from '../../web/replica/reading'
import { Replica } from '../../web/replica/replica'
import { KeptSearch } from '../../web/replica/search/kept-search'
import type { SearchState } from '../../web/replica/search/search-plan'
import { fetchOlder, verify, type Synchronising } from '../../web/replica/synchronise'
import type { Term } from '../../web/routes/terms'
import type { AskReplica } from '../../web/replica/ask'
import { REGISTRATION } from '../../web/sync/registration'
import { MemoryStorage } from '../support/memory-storage'
import { succeeded, type Json, type Person, type Queue } from '../support/person'
import type { Oracle } from './oracle'
import { comparable, matchesIn, TERMS } from './replica-facts'

const A_WEEK = 604_800

/**
 * The copy of the history that a browser of one user keeps, with the code of the client. It receives the events of its queue, or it was
 * away and compares itself with the server. After each it has exactly what the server lets its user keep, and finds in it what the server finds.
 */
export class ReplicaFollower {
  readonly #storage = new MemoryStorage()
  readonly #search = new KeptSearch(this.#storage)
  #searches = 0

  private constructor(
    readonly person: Person,
    public queue: Queue,
  ) {}

  static async begin(person: Person): Promise<ReplicaFollower> {
    const follower = new ReplicaFollower(person, await registers(person))
    const parts = await follower.#open()
    while (await fetchOlder(parts));
    return follower
  }

  /** Follows the events, or loses them with the queue. Compares each message with the server. */
  async check(oracle: Oracle, isAway: boolean): Promise<void> {
    if ((await this.person.post('/parley/replica/digests', { from: 0 })).result === 'error') return this.#forget()
    const parts = await this.#open()
    const { replica } = parts
    const name = this.person.account.full_name
    if (!Number.isFinite(replica.core.from)) while (await fetchOlder(parts));
    const events = isAway ? [] : (await this.queue.events()).filter(isAboutMessages)
    if (isAway) this.queue = await registers(this.person)
    const isInDoubt = isAway || (await followEvents({ ...parts, subscribed: this.#subscribedBefore }, events))
    this.#subscribedBefore = await subscribedOf(this.person)
    await replica.commit()
    if (!isInDoubt) expect(await differing(parts), `${name}, after ${JSON.stringify(events)}`).toEqual([])
    expect(
      await verify({ ...parts, subscribed: this.#subscribedBefore }),
      `${name} ${isAway ? 'was away' : 'follows'}`,
    ).toBe(true)
    await this.#compare(name, JSON.stringify(events))
    await this.#compareTopics(name)
    await this.#compareSearches(name)
    expect(oracle.leaksTo(this.person, this.#storage.dump(), ''), name).toEqual([])
  }

  #subscribedBefore = new Set<number>()

  /** The organization lets browsers keep nothing. */
  async #forget() {
    await this.#storage.clear()
    this.queue = await registers(this.person)
  }

  /** The tab may have crashed: it has what was written. */
  async #open(): Promise<Synchronising> {
    this.#subscribedBefore = this.#subscribedBefore.size > 0 ? this.#subscribedBefore : await subscribedOf(this.person)
    return {
      replica: await Replica.open(this.#storage, 'session'),
      subscribed: this.#subscribedBefore,
      ask: askAs(this.person),
      exclusively: (change) => change(),
      eventsAfter: () => [],
    }
  }

  /** The topics of each channel, the newest first, are those that the server lists. */
  async #compareTopics(name: string) {
    for (const stream_id of this.#subscribedBefore) {
      const answer = await this.person.get(`/users/me/${stream_id}/topics`, { allow_empty_topic_name: true })
      if (answer.result === 'success') expect(await readTopics(this.#storage, stream_id), name).toEqual(answer.topics)
    }
  }

  /** Searches are answered as by the server. Every other time, the index has no words yet. */
  async #compareSearches(name: string) {
    const { replica } = await this.#open()
    if (this.#searches % 2 === 1) while (replica.index.waiting.size > 0) await replica.indexSome()
    const state = await this.#stateOfSearch()
    const places: Term[][] = [
      [],
      [{ operator: 'is', operand: 'dm' }],
      ...[...this.#subscribedBefore].map((operand) => [{ operator: 'channel', operand }]),
    ]
    for (let nth = 0; nth < SEARCHES_PER_CHECK; nth++) {
      const drawn = this.#searches++ * 7
      const more = [drawn, drawn >> 1].flatMap((number) => TERMS[number % TERMS.length] ?? [])
      const terms = [...(places[drawn % places.length] ?? []), ...more]
      const found = await this.#search.find({ terms, state, most: 1000 })
      const answer = await this.person.get('/parley/search', {
        narrow: JSON.stringify(terms),
        allow_empty_topic_name: true,
      })
      if (found === undefined || answer.result === 'error') continue
      const about = `${name} searches ${JSON.stringify(terms)}`
      if (found.isExact) expect(matchesIn(found), about).toEqual(matchesIn(answer))
      else expect(idsIn(answer), about).toEqual(expect.arrayContaining(idsIn(found)))
    }
  }

  async #stateOfSearch(): Promise<SearchState> {
    const having = async (operand: string) => {
      const range = { anchor: 'newest', num_before: 1000, num_after: 0 }
      const narrow = JSON.stringify([{ operator: 'is', operand }])
      return idsIn({ matches: succeeded(await this.person.get('/messages', { narrow, ...range })).messages })
    }
    const [starred, unread] = [await having('starred'), await having('unread')]
    const subscribed = [...this.#subscribedBefore]
    return { user_id: this.person.id, subscribed, starred, unread }
  }

  async #compare(name: string, after: string) {
    const { replica } = await this.#open()
    const ids = Array.from({ length: 3 }, (_, block) => replica.idsIn(block)).flat()
    const rows = new Map((await readIds(this.#storage, ids)).map((row) => [row.kept.id, foundMessage(row, [])]))
    expect([...rows.keys()], name).toEqual(ids)
    if (ids.length === 0) return
    const fields = { message_ids: ids, client_gravatar: false, allow_empty_topic_name: true }
    const { messages } = succeeded(await this.person.get('/messages', fields))
    const kept = messages.map(({ id }: Json) => comparable(rows.get(id)))
    expect(kept, `${name}, after ${after}`).toEqual(messages.map(comparable))
  }
}

const SEARCHES_PER_CHECK = 3

const idsIn = ({ matches }: Json): number[] => matches.map(({ id }: Json) => id)

const registers = (person: Person) => person.registers({ ...REGISTRATION, queue_lifespan_secs: A_WEEK })

async function subscribedOf(person: Person): Promise<Set<number>> {
  const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
  return new Set(subscriptions.map(({ stream_id }: Json) => stream_id))
}

async function differing({ replica, ask }: Synchronising): Promise<unknown[]> {
  const { from } = replica.core
  const own = replica.digests(Math.max(replica.lastId, from))
  const { digests } = await ask('POST /parley/replica/digests', { from })
  const { places } = await ask('POST /parley/replica/versions', { blocks: [0] })
  const isSame = digests.every((digest, nth) => digest === (own[nth] ?? 0)) && own.length <= digests.length
  return isSame ? [] : [{ own: replica.idsIn(0), server: places }]
}

/** Returns what sends the requests of the client as a person of the tests. */
const askAs =
  (person: Person): AskReplica =>
  async (route, parameters) =>
    succeeded(await person.post(route.replace('POST ', ''), { ...parameters }))
