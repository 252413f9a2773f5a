import { createMemo, createSignal, type Accessor } from 'solid-js'
import { route } from '../app'
import { keyOfRoute } from '../routes/route'

const [isPointed, setPointed] = createSignal(false)
export { setPointed }

/** Returns the items as they were while the pointer is over the rail, so that a click hits what the user saw. */
export function steady<Item>(items: Accessor<Item[]>): Accessor<Item[]> {
  const kept = createMemo(
    (before: { items: Item[]; at: string }) => {
      const at = keyOfRoute(route())
      const isHeld = isPointed() && before.at === at && before.items.length > 0
      return { items: isHeld ? before.items : items(), at }
    },
    { items: [], at: '' },
  )
  return () => kept().items
}
