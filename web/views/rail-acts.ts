import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import { areOfOneList, movableOf, moveTo, placeOf } from '../base/own-moves'
import { parseRoute } from '../routes/route'
import './rail-acts.css'

/** From now on, rows and sections of the rail have menus, and a pointer or keys move what is pinned and the sections. A long press opens the menu, too. */
export function followRail(client: Client): void {
  const { environment, signal } = client
  const { root } = environment
  root.addEventListener('contextmenu', (event) => openMenu(client, event), { signal })
  root.addEventListener('keydown', (event) => press(client, event), { signal })
  followDrags(client)
}

function openMenu(client: Client, event: MouseEvent): void {
  const { target } = event
  const row = target instanceof Element ? target.closest<HTMLAnchorElement>('.rail a.row:not(.all-channels)') : null
  const route = row ? parseRoute(row.hash) : undefined
  const anchor = route ? row : movableOf(target)
  if (!anchor || event.defaultPrevented) return
  event.preventDefault()
  openOverlay(client, { kind: 'viewMenu', route, anchor })
}

/** `Ctrl-Shift` and an arrow move the row or the section that has the focus. */
function press(client: Client, event: KeyboardEvent): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const element = movableOf(event.target)
  if (by === 0 || element === undefined || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  moveTo(client, element, placeOf(client, element).at + by)
  // It may be drawn anew.
  queueMicrotask(() => {
    const drawn = client.environment.root.querySelector<HTMLElement>(`[data-move="${element.dataset.move}"]`)
    ;(drawn?.querySelector('button') ?? drawn)?.focus()
  })
}

/** A pointer drags what a user can move to another place of its list. */
function followDrags(client: Client): void {
  const { signal } = client
  const { root } = client.environment
  let dragged: HTMLElement | undefined
  let marked: HTMLElement | undefined
  const mark = (element?: HTMLElement) => {
    marked?.classList.remove('takes-drop')
    marked = element
    element?.classList.add('takes-drop')
  }
  const placeFor = ({ target }: Event) => {
    const element = movableOf(target)
    return dragged && element && areOfOneList(dragged, element) ? element : undefined
  }
  root.addEventListener('dragstart', ({ target }) => (dragged = movableOf(target)), { signal })
  root.addEventListener(
    'dragover',
    (event) => {
      mark(placeFor(event))
      if (marked) event.preventDefault()
    },
    { signal },
  )
  root.addEventListener(
    'drop',
    (event) => {
      const place = placeFor(event)
      if (!dragged || !place) return
      event.preventDefault()
      moveTo(client, dragged, placeOf(client, place).at)
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
