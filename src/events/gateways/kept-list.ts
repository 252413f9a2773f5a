import type { Queue } from '../queue'
import { gatewayOf, numberOf } from './queue-ids'

/** Queues of one gateway as an event names them: a list that the gateway may have, and the differences since then. */
export type ListedRecipients = {
  list: number
  numbers: readonly number[]
  joined: number[]
  left: number[]
}

/** The queues of one gateway that receive one variant. `numbers` is in order and never changes. */
type Part = { list: number; numbers: readonly number[]; joined: Set<number>; left: Set<number> }

/** Where a queue belongs: it receives a variant, or it is decided for each event, or it receives nothing. */
export type Place = { variant: string } | 'decided' | undefined

/** The queues that receive the events of one kind to one audience, by variant and gateway. */
export class KeptList {
  readonly #parts = new Map<string, Map<number, Part>>()
  /** The queues that are decided for each event, by number. */
  readonly decided = new Map<number, Queue>()
  /** The users whose queues no event could place yet, because it was not for them as for others. */
  unplaced = new Set<number>()
  size = 0

  constructor(
    /** How many of the changes it has applied. */
    public position: number,
    readonly takeId: () => number,
  ) {}

  get variants(): Iterable<[variant: string, byGateway: ReadonlyMap<number, Part>]> {
    return this.#parts
  }

  /** Adds many queues that are in no list. Called once. */
  fill(queuesByVariant: ReadonlyMap<string, readonly Queue[]>): void {
    for (const [variant, queues] of queuesByVariant) {
      const byGateway = Map.groupBy(queues, ({ queue_id }) => gatewayOf(queue_id)!)
      const parts = [...byGateway].map(([gateway, own]): [number, Part] => {
        const numbers = own.map(({ queue_id }) => numberOf(queue_id)).sort((a, b) => a - b)
        return [gateway, this.#newPart(numbers)]
      })
      this.#parts.set(variant, new Map(parts))
      this.size += queues.length
    }
  }

  #newPart(numbers: readonly number[]): Part {
    return { list: this.takeId(), numbers, joined: new Set(), left: new Set() }
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
    this.size--
  }

  #add(variant: string, gateway: number, number: number) {
    let byGateway = this.#parts.get(variant)
    if (byGateway === undefined) this.#parts.set(variant, (byGateway = new Map()))
    let part = byGateway.get(gateway)
    if (part === undefined) byGateway.set(gateway, (part = this.#newPart([])))
    if (hasNumber(part, number)) return
    if (!part.left.delete(number)) part.joined.add(number)
    this.size++
  }

  /** Begins new lists where the differences are many, and forgets queues that do not exist any more. */
  shorten(exists: (number: number) => boolean): void {
    for (const byGateway of this.#parts.values())
      for (const [gateway, part] of byGateway) {
        if (part.joined.size + part.left.size <= MAX_DIFFERENCES) continue
        const numbers = [...numbersIn(part)].filter(exists).sort((a, b) => a - b)
        this.size += numbers.length - sizeOf(part)
        if (numbers.length > 0) byGateway.set(gateway, this.#newPart(numbers))
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

const sizeOf = ({ numbers, joined, left }: Part): number => numbers.length + joined.size - left.size

export function* numbersIn({ numbers, joined, left }: Part): Generator<number> {
  for (const number of numbers) if (!left.has(number)) yield number
  yield* joined
}

const hasNumber = ({ numbers, joined, left }: Part, number: number): boolean =>
  joined.has(number) || (!left.has(number) && includesInOrder(numbers, number))

function includesInOrder(numbers: readonly number[], number: number): boolean {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < number) low = middle + 1
    else high = middle
  }
  return numbers[low] === number
}
