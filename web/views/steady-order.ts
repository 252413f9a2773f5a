import { createMemo, createSignal, type Accessor } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { heldRows } from '../store/rail-rows'

const rail = perClient(() => {
  const [isPointed, setPointed] = createSignal(false)
  const [isFocused, setFocused] = createSignal(false)
  return { isHeld: () => isPointed() || isFocused(), setPointed, setFocused }
})

/** The pointer is over the rail, or is no more. */
export const setPointed = (client: Client, is: boolean): void => void rail(client).setPointed(is)

/** The keyboard has the focus in the rail, or has it no more. A click leaves the focus there, too, and holds nothing. */
export const setFocused = (client: Client, { target }: FocusEvent, is: boolean): void =>
  void rail(client).setFocused(is && target instanceof Element && target.matches(':focus-visible'))

type SteadyRows<Key> = { rows: Key[]; by: string }

/**
 * Returns the rows as they were while the pointer or the focus is in the rail, so that a click hits what the user saw. They are
 * new if `by` changes, which the user does.
 */
export function steady<Key>(
  client: Client,
  rows: Accessor<Key[]>,
  isOpen: (key: Key) => boolean,
  by: Accessor<string> = () => '',
): Accessor<Key[]> {
  const kept = createMemo(
    (before: SteadyRows<Key>) => {
      const isHeld = rail(client).isHeld() && before.by === by() && before.rows.length > 0
      return { rows: isHeld ? heldRows(before.rows, rows(), isOpen) : rows(), by: by() }
    },
    { rows: [], by: '' },
  )
  return () => kept().rows
}
