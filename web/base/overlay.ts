import type { Handler, MessageCommand } from '../keys/keymap'
import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Card } from '../routes/card'
import { parseCard, printCard } from '../routes/card'
import type { Conversation } from '../store/conversations'
import type { Message } from '../store/messages'
import { parseRoute, type Route } from '../routes/route'
import { words } from '../words/en'

/** What keys do with a message. Its menu offers the same. */
export type RowCommands = Partial<Record<MessageCommand | 'edit' | 'move', Handler>>

/** What a language model summarizes: a topic, a direct conversation, or all unread messages. */
export type SummarizedPlace = { stream_id?: number; topic?: string; user_ids?: number[] }

/** A menu or a dialog above the view. Their code loads when the first one opens. */
export type Overlay =
  | { kind: 'messageMenu'; message: Message; anchor: HTMLElement; commands: RowCommands }
  /** Without a route, of a section of the rail. */
  | { kind: 'viewMenu'; route: Route | undefined; anchor: HTMLElement }
  | { kind: 'history' | 'receipts' | 'report' | 'remind'; message: Message }
  /** `ids`: all selected messages. */
  | { kind: 'delete'; message: Message; ids?: number[] }
  | { kind: 'move'; topic: Extract<Conversation, { view: 'topic' }>; message?: Message; ids?: number[] }
  | { kind: 'date'; route: Route }
  | { kind: 'topics'; stream_id: number }
  | { kind: 'pins' | 'files'; place: { stream_id: number; topic?: string } }
  | { kind: 'saveView'; route: Route; name: string }
  /** `toPeople`: only a direct message. */
  | { kind: 'newMessage'; toPeople?: boolean }
  | { kind: 'summary'; place: SummarizedPlace; name: string; hasUnread: boolean }
  | { kind: 'translation'; message: Message }
  | { kind: 'status' | 'logOut' }
  | { kind: 'card'; card: Card }

/** Each pane has its own menus and dialogs. */
const opened = perClient(
  () => {
    const [overlay, setOverlay] = createSignal<Overlay>()
    /** `addedEntry`: whether closing the card goes back in the history of the browser, because opening it added an entry. */
    return { overlay, setOverlay, addedEntry: false }
  },
  (client) => client,
)

/** Returns the menu or the dialog that is open. */
export const overlay = (client: Client) => opened(client).overlay()

export function openOverlay(client: Client, next: Overlay): void {
  if (next.kind === 'card') client.environment.address.go(printCard(next.card))
  else opened(client).setOverlay(next)
}

/** Closes an overlay, unless another one has replaced it. */
export function closeOverlay(client: Client, closed: Overlay): void {
  const { overlay: current, setOverlay, addedEntry } = opened(client)
  if (current() !== closed) return
  setOverlay(undefined)
  if (closed.kind !== 'card') return
  if (addedEntry) client.environment.address.back()
  else client.environment.address.replace(client.here())
}

/** Shows the card of the address. Says so if the address is neither of a card nor of a view, nor of a call (web/calls/watch.ts). */
function showCard(client: Client, isNew: boolean): void {
  const kept = opened(client)
  const hash = client.environment.address.read()
  const card = parseCard(hash)
  if (card !== undefined) {
    kept.addedEntry = isNew && kept.overlay()?.kind !== 'card'
    kept.setOverlay({ kind: 'card', card })
    return
  }
  if (kept.overlay()?.kind === 'card') kept.setOverlay(undefined)
  if (parseRoute(hash) === undefined && !hash.startsWith('#call/')) client.setNotice({ text: words.noSuchView })
}

/** From now on, shows the card that the address names. */
export function followCards(client: Client): void {
  client.environment.address.listen(() => showCard(client, true), client.signal)
  showCard(client, false)
}
