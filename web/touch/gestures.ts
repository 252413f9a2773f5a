import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import { parseRoute } from '../routes/route'
import { markConversationRead } from '../base/mark-conversation-read'
import { quoteMessage } from '../list/quoting'
import { MUTED, setTopicPolicy } from '../base/topic-policy'
import { words } from '../words/en'
import './gestures.css'

// What a finger can do. Each gesture has an alternative: the menu of the conversation or of the message has the same actions.

const SWIPE_PIXELS = 72
const SLACK_PIXELS = 10
const LONG_PRESS_MILLISECONDS = 500

type Touch = {
  x: number
  y: number
  /** The message or the conversation below the finger. */
  pressed: HTMLElement | undefined
  isSwipe: boolean
  /** What is below the finger scrolls sideways by itself, such as code. */
  scrolls: boolean
  timer: ReturnType<typeof setTimeout>
}

let touch: Touch | undefined
/**
 * Whether a gesture has just ended. The click that the browser adds to it does nothing, wherever it goes: on a slow device it comes when the
 * menu of a long press is already below the finger.
 */
let addsClick = false

/** Starts to recognise swipes on the rows of the inbox and on messages, and long presses on messages and conversations. */
export function recogniseGestures(client: Client): void {
  const { signal } = client
  document.addEventListener('pointerdown', begin, { passive: true, signal })
  document.addEventListener('pointermove', move, { passive: true, signal })
  document.addEventListener('pointerup', (event) => end(client, event), { signal })
  document.addEventListener('pointercancel', cancel, { signal })
  document.addEventListener('contextmenu', preventMenu, { capture: true, signal })
  document.addEventListener('click', preventClick, { capture: true, signal })
}

function begin({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent): void {
  cancel()
  addsClick = false
  if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
  const pressed = target.closest<HTMLElement>('a.conv, a.row, article.msg, .write .voice') ?? undefined
  const timer = setTimeout(() => {
    pressed?.classList.add('held')
    // It records while the finger is there.
    if (pressed?.matches('.voice')) pressed.click()
  }, LONG_PRESS_MILLISECONDS)
  touch = {
    x: clientX,
    y: clientY,
    pressed,
    isSwipe: false,
    scrolls: pressed !== undefined && scrollsSideways(target, pressed),
    timer,
  }
}

function move({ clientX, clientY }: PointerEvent): void {
  if (touch === undefined) return
  const { pressed } = touch
  const [x, y] = [clientX - touch.x, clientY - touch.y]
  if (Math.max(Math.abs(x), Math.abs(y)) < SLACK_PIXELS && !touch.isSwipe) return
  const isScroll = !touch.isSwipe && Math.abs(y) > Math.abs(x)
  if (pressed?.matches('.conv, .msg[data-id]') !== true || isScroll) return cancel()
  const isMessage = pressed.matches('.msg')
  if (isMessage && (touch.scrolls || !isForward(x))) return cancel()
  clearTimeout(touch.timer)
  pressed.classList.remove('held')
  touch.isSwipe = true
  pressed.dataset.swipe = isMessage ? 'reply' : x > 0 ? 'read' : 'mute'
  pressed.style.setProperty('--swipe', `${x}px`)
  pressed.classList.toggle('decides', Math.abs(x) >= SWIPE_PIXELS)
}

function end(client: Client, { clientX }: PointerEvent): void {
  if (touch?.pressed === undefined) return cancel()
  const { pressed, isSwipe, x } = touch
  const isHeld = pressed.classList.contains('held')
  cancel()
  addsClick = isSwipe || isHeld
  if (isSwipe) decide(client, pressed, clientX - x)
  // A menu that opened before would close now: the finger is outside of it.
  else if (isHeld) setTimeout(() => openActions(client, pressed))
}

/** The direction in which one reads. */
const isForward = (x: number) => (document.dir === 'rtl' ? x < 0 : x > 0)

/** Whether a part of a message, which contains the finger, is wider than its place. */
function scrollsSideways(target: Element, row: Element): boolean {
  for (let part: Element | null = target; part !== null && part !== row; part = part.parentElement)
    if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto') return true
  return false
}

function decide(client: Client, row: HTMLElement, moved: number): void {
  const message = client.store.messages.get(Number(row.dataset.id))
  if (message !== undefined && isForward(moved) && Math.abs(moved) >= SWIPE_PIXELS) void quoteMessage(client, message)
  const entry = client.unread().byKey.get(row.dataset.key ?? '')
  if (entry === undefined || Math.abs(moved) < SWIPE_PIXELS) return
  if (moved > 0) markConversationRead(client, entry.ids)
  else if (entry.route.view === 'topic') setTopicPolicy(client, entry.route, MUTED)
  else client.setNotice({ text: words.triage.directNotMuted })
}

function openActions(client: Client, pressed: HTMLElement): void {
  if (pressed.matches('.voice')) return
  // A message opens its menu itself.
  if (!(pressed instanceof HTMLAnchorElement))
    pressed.dispatchEvent(new PointerEvent('contextmenu', { pointerType: 'touch', bubbles: true, cancelable: true }))
  else {
    const route = parseRoute(new URL(pressed.href).hash)
    if (route !== undefined) openOverlay(client, { kind: 'viewMenu', route, anchor: pressed })
  }
}

/** A click of the keyboard has no `detail`. */
function preventClick(event: MouseEvent): void {
  if (event.detail === 0 || !addsClick) return
  addsClick = false
  event.preventDefault()
  event.stopPropagation()
}

function cancel(): void {
  if (touch === undefined) return
  clearTimeout(touch.timer)
  const { pressed } = touch
  touch = undefined
  pressed?.style.removeProperty('--swipe')
  pressed?.classList.remove('decides', 'held')
  delete pressed?.dataset.swipe
}

/** The browser opens no menu of its own for a long press. */
function preventMenu(event: MouseEvent): void {
  if (!event.isTrusted || !(event instanceof PointerEvent) || event.pointerType !== 'touch') return
  if (touch?.pressed === undefined) return
  event.preventDefault()
  event.stopPropagation()
  touch.pressed.classList.add('held')
}
