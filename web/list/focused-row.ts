import { createSignal } from 'solid-js'
import type { Place } from './place'

type List = {
  ids: () => number[]
  place: () => Place
  /** The user moved, so the messages in sight count as read. */
  moved: () => void
}

/** The message of a list on which the keys act. */
export function createFocusedRow({ ids, place, moved }: List) {
  const [focused, setFocused] = createSignal<number>()

  function focus(id: number | undefined) {
    if (id === undefined) return
    setFocused(id)
    const row = place().rowOf(id)
    if (row === undefined) return
    row.focus({ preventScroll: true })
    place().reveal(row)
    moved()
  }

  /** Moves to the next or the previous message. The first step begins with a message in sight. */
  function step(direction: 1 | -1) {
    const at = ids().indexOf(focused() ?? -1)
    if (at !== -1) return focus(ids()[at + direction])
    const visible = Number(place().firstVisible()?.dataset.id)
    focus(direction === 1 ? visible : (place().endsInSight().at(-1) ?? visible))
  }

  return { focused, setFocused, focus, step }
}
