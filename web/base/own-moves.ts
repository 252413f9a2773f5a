import type { Client } from '../client/client'
import { movedTo } from '../store/own-order'
import { laterWords } from '../words/en-later'
import { ownOrders } from './own-orders'

/** Returns what a user can move: a row or the title of a section. Its `data-move` has the name of the list and its key there. */
export const movableOf = (target: EventTarget | null): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>('.rail [data-move]') : null) ?? undefined

const partsOf = ({ dataset: { move = '' } }: HTMLElement) => {
  const at = move.indexOf(' ')
  return { list: move.startsWith('pinned ') ? ('pinned' as const) : ('sections' as const), key: move.slice(at + 1) }
}

/** Returns what is in the list of an element, in the order of the rail. */
function listOf({ environment: { root } }: Client, element: HTMLElement): HTMLElement[] {
  const { list } = partsOf(element)
  return [...root.querySelectorAll<HTMLElement>(`.rail [data-move^="${list} "]`)]
}

/** Returns the place of an element in its list, and how many there are. */
export function placeOf(client: Client, element: HTMLElement): { at: number; count: number } {
  const all = listOf(client, element)
  return { at: all.indexOf(element), count: all.length }
}

export const areOfOneList = (one: HTMLElement, other: HTMLElement): boolean => partsOf(one).list === partsOf(other).list

/** Moves an element to another place of its list, and says where it is. */
export function moveTo(client: Client, element: HTMLElement, to: number): void {
  const { list, key } = partsOf(element)
  const { order, setOrder } = ownOrders(client)[list]
  const keys = listOf(client, element).map((other) => partsOf(other).key)
  const next = movedTo(keys, key, to)
  // What the rail does not show now keeps its order.
  setOrder([...next, ...order().filter((other) => !keys.includes(other))])
  const name = element.querySelector('.name')?.textContent ?? ''
  client.setNotice({ text: laterWords.rail.moved(name, next.indexOf(key) + 1, next.length) })
}
