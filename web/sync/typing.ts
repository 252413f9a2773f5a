import type { TypingStartEvent, TypingStopEvent, Event } from '../../client-state/wire'
import type { OwnState } from '../wire/own-state'
import { keyOfRoute } from '../routes/route'
import { conversationOf, directConversation, type Conversation } from '../store/conversations'
import type { Ask } from '../wire/requests'

type Parts = { ask: Ask; signal: AbortSignal; state: () => OwnState; changed: (key: string) => void }

/** Who is typing where, from the events of the server; and notifies the server that this user types. */
export function createTyping(parts: Parts) {
  const { signal, state } = parts
  const typists = createTypists(parts)
  const own = createOwnTyping(parts)

  function keyOf({ recipients = [], stream_id, topic = '' }: TypingStartEvent | TypingStopEvent): string {
    if (stream_id !== undefined) return keyOfRoute({ view: 'topic', stream_id, topic })
    const ids = recipients.map(({ user_id }) => user_id)
    return keyOfRoute(directConversation(ids, state().user_id))
  }

  signal.addEventListener('abort', () => {
    own.stopped()
    typists.clear()
  })

  return {
    receive(events: readonly Event[]) {
      for (const event of events) {
        if (event.type === 'typing' && event.sender.user_id !== state().user_id) {
          if (event.op === 'start') typists.begin(keyOf(event), event.sender.user_id)
          else typists.end(keyOf(event), event.sender.user_id)
        }
        // A user who has sent a message is not typing, even if the event about it is lost.
        if (event.type === 'message')
          typists.end(keyOfRoute(conversationOf(event.message, state().user_id)), event.message.sender_id)
      }
    },
    usersIn: typists.usersIn,
    ...own,
  }
}

/** The users who are typing, until they stop or the server is silent about them for too long. */
function createTypists({ state, changed }: Parts) {
  /** By conversation: users, each with the timer that ends it. */
  const typists = new Map<string, Map<number, ReturnType<typeof setTimeout>>>()

  function end(key: string, user_id: number) {
    const users = typists.get(key)
    if (!users?.has(user_id)) return
    clearTimeout(users.get(user_id))
    users.delete(user_id)
    if (users.size === 0) typists.delete(key)
    changed(key)
  }

  function begin(key: string, user_id: number) {
    const users = typists.get(key) ?? new Map<number, ReturnType<typeof setTimeout>>()
    clearTimeout(users.get(user_id))
    const wait = state().server_typing_started_expiry_period_milliseconds
    users.set(
      user_id,
      setTimeout(() => end(key, user_id), wait),
    )
    typists.set(key, users)
    changed(key)
  }

  return {
    begin,
    end,
    usersIn: (key: string): number[] => [...(typists.get(key)?.keys() ?? [])],
    clear() {
      for (const users of typists.values()) for (const timer of users.values()) clearTimeout(timer)
    },
  }
}

/** Notifies the server where this user types, if the user allows it. */
function createOwnTyping({ ask, state }: Parts) {
  let current: { route: Conversation; started: number } | undefined
  let idle: ReturnType<typeof setTimeout> | undefined

  function isAllowed({ view }: Conversation): boolean {
    const { send_private_typing_notifications, send_stream_typing_notifications } = state().user_settings
    return view === 'direct' ? send_private_typing_notifications : send_stream_typing_notifications
  }

  function notify(op: 'start' | 'stop', route: Conversation, keepalive = false) {
    const place =
      route.view === 'direct'
        ? { type: 'direct' as const, to: route.user_ids }
        : { type: 'channel' as const, stream_id: route.stream_id, topic: route.topic }
    // A notification that was not sent does no harm.
    ask('POST /typing', { op, ...place }, { keepalive }).catch(() => {})
  }

  function stopped() {
    clearTimeout(idle)
    if (current !== undefined) notify('stop', current.route, true)
    current = undefined
  }

  return {
    /** The user typed. Notifies the others once, and again while the user continues. */
    typed(route: Conversation) {
      if (!isAllowed(route)) return
      const { server_typing_started_wait_period_milliseconds, server_typing_stopped_wait_period_milliseconds } = state()
      if (current !== undefined && keyOfRoute(current.route) !== keyOfRoute(route)) stopped()
      const isOld = performance.now() - (current?.started ?? 0) > server_typing_started_wait_period_milliseconds
      if (current === undefined || isOld) {
        current = { route, started: performance.now() }
        notify('start', route)
      }
      clearTimeout(idle)
      idle = setTimeout(stopped, server_typing_stopped_wait_period_milliseconds)
    },
    stopped,
  }
}
