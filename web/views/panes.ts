import type { Client } from '../client/client'
import { goBeside, isWide, openBeside } from '../base/beside'
import { parseCard } from '../routes/card'
import { parseRoute } from '../routes/route'
import { listsPlaces, opensBeside, type Beside } from '../routes/second-pane'
import { conversationOf } from '../store/conversations'

/** From now on, links and keys open places beside the view, and keep what is beside it. */
export function followPanes(client: Client): void {
  const { environment, keys, signal } = client
  const { root } = environment
  // The views that have links of their own come first.
  globalThis.addEventListener('click', (event) => follow(client, event), { signal })
  const focused = new Map<Element, HTMLElement>()
  root.addEventListener(
    'focusin',
    ({ target }) => {
      const region = target instanceof HTMLElement && target.closest(REGIONS)
      if (!region) return
      focused.set(region, target)
      followList(client, target)
    },
    { signal },
  )
  root.addEventListener('pointerover', nameInStrip, { signal })
  keys.handle({
    beside() {
      const place = placeOfFocus(client)
      if (place !== undefined) openBeside(client, place, listsPlaces(client.route()))
      return place !== undefined
    },
    nextPane: () => focusNext(root, focused),
  })
}

function follow(client: Client, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || event.defaultPrevented || event.button !== 0 || !client.environment.root.contains(link)) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const place = placeOfLink(link)
  if (place === undefined) return
  const isInPane = link.closest('.pane') !== null
  const hasPane = client.beside() !== '' && isWide()
  if (event.shiftKey) openBeside(client, place)
  else if (!('view' in place) || client.beside() === '') return
  else if (isInPane) goBeside(client, place)
  else if (hasPane && isListed(client, link) && opensBeside(place)) openBeside(client, place, true)
  else client.go(place)
  event.preventDefault()
}

function placeOfLink(link: HTMLAnchorElement): Beside | undefined {
  if (link.hash === '' || link.origin !== location.origin || link.pathname !== location.pathname) return undefined
  const card = parseCard(link.hash)
  if (card !== undefined) return card.card === 'user' ? { user_id: card.id } : undefined
  return parseRoute(link.hash)
}

/** Whether a link is a conversation in a list that steers the second pane. */
const isListed = ({ route }: Client, link: Element) => listsPlaces(route()) && link.matches('.main .conv')

/** The keys that move in a list also change what is beside it. */
function followList(client: Client, target: HTMLElement): void {
  if (client.beside() === '' || !isWide() || !target.matches('.main .conv:focus-visible')) return
  const place = target instanceof HTMLAnchorElement ? placeOfLink(target) : undefined
  if (place !== undefined && 'view' in place && opensBeside(place)) openBeside(client, place, true)
}

/** Returns the place of the link or of the message that has the focus. */
function placeOfFocus(client: Client): Beside | undefined {
  const { activeElement } = document
  if (activeElement instanceof HTMLAnchorElement) {
    const place = placeOfLink(activeElement)
    return place === undefined || !('view' in place) || opensBeside(place) ? place : undefined
  }
  const row = activeElement?.closest<HTMLElement>('.main [data-id]')
  const message = client.store.messages.get(Number(row?.dataset.id))
  if (message === undefined) return undefined
  const to = conversationOf(message, client.store.state.user_id)
  return client.isAt(to) ? undefined : { ...to, near: message.id }
}

/** The rail of a window with two panes can be a strip without names. The browser shows the name of a row under the pointer. */
function nameInStrip({ target }: Event): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('.rail .row') : null
  const name = row?.querySelector('.name')
  if (row && name) row.title = name.clientWidth > 1 ? '' : (name.textContent ?? '')
}

const REGIONS = '.rail, .main, .pane'

/** Moves the focus to the next pane: the list of places, the view, and what is beside it. */
function focusNext(root: HTMLElement, focused: Map<Element, HTMLElement>): boolean {
  const regions = [...root.querySelectorAll(REGIONS)].filter((region) => region.checkVisibility())
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + 1) % regions.length]
  if (next === undefined || regions.length < 2) return false
  const before = focused.get(next)
  const isThere = before?.isConnected === true && before.checkVisibility() && before.closest('.parked') === null
  const first = next.querySelector<HTMLElement>('.layer:not(.parked) h1, a[aria-current], a.row')
  const target = isThere ? before : first
  if (target?.matches('h1')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
  return target !== null
}
