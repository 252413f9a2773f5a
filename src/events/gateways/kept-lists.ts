import type { PublishedEvent } from '../event-log'
import type { EventReader, Repetition } from '../event-reader'
import type { Queue } from '../queue'
import type { AudienceChanges } from './audience-changes'
import type { Directory } from './directory'
import { KeptList, listedWithout, numbersIn, type NamedNumbers, type Place } from './kept-list'
import { gatewayOf, numberOf } from './queue-ids'
import {
  assignRecipients,
  emptyEvent,
  requireSameRecipients,
  testInTurns,
  type AssignedEvent,
  type EventByGateway,
} from './recipients'

type Context = {
  reader: EventReader
  directory: Directory
  changes: AudienceChanges
  takeId: () => number
  isChecked: boolean
}

type Listing = { event: PublishedEvent; repetition: Repetition; list: KeptList }

/**
 * The recipients of events that repeat: the messages of one channel go to the same queues, and so do its reactions, or the changes
 * that all users see. The realm tests these queues once, and afterwards only those of users who have changed since the last event,
 * and of those whose text is their own. So the size of an audience does not matter. Audiences of few users need no list.
 */
export class KeptLists {
  readonly #lists = new Map<string, KeptList>()

  constructor(readonly context: Context) {}

  /** Returns the recipients of an event. It is computed in one turn, unless queues must be tested that no list has. */
  *assign(event: PublishedEvent): Generator<void, EventByGateway> {
    const { reader, directory, isChecked } = this.context
    yield* directory.load()
    yield* reader.load(event)
    if (isChecked || reader.candidatesOf(event, FEW_USERS) === undefined) {
      const repetition = reader.repetitionOf(event)
      const byGateway = repetition && (yield* this.#assignByList(event, repetition))
      if (byGateway) return this.#checked(event, byGateway)
    }
    return yield* assignRecipients(event, this.#candidateQueues(event), reader)
  }

  #candidateQueues(event: PublishedEvent): Iterable<Queue> {
    const { reader, directory } = this.context
    const user_ids = reader.candidatesOf(event, directory.size * SHARE_OF_QUEUES)
    return user_ids === undefined ? directory.all() : directory.queuesOf(user_ids)
  }

  /** In tests, lists are for audiences of any size, and must say what a test of each queue says. */
  #checked(event: PublishedEvent, byGateway: EventByGateway): EventByGateway {
    const { reader, directory, isChecked } = this.context
    if (isChecked) {
      const tested = inOneTurn(assignRecipients(event, this.#candidateQueues(event), reader))
      requireSameRecipients(byGateway, tested, (number) => directory.queueWith(number) !== undefined)
    }
    return byGateway
  }

  *#assignByList(event: PublishedEvent, repetition: Repetition): Generator<void, EventByGateway | undefined> {
    const { changes, directory, reader } = this.context
    const { name } = repetition
    if (!changes.areKnownAt(event.id)) return undefined
    const found = this.#lists.get(name)
    const before = found?.isScattered ? undefined : found && changes.since(found.position, event.id)?.before
    const list = found && before ? found : yield* this.#make(event, repetition)
    if (before) yield* this.#apply(before, { event, repetition, list })
    // Too much has changed meanwhile.
    const isRepeated = reader.repetitionOf(event)?.name === name
    const changed = isRepeated ? changes.since(list.position, event.id) : undefined
    if (changed === undefined || !changes.areKnownAt(event.id)) {
      this.#lists.delete(name)
      return undefined
    }
    list.position = changed.next
    this.#keep(name, list)
    const own = new Map(list.decided)
    const users = new Set([...repetition.exceptions, ...changed.after])
    for (const queue of directory.queuesOf(users)) own.set(numberOf(queue.queue_id), queue)
    return own.size > MAX_DECIDED ? undefined : this.#withTexts(event, list, own)
  }

  /** Places the queues of users who changed, and of users who were exceptions of an earlier event. */
  *#apply(changed: readonly number[], { event, repetition, list }: Listing): Generator<void> {
    const { directory, reader } = this.context
    const { exceptions } = repetition
    const placeOf = this.#placesFor(event, repetition)
    const user_ids = new Set([...changed, ...list.unplaced])
    list.unplaced = new Set([...user_ids].filter((user_id) => exceptions.has(user_id)))
    yield* testInTurns(directory.queuesOf(user_ids), { event, reader }, (queue) =>
      list.move(queue, exceptions.has(queue.user_id) ? undefined : placeOf(queue)),
    )
    if (user_ids.size > 0) list.shorten((number) => directory.queueWith(number) !== undefined)
  }

