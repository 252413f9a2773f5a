import { createSignal } from 'solid-js'
import { hrefOf, route, setNotice } from '../app'
import type { Card } from '../routes/card'
import { parseCard, printCard } from '../routes/card'
import type { Conversation } from '../store/conversations'
import type { Message } from '../store/messages'
import { parseRoute, type Route } from '../routes/route'
import { words } from '../words/en'

/** What a row can do itself. The menu offers it. */
type RowCommands = { edit: () => void; react: () => void; markUnread: () => void; collapse: () => void }

/** A menu or a dialog above the view. Their code loads when the first one opens. */
export type Overlay =
  | { kind: 'messageMenu'; message: Message; anchor: HTMLElement; commands: RowCommands }
  | { kind: 'viewMenu'; route: Route; anchor: HTMLElement }
  | { kind: 'history' | 'receipts' | 'report' | 'delete' | 'remind'; message: Message }
  | { kind: 'move'; topic: Extract<Conversation, { view: 'topic' }>; message?: Message }
  | { kind: 'date'; route: Route }
  | { kind: 'topics'; stream_id: number }
  | { kind: 'saveView'; route: Route; name: string }
  /** `toPeople`: only a direct message. */
  | { kind: 'newMessage'; toPeople?: boolean }
  | { kind: 'status' }
  | { kind: 'card'; card: Card }

const [overlay, setOverlay] = createSignal<Overlay>()
export { overlay }

/** Whether closing the card goes back in the history of the browser, because opening it added an entry. */
let addedEntry = false

export function openOverlay(next: Overlay): void {
  if (next.kind === 'card') location.hash = printCard(next.card)
  else setOverlay(next)
}

/** Closes an overlay, unless another one has replaced it. */
export function closeOverlay(closed: Overlay): void {
  if (overlay() !== closed) return
  setOverlay(undefined)
  if (closed.kind !== 'card') return
  if (addedEntry) globalThis.history.back()
  else globalThis.history.replaceState(undefined, '', hrefOf(route()))
}

/** Shows the card of the address. Says so if the address is neither of a card nor of a view. */
function showCard(isNew: boolean): void {
  const { hash } = location
  const card = parseCard(hash)
  if (card !== undefined) {
    addedEntry = isNew && overlay()?.kind !== 'card'
    setOverlay({ kind: 'card', card })
    return
  }
  if (overlay()?.kind === 'card') setOverlay(undefined)
  if (hash.length > 1 && parseRoute(hash) === undefined) setNotice({ text: words.noSuchView })
}

globalThis.addEventListener('hashchange', () => showCard(true))
showCard(false)
