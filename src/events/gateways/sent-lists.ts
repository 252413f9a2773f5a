import { isSame, type ListedRecipients } from './kept-list'
import type { Recipients } from './protocol'

/**
 * The long lists of recipients that a gateway has. Most events of a channel have the same recipients, so their list is sent
 * once, under an id, and named afterwards.
 */
export class SentLists {
  #lists: { list: number; numbers: readonly number[] }[] = []

  constructor(readonly takeId: () => number) {}

  /** Returns the list as the gateway must receive it. */
  shortened(recipients: number[] | ListedRecipients): Recipients {
    return Array.isArray(recipients) ? this.#shortened(recipients) : this.#named(recipients)
  }

  #named({ list, numbers, joined, left }: ListedRecipients): Recipients {
    const changes = { ...(joined.length > 0 ? { joined } : {}), ...(left.length > 0 ? { left } : {}) }
    if (this.#lists.some((sent) => sent.list === list)) return { list, ...changes }
    this.#add(list, numbers)
    return { list, numbers, ...changes }
  }

  #shortened(numbers: number[]): Recipients {
    if (numbers.length < LONG_LIST) return numbers
    const sent = this.#lists.find((other) => isSame(other.numbers, numbers))
    if (sent) return { list: sent.list }
    const list = this.takeId()
    this.#add(list, numbers)
    return { list, numbers }
  }

  #add(list: number, numbers: readonly number[]) {
    this.#lists.push({ list, numbers })
    if (this.#lists.length > MAX_LISTS) this.#lists.shift()
  }

  /** The gateway may have lost them. */
  clear(): void {
    this.#lists = []
  }
}

const LONG_LIST = 32
/** A gateway keeps as many, the newest. */
export const MAX_LISTS = 128
