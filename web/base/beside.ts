import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { keyOfRoute, type Route } from '../routes/route'
import { withBeside } from '../routes/beside'
import { keyOfBeside, opensBeside, parseBeside, printBeside, type Beside, type Part } from '../routes/second-pane'
import { keepFocus } from './keep-focus'

const WIDE = '(min-width: 701px)'

/** Whether the window has room for two panes. On a narrow one, the second pane covers the first. */
export const isWide = () => matchMedia(WIDE).matches

export const followWidth = (changed: () => void, signal: AbortSignal) =>
  matchMedia(WIDE).addEventListener('change', changed, { signal })

type Focus = {
  /** What had the focus before the pane opened. */
  before?: HTMLElement
  /** Whether the pane takes the focus when it shows another place. */
  isWanted: boolean
}

const focuses = perClient((): Focus => ({ isWanted: false }))

/** Opens a place in the second pane; on a narrow window as a view. `keepsFocus`: the focus stays where it is. */
export function openBeside(client: Client, place: Beside, keepsFocus = false): void {
  if (client.headActs !== undefined || !isWide()) return open(client, place)
  const focus = focuses(client)
  const { activeElement } = document
  if (client.beside() === '' && activeElement instanceof HTMLElement) focus.before = activeElement
  focus.isWanted = !keepsFocus
  const text = printBeside(place, client.hrefOf)
  const route = client.route()
  // The view moves to the second pane, and the inbox takes its place.
  const isHere = 'view' in place && client.isAt(place)
  const isSame = client.beside() === text && !isHere
  if (isSame) return takeFocus(client)
  client.move(isHere ? { view: 'inbox' } : route, text, keepsFocus && client.beside() !== '' ? 'replace' : 'go')
}

/** Opens a part of a message in the second pane, also from there. On a narrow window, the pane covers the view. */
export function openPart(client: Client, part: Part): void {
  const { address } = client.environment
  const { activeElement } = document
  if (client.beside() === '' && activeElement instanceof HTMLElement) focuses(client).before = activeElement
  focuses(client).isWanted = true
  const text = printBeside(part, client.hrefOf)
  // The route of a client of the second pane is not that of the view.
  if (client.headActs === undefined) client.move(client.route(), text, 'go')
  else address.go(withBeside(address.read().split('?')[0] ?? '', text))
  takeFocus(client)
}

/** Opens a place as the user would without a second pane. */
function open(client: Client, place: Beside): void {
  if ('part' in place) openPart(client, place)
  else if ('view' in place) client.go(place)
  else client.environment.address.go(`#${printBeside(place, client.hrefOf)}`)
}

/** Moves the focus to the title of the pane, if the user went there. */
export function takeFocus(client: Client): void {
  const pane = client.environment.root.querySelector<HTMLElement>('.pane')
  const focus = focuses(client)
  if (!focus.isWanted || pane === null) return
  focus.isWanted = false
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  keepFocus(pane)
}

/** Closes the second pane. The focus returns to where it was. */
export function closeBeside(client: Client, way: 'go' | 'replace' = 'go'): void {
  const pane = client.environment.root.querySelector('.pane')
  const { before } = focuses(client)
  const hadFocus = pane?.contains(document.activeElement) === true
  client.move(client.route(), '', way)
  if (!hadFocus) return
  if (before?.isConnected === true && before.closest('.parked') === null) before.focus({ preventScroll: true })
  else keepFocus(client.environment.root)
}

/** Returns what the second pane shows. A place that the first pane shows needs no second one. */
export function placeBeside(client: Client): Beside | undefined {
  const named = parseBeside(client.beside())
  const place = named !== undefined && 'view' in named ? client.resolved(named) : named
  return place === undefined || keyOfBeside(place) === keyOfRoute(client.route()) ? undefined : place
}

/** Opens a place from the second pane: beside the view, unless only a whole view can show it. */
export function goBeside(client: Client, to: Route): void {
  if (!opensBeside(to)) return client.go(to)
  if (!client.isAt(to)) return client.move(client.route(), printBeside(to, client.hrefOf), 'go')
  if (to.near !== undefined) client.go(to)
}
