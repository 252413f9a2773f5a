import { createSignal } from 'solid-js'
import { perClient } from '../client/per-client'

/** The calls that ring for the user. */
export const rings = perClient(() => {
  const [ids, setIds] = createSignal<ReadonlySet<number>>(new Set())
  return {
    ids,
    add: (id: number): void => void setIds((before) => new Set([...before, id])),
    remove: (id: number): void => void setIds((before) => new Set([...before].filter((each) => each !== id))),
  }
})
