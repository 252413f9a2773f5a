import { createSignal } from 'solid-js'
import { perClient } from '../client/per-client'
import { remembered } from './remembered'

/** The lists of the rail whose order a user chooses. This browser remembers it. */
export type OwnList = 'pinned' | 'sections'

export const ownOrders = perClient(({ environment: { storage } }) => {
  const listOf = (name: OwnList) => {
    const [order, keep] = createSignal(remembered(storage, name))
    const setOrder = (next: string[]) => {
      storage.setItem(name, JSON.stringify(next))
      keep(next)
    }
    return { order, setOrder }
  }
  return { pinned: listOf('pinned'), sections: listOf('sections') }
})
