import { createMemo, createSignal, type Accessor } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { keyOfRoute } from '../routes/route'

const pointer = perClient(() => {
  const [isPointed, setPointed] = createSignal(false)
  return { isPointed, setPointed }
})

/** The pointer is over the rail, or is no more. */
export const setPointed = (client: Client, is: boolean): void => void pointer(client).setPointed(is)

/** Returns the items as they were while the pointer is over the rail, so that a click hits what the user saw. */
export function steady<Item>(client: Client, items: Accessor<Item[]>): Accessor<Item[]> {
  const kept = createMemo(
    (before: { items: Item[]; at: string }) => {
      const at = keyOfRoute(client.route())
      const isHeld = pointer(client).isPointed() && before.at === at && before.items.length > 0
      return { items: isHeld ? before.items : items(), at }
    },
    { items: [], at: '' },
  )
  return () => kept().items
}
