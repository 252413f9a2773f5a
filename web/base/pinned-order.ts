import { createSignal } from 'solid-js'
import { perClient } from '../client/per-client'
import { remembered } from './remembered'

const STORED = 'pinned'

/** The order of what is pinned, as this browser remembers it. */
export const pinnedOrder = perClient(({ environment: { storage } }) => {
  const [order, setOrder] = createSignal(remembered(storage, STORED))
  return {
    order,
    setOrder(next: string[]) {
      storage.setItem(STORED, JSON.stringify(next))
      setOrder(next)
    },
  }
})
