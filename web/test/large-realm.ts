import type { Page } from 'playwright-core'
import { passOn } from './launch'
import { savesNow } from './saved'

const PEOPLE = 10_000
const CHANNELS = 2000
const SUBSCRIBED = 300
const MESSAGES = 1_000_000
const UNREAD_TOPICS = 1000
const UNREAD_OF_A_TOPIC = 20
const RECENT = 200
/** Far above the ids of the realm of the tests. */
const FIRST_ID = 500_000

type Row = Record<string, unknown>
type State = Record<string, unknown> & {
  realm_users: Row[]
  subscriptions: Row[]
  never_subscribed: Row[]
  streams: Row[]
  presences: Record<string, unknown>
  unread_msgs: { streams: Row[]; count: number }
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const SYLLABLES = ['an', 'be', 'cor', 'di', 'el', 'fa', 'gru', 'hol', 'il', 'ja', 'kor', 'lu', 'mé', 'nö', 'or', 'pa']

/** Names as different as those of people. */
const nameOf = (at: number) =>
  [at % 16, (at >> 4) % 16, (at >> 8) % 16, (at >> 12) % 16].map((part) => SYLLABLES[part]).join('')

/** Returns a registration of the realm of the tests with 10,000 users, 2,000 channels and the unread of 1,000,000 messages. */
function enlarged(state: State): State {
  const [channel, other] = [state.subscriptions[0], state.streams[0]]
  // A client that has the list already gets none.
  const [person] = state.realm_users ?? []
  const people = numbers(PEOPLE).map((at) => ({
    ...person,
    user_id: FIRST_ID + at,
    email: `user${FIRST_ID + at}@parley.example`,
    delivery_email: null,
    full_name: `${nameOf(at)} ${nameOf(at * 7)}`,
    is_owner: false,
    is_admin: false,
    is_guest: at % 2 === 1,
  }))
  const channels = numbers(CHANNELS - state.streams.length).map((at) => ({
    stream_id: FIRST_ID + at,
    name: `${nameOf(at)} ${at}`,
    description: 'What this channel is for.',
    rendered_description: '<p>What this channel is for.</p>',
  }))
  const unread = numbers(UNREAD_TOPICS).map((at) => ({
    stream_id: FIRST_ID + (at % SUBSCRIBED),
    topic: `about ${nameOf(at)}`,
    unread_message_ids: numbers(UNREAD_OF_A_TOPIC).map((nth) => MESSAGES - UNREAD_TOPICS * (nth + 1) + at),
    sender_ids: [FIRST_ID],
  }))
  for (const { unread_message_ids } of unread) unread_message_ids.sort((a, b) => a - b)
  const active = { active_timestamp: 1, idle_timestamp: 1 }
  return {
    ...state,
    max_message_id: MESSAGES,
    ...(person && { realm_users: [...state.realm_users, ...people] }),
    streams: [...state.streams, ...channels.map((fields) => ({ ...other, ...fields }))],
    subscriptions: [
      ...state.subscriptions,
      ...channels.slice(0, SUBSCRIBED).map((fields) => ({ ...channel, ...fields })),
    ],
    never_subscribed: [
      ...state.never_subscribed,
      ...channels.slice(SUBSCRIBED).map((fields) => ({ ...other, ...fields })),
    ],
    presences: { ...state.presences, ...Object.fromEntries(people.map(({ user_id }) => [user_id, active])) },
    unread_msgs: {
      ...state.unread_msgs,
      count: state.unread_msgs.count + UNREAD_TOPICS * UNREAD_OF_A_TOPIC,
      streams: [...state.unread_msgs.streams, ...unread],
    },
  }
}

const recent = () => ({
  result: 'success',
  msg: '',
  is_complete: false,
  conversations: numbers(RECENT).map((at) => ({
    stream_id: FIRST_ID + (at % SUBSCRIBED),
    topic: `about ${nameOf(at)}`,
    max_message_id: MESSAGES - at,
    sender_id: FIRST_ID + at,
    timestamp: 1_700_000_000 - at,
    excerpt: 'The newest words of this conversation, as many as one line has.',
    sender_ids: [FIRST_ID + at, FIRST_ID + at + 1, FIRST_ID + at + 2],
  })),
})

/** Makes the realm large for this page. Its events and the messages of its conversations stay those of the server. */
export async function enlarges(page: Page): Promise<void> {
  await page.addInitScript(canHoldEvents)
  await page.route('**/json/register', async (route) => {
    const response = await passOn(route)
    // Without a session, the client learns that it needs one.
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: enlarged(await response.json()) })
  })
  await page.route('**/json/parley/recent_conversations**', (route) => route.fulfill({ json: recent() }))
}

/** Runs in a page, before its scripts. While `heldEvents` exists, it receives what the socket receives. */
function canHoldEvents(): void {
  const listen: (this: EventTarget, ...all: Parameters<EventTarget['addEventListener']>) => void = Reflect.get(
    EventTarget.prototype,
    'addEventListener',
  )
  WebSocket.prototype.addEventListener = function (
    type: string,
    listener: EventListenerOrEventListenerObject,
    ...options: unknown[]
  ) {
    if (type !== 'message' || typeof listener !== 'function')
      return Reflect.apply(listen, this, [type, listener, ...options])
    listen.call(this, type, (event) => {
      const { heldEvents } = Object(globalThis)
      const receive = () => listener.call(this, event)
      // Without the answer to its ping, the client would open another socket.
      const isPong = event instanceof MessageEvent && event.data === 'pong'
      if (heldEvents === undefined || isPong) receive()
      else heldEvents.push(receive)
    })
  }
}

/**
 * Runs `run` while the large page receives no event. Other tests act in the same realm, and what their events cost is no part of
 * what the user does: the slower the machine, the more of them would arrive meanwhile.
 */
export async function withoutEvents<Result>(page: Page, run: () => Promise<Result>): Promise<Result> {
  await page.evaluate(() => void Object.assign(globalThis, { heldEvents: [] }))
  // The events of before are saved by then, not meanwhile: ten thousand people take many frames.
  await savesNow(page)
  const result = await run()
  await page.evaluate(() => {
    const { heldEvents } = Object(globalThis)
    Reflect.deleteProperty(globalThis, 'heldEvents')
    for (const receive of heldEvents) receive()
  })
  return result
}
