import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import { movePinned, placeOfPinned } from '../base/pinned-moves'
import { parseRoute } from '../routes/route'
import './rail-acts.css'

/** From now on, rows of the rail have menus, and a pointer or keys move what is pinned. A long press opens the menu, too. */
export function followRail(client: Client): void {
  const { environment, signal } = client
  const { root } = environment
  root.addEventListener('contextmenu', (event) => openMenu(client, event), { signal })
  root.addEventListener('keydown', (event) => press(client, event), { signal })
  followDrags(client)
}

const rowOf = ({ target }: Event) =>
  (target instanceof Element ? target.closest<HTMLAnchorElement>('.rail a.row') : null) ?? undefined

function openMenu(client: Client, event: MouseEvent): void {
  const anchor = rowOf(event)
  const route = anchor && parseRoute(anchor.hash)
  if (!anchor || !route || event.defaultPrevented || anchor.matches('.all-channels')) return
  event.preventDefault()
  openOverlay(client, { kind: 'viewMenu', route, anchor })
}

/** Returns the key of a pinned row: the id of a channel, or the address of a view. */
function keyOfRow(client: Client, row: HTMLAnchorElement | undefined): string | undefined {
  const route = row && parseRoute(row.hash)
  if (row === undefined || route === undefined) return undefined
  const keys = [row.hash.slice(1), ...(route.view === 'channel' ? [String(route.stream_id)] : [])]
  return keys.find((key) => placeOfPinned(client, key) !== undefined)
}

/** `Ctrl-Shift` and an arrow move the pinned row that has the focus. */
function press(client: Client, event: KeyboardEvent): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (by === 0 || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  const row = rowOf(event)
  const key = keyOfRow(client, row)
  if (row === undefined || key === undefined) return
  event.preventDefault()
  movePinned(client, key, (placeOfPinned(client, key)?.at ?? 0) + by)
  // The row may be drawn anew.
  queueMicrotask(() => client.environment.root.querySelector<HTMLElement>(`.rail a.row[href="${row.hash}"]`)?.focus())
}

/** A pointer drags what is pinned to another place. */
function followDrags(client: Client): void {
  const { signal } = client
  const { root } = client.environment
  let dragged: string | undefined
  let marked: HTMLElement | undefined
  const mark = (row?: HTMLElement) => {
    marked?.classList.remove('takes-drop')
    marked = row
    row?.classList.add('takes-drop')
  }
  root.addEventListener('dragstart', (event) => (dragged = keyOfRow(client, rowOf(event))), { signal })
  root.addEventListener(
    'dragover',
    (event) => {
      const row = rowOf(event)
      const key = dragged === undefined ? undefined : keyOfRow(client, row)
      mark(key === undefined ? undefined : row)
      if (key !== undefined) event.preventDefault()
    },
    { signal },
  )
  root.addEventListener(
    'drop',
    (event) => {
      const key = keyOfRow(client, rowOf(event))
      if (dragged === undefined || key === undefined) return
      event.preventDefault()
      movePinned(client, dragged, placeOfPinned(client, key)?.at ?? 0)
    },
    { signal },
  )
  root.addEventListener(
    'dragend',
    () => {
      dragged = undefined
      mark()
    },
    { signal },
  )
}
