import type { Client } from '../client/client'
import { MESSAGE_COMMANDS } from '../keys/keymap'
import type { FocusedRow } from './focused-row'
import type { Place } from './place'

type List = {
  isActive: () => boolean
  place: () => Place
  focusedRow: FocusedRow
  toNewest: () => Promise<void>
  reply: () => void
}

/** The keys of a list. They act on the list that is active. */
export function listKeys({ keys }: Client, { isActive, place, focusedRow, toNewest, reply }: List) {
  const whenActive = (run: () => void) => () => {
    if (!isActive()) return false
    run()
    return true
  }
  return {
    down: whenActive(() => focusedRow.step(1)),
    up: whenActive(() => focusedRow.step(-1)),
    pageDown: whenActive(() => place().page(1)),
    pageUp: whenActive(() => place().page(-1)),
    first: whenActive(() => place().toStart()),
    newest: whenActive(() => void toNewest()),
    reply: whenActive(reply),
    // A key that acts on a message chooses one first. Then the row has the handler, and the key acts on it.
    ...Object.fromEntries(
      MESSAGE_COMMANDS.map((command) => [command, () => isActive() && focusedRow.choose() && keys.call(command)]),
    ),
  }
}
