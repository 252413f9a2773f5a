import { createSignal } from 'solid-js'
import type { Place } from './place'

type List = {
  ids: () => number[]
  place: () => Place
  /** The message below the line "new". */
  firstNew: () => number | undefined
  /** The user moved, so the messages in sight count as read. */
  moved: () => void
}

export type FocusedRow = ReturnType<typeof createFocusedRow>

/** The message of a list on which the keys act. */
export function createFocusedRow({ ids, place, firstNew, moved }: List) {
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

  const isThere = () => ids().includes(focused() ?? -1)
  const firstVisible = () => Number(place().firstVisible()?.dataset.id)
  const newestInSight = () => place().endsInSight().at(-1) ?? firstVisible()
  function newInSight() {
    const id = firstNew()
    const row = id === undefined ? undefined : place().rowOf(id)
    return row !== undefined && place().isInSight(row) ? id : undefined
  }

  /** Moves to the next or the previous message. The first step begins with a message in sight. */
  function step(direction: 1 | -1) {
    if (isThere()) focus(ids()[ids().indexOf(focused()!) + direction])
    else focus(direction === 1 ? (newInSight() ?? firstVisible()) : newestInSight())
  }

  /** Chooses the first new message in sight, or the newest one. Returns false if a message has the focus, or none is there. */
  function choose(): boolean {
    if (isThere() || ids().length === 0) return false
    focus(newInSight() ?? newestInSight())
    return isThere()
  }

  return { focused, setFocused, focus, step, choose }
}