  /** Tests all queues. What an exception receives says nothing about later events. */
  *#make(event: PublishedEvent, repetition: Repetition): Generator<void, KeptList> {
    const { changes, reader } = this.context
    const list = new KeptList(changes.positionAt(event.id), (gateway, numbers) => this.#named(gateway, numbers))
    const placeOf = this.#placesFor(event, repetition)
    const byVariant = new Map<string, Map<number, number[]>>()
    yield* testInTurns(this.#candidateQueues(event), { event, reader }, (queue) => {
      const isException = repetition.exceptions.has(queue.user_id)
      if (isException) list.unplaced.add(queue.user_id)
      const place = isException ? undefined : placeOf(queue)
      if (place === 'decided') list.decided.set(numberOf(queue.queue_id), queue)
      else if (place) addTo(byVariant, place.variant, queue)
    })
    yield* list.fill(byVariant)
    return list
  }

  /** Audiences often have the same queues: those of all users, for example. Then their lists share an id, and gateways have it once. */
  #named(gateway: number, numbers: readonly number[]): NamedNumbers {
    for (const list of this.#lists.values()) {
      const same = list.find(gateway, numbers)
      if (same) return same
    }
    return { list: this.context.takeId(), numbers }
  }

  #placesFor(event: PublishedEvent, { isDecided }: Repetition): (queue: Queue) => Place {
    const { reader } = this.context
    const accepts = reader.acceptanceOf(event)
    return (queue) => {
      const isAccepted = accepts(queue)
      if (isDecided(queue, isAccepted)) return 'decided'
      if (!isAccepted) return undefined
      const variant = reader.variantOf(event, queue)
      return variant === undefined ? undefined : { variant }
    }
  }

  #keep(name: string, list: KeptList) {
    const isKnown = this.#lists.delete(name)
    this.#lists.set(name, list)
    if (isKnown) return
    for (const oldest of this.#lists.keys()) {
      if ((this.#size <= MAX_NUMBERS && this.#lists.size <= MAX_LISTS) || oldest === name) break
      this.#lists.delete(oldest)
    }
  }

  /** How many numbers of queues are in memory. Numbers that several lists share count once. */
  get #size(): number {
    const shared = new Set<readonly number[]>()
    let size = 0
    for (const list of this.#lists.values()) {
      size += list.decided.size
      for (const numbers of list.sharedNumbers()) shared.add(numbers)
    }
    for (const { length } of shared) size += length
    return size
  }

  /** Returns the recipients: the queues in the list, and those of `own`, each with its own text. */
  #withTexts(event: PublishedEvent, list: KeptList, own: ReadonlyMap<number, Queue>): EventByGateway {
    const { reader } = this.context
    const byGateway = new Map<number, AssignedEvent>(inOneTurn(assignRecipients(event, own.values(), reader)))
    const ownByGateway = Map.groupBy(own.values(), ({ queue_id }) => gatewayOf(queue_id)!)
    for (const [, parts] of list.variants) {
      let text: string | undefined
      for (const [gateway, part] of parts) {
        const ownNumbers = ownByGateway.get(gateway)?.map(({ queue_id }) => numberOf(queue_id)) ?? []
        const recipients = listedWithout(part, ownNumbers)
        if (recipients === undefined) continue
        text ??= this.#textFor(event, numbersIn(part), own)
        if (text === undefined) continue
        const before = byGateway.get(gateway) ?? emptyEvent(event)
        const { texts, recipients: others } = before
        byGateway.set(gateway, { ...before, texts: [...texts, text], recipients: [...others, recipients] })
      }
    }
    return byGateway
  }

  /** Returns the text that these queues share. */
  #textFor(event: PublishedEvent, numbers: Iterable<number>, own: ReadonlyMap<number, Queue>): string | undefined {
    const { reader, directory } = this.context
    for (const number of numbers) {
      const queue = own.has(number) ? undefined : directory.queueWith(number)
      if (queue) return reader.encode(event, queue)
    }
    return undefined
  }
}

const FEW_USERS = 100
/** To list more users takes longer than to test some more queues, and it is one turn. */
const SHARE_OF_QUEUES = 1 / 4
/** For more queues that are decided for each event, a list saves nothing. */
const MAX_DECIDED = 2000
const MAX_NUMBERS = 2_000_000
const MAX_LISTS = 500

function addTo(byVariant: Map<string, Map<number, number[]>>, variant: string, { queue_id }: Queue) {
  let byGateway = byVariant.get(variant)
  if (byGateway === undefined) byVariant.set(variant, (byGateway = new Map()))
  const [gateway, number] = [gatewayOf(queue_id)!, numberOf(queue_id)]
  const numbers = byGateway.get(gateway)
  if (numbers) numbers.push(number)
  else byGateway.set(gateway, [number])
}

function inOneTurn<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
