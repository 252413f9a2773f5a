import { includesAscending } from '../../store/ascending-ids'
import type { Queue } from '../queue'
import { gatewayOf, numberOf } from './queue-ids'

/** Numbers of queues of one gateway, under the id of their list. They are in order and never change. */
export type NamedNumbers = { list: number; numbers: readonly number[] }

/** Queues of one gateway as an event names them: a list that the gateway may have, and the differences since then. */
export type ListedRecipients = NamedNumbers & { joined: number[]; left: number[] }

/** The queues of one gateway that receive one variant. */
type Part = NamedNumbers & { joined: Set<number>; left: Set<number> }

/** Where a queue belongs: it receives a variant, or it is decided for each event, or it receives nothing. */
export type Place = { variant: string } | 'decided' | undefined

/** Numbers of queues by the variant that they receive, and by gateway. */
export type NumbersByVariant = ReadonlyMap<string, ReadonlyMap<number, number[]>>

/** The queues that receive the events of one kind to one audience, by variant and gateway. */
export class KeptList {
  readonly #parts = new Map<string, Map<number, Part>>()
  /** The queues that are decided for each event, by number. */
  readonly decided = new Map<number, Queue>()
  /** The users whose queues no event could place yet, because it was not for them as for others. */
  unplaced = new Set<number>()

  constructor(
    /** How many of the changes it has applied. */
    public position: number,
    /** Returns numbers of a gateway with the id of their list. */
    readonly nameOf: (gateway: number, numbers: readonly number[]) => NamedNumbers,
  ) {}

  get variants(): Iterable<[variant: string, byGateway: ReadonlyMap<number, Part>]> {
    return this.#parts
  }

  /** Whether the variants of its events have so many names that a new list is shorter. */
  get isScattered(): boolean {
    return this.#parts.size > MAX_VARIANTS
  }

  /** Adds many queues that are in no list. Called once. */
  *fill(numbersByVariant: NumbersByVariant): Generator<void> {
    let sorted = 0
    for (const [variant, numbersByGateway] of numbersByVariant) {
      const byGateway = new Map<number, Part>()
      this.#parts.set(variant, byGateway)
      for (const [gateway, numbers] of numbersByGateway) {
        byGateway.set(gateway, this.#newPart(gateway, numbers.sort(ascending)))
        sorted += numbers.length
        if (sorted < NUMBERS_PER_TURN) continue
        sorted = 0
        yield
      }
    }
  }

  #newPart(gateway: number, numbers: readonly number[]): Part {
    const { list, numbers: named } = this.nameOf(gateway, numbers)
    return { list, numbers: named, joined: new Set(), left: new Set() }
  }

  /** Returns the same numbers of a gateway, if a part of the list has them. */
  find(gateway: number, numbers: readonly number[]): NamedNumbers | undefined {
    for (const byGateway of this.#parts.values()) {
      const part = byGateway.get(gateway)
      if (part && isSame(part.numbers, numbers)) return part
    }
    return undefined
  }

  /** Returns the numbers of each part. Other lists may have the same ones. */
  *sharedNumbers(): Generator<readonly number[]> {
    for (const byGateway of this.#parts.values()) for (const { numbers } of byGateway.values()) yield numbers
  }

  /** Puts a queue where it belongs now. */
  move(queue: Queue, place: Place): void {
    const [gateway, number] = [gatewayOf(queue.queue_id)!, numberOf(queue.queue_id)]
    const variant = typeof place === 'object' ? place.variant : undefined
    for (const [other, byGateway] of this.#parts) {
      const part = byGateway.get(gateway)
      if (part && other !== variant && hasNumber(part, number)) this.#remove(part, number)
    }
    if (variant !== undefined) this.#add(variant, gateway, number)
    if (place === 'decided') this.decided.set(number, queue)
    else this.decided.delete(number)
  }

  #remove(part: Part, number: number) {
    if (!part.joined.delete(number)) part.left.add(number)
  }

  #add(variant: string, gateway: number, number: number) {
    let byGateway = this.#parts.get(variant)
    if (byGateway === undefined) this.#parts.set(variant, (byGateway = new Map()))
    let part = byGateway.get(gateway)
    if (part === undefined) byGateway.set(gateway, (part = this.#newPart(gateway, [])))
    if (hasNumber(part, number)) return
    if (!part.left.delete(number)) part.joined.add(number)
  }

  /** Begins new lists where the differences are many, and forgets queues that do not exist any more. */
  shorten(exists: (number: number) => boolean): void {
    for (const byGateway of this.#parts.values())
      for (const [gateway, part] of byGateway) {
        if (part.joined.size + part.left.size <= MAX_DIFFERENCES) continue
        const numbers = [...numbersIn(part)].filter(exists).sort(ascending)
        if (numbers.length > 0) byGateway.set(gateway, this.#newPart(gateway, numbers))
        else byGateway.delete(gateway)
      }
    for (const number of this.decided.keys()) if (!exists(number)) this.decided.delete(number)
  }
}

/** Returns a part without some queues, as an event names it. Undefined: there are no others. */
export function listedWithout(part: Part, numbers: Iterable<number>): ListedRecipients | undefined {
  const others = new Set([...numbers].filter((number) => hasNumber(part, number)))
  if (sizeOf(part) === others.size) return undefined
  const joined = [...part.joined].filter((number) => !others.has(number))
  const left = [...part.left, ...[...others].filter((number) => !part.joined.has(number))]
  return { list: part.list, numbers: part.numbers, joined, left }
}

const MAX_DIFFERENCES = 64
const MAX_VARIANTS = 64
const NUMBERS_PER_TURN = 10_000

const ascending = (a: number, b: number): number => a - b

const sizeOf = ({ numbers, joined, left }: Part): number => numbers.length + joined.size - left.size

export function* numbersIn({ numbers, joined, left }: Part): Generator<number> {
  for (const number of numbers) if (!left.has(number)) yield number
  yield* joined
}

const hasNumber = ({ numbers, joined, left }: Part, number: number): boolean =>
  joined.has(number) || (!left.has(number) && includesAscending(numbers, number))

export const isSame = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((number, index) => number === right[index])
