import type { AnswerOf, Event, KeptMessage, ParametersOf } from '../../client-state/wire'
import {
  Digest,
  digestOfAll,
  IDS_PER_BLOCK,
  MAX_BLOCKS,
  placeNumber,
} from '../../src/domain/messages/replica/digest-rules'
import type { News } from '../../web/replica-worker/messages'
import type { AskReplica } from '../../web/replica/ask'
import { Keeper } from '../../web/replica/keeper'
import type { MemoryStorage } from './memory-storage'

// A model of the server for clients that keep the history, without a realm: thousands of its histories take a second.

export const CHANNEL = 7
export const NOW = 1_800_000_000
export const DAY = 24 * 3600
const QUEUE = 'queue'
const sender = { sender_id: 5, sender_email: '', sender_full_name: 'Dov', sender_realm_str: '', avatar_url: null }
export const inTopic = (subject: string) => ({
  type: 'stream' as const,
  stream_id: CHANNEL,
  subject,
  recipient_id: 14,
  display_recipient: 'general',
  topic_links: [],
})

type Stored = Pick<KeptMessage, 'id' | 'content' | 'timestamp' | 'version' | 'reactions'> & { topic: string }

/** A server with messages of one channel. It answers as the real one, pages of three messages. */
export class Server {
  readonly messages = new Map<number, Stored>()
  readonly requests: string[] = []
  event = 100
  isReachable = true
  readonly #before = new Map<string, () => void>()

  /** Does something once, before the server answers a request. */
  before(request: string, act: () => void) {
    this.#before.set(request, act)
  }

  send(id: number, topic = 'lunch', timestamp = NOW) {
    this.messages.set(id, { id, topic, content: `<p>${id}</p>`, timestamp })
  }

  edit(id: number, content: string) {
    const version = ++this.event
    this.messages.set(id, { ...this.messages.get(id)!, content, version })
  }

  ask: AskReplica = async (route, parameters) => {
    if (!this.isReachable) throw new Error('unreachable')
    const request = route.split('/').at(-1)!
    this.requests.push(request)
    const act = this.#before.get(request)
    this.#before.delete(request)
    act?.()
    // The declarations of the server say what fits to what.
    return this.#answer(route, parameters) as AnswerOf<typeof route>
  }

  #answer(route: string, parameters: Parameters) {
    if (route.endsWith('messages')) return this.#page(parameters)
    const { event } = this
    if (route.endsWith('digests')) {
      const { from = 0, digest } = parameters
      const newest = Math.max(from, ...this.messages.keys())
      const first = Math.floor(from / IDS_PER_BLOCK)
      const to = Math.min(newest, (first + MAX_BLOCKS) * IDS_PER_BLOCK - 1)
      const digests = Array.from({ length: Math.floor(to / IDS_PER_BLOCK) - first + 1 }, (_, nth) =>
        this.#digest(first + nth, from),
      )
      const same = digestOfAll(digests) === digest
      return { event, to, newest, same, digests: same ? [] : digests }
    }
    const listed = [...this.messages.values()].filter(({ id }) =>
      parameters.blocks?.includes(Math.floor(id / IDS_PER_BLOCK)),
    )
    const topics = Map.groupBy(listed, ({ topic }) => topic)
    return {
      event,
      places: [...topics].map(([topic, found]) => ({
        place: { stream_id: CHANNEL, topic },
        ids: found.map(({ id }) => id),
      })),
      versions: listed.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])),
      marks: [],
    }
  }

  #digest(block: number, from: number): number {
    const digest = new Digest()
    for (const { id, topic, version = 0 } of this.messages.values())
      if (id >= from && Math.floor(id / IDS_PER_BLOCK) === block)
        digest.add(id, version, placeNumber({ stream_id: CHANNEL, topic }), 0)
    return digest.value
  }

  #page({ before = Infinity, message_ids }: Parameters) {
    const all = [...this.messages.values()].sort((a, b) => b.id - a.id)
    const requested = all.filter(({ id }) => (message_ids ? message_ids.includes(id) : id < before))
    const found = requested.slice(0, 3)
    const topics = [...new Set(found.map(({ topic }) => topic))]
    return {
      event: this.event,
      reached: message_ids ? null : requested.length > 3 ? found.at(-1)!.id : 0,
      left_out: message_ids ? requested.slice(3).map(({ id }) => id) : [],
      senders: [sender],
      conversations: topics.map(inTopic),
      messages: found.map(({ topic, ...message }) => ({ ...message, sender: 0, conversation: topics.indexOf(topic) })),
    }
  }
}

type Parameters = Partial<
  ParametersOf<'POST /parley/replica/messages'> &
    ParametersOf<'POST /parley/replica/digests'> &
    ParametersOf<'POST /parley/replica/versions'>
>

/** Starts a keeper over a storage, which may have the replica of an earlier page. */
export function keeperOf(server: Server, storage: MemoryStorage, amount: 'month' | 'everything' = 'everything') {
  const news: News[] = []
  const room = { isFull: false }
  const clock = { now: NOW }
  const deleted: string[] = []
  const checks: string[] = []
  const keeper = new Keeper({
    storage,
    ask: server.ask,
    isSessionOver: () => false,
    session: 'session',
    amount,
    notify: (one) => void news.push(one),
    now: () => clock.now,
    room: () => Promise.resolve(room),
    deleteFiles: (htmls) => Promise.resolve(void deleted.push(...htmls)),
    checkFiles: () => Promise.resolve(void checks.push('checked')),
    pause: () => Promise.resolve(),
  })
  const position = (last_event_id: number) => ({ queue_id: QUEUE, last_event_id })
  return {
    news,
    deleted,
    checks,
    room,
    clock,
    keeper,
    follow: (events?: Event[], at = server.event) =>
      keeper.receive({
        kind: 'follow',
        position: position(at),
        subscribed: [CHANNEL],
        newest: Math.max(0, ...server.messages.keys()),
        ...(events ? { events } : {}),
      }),
    events: (events: Event[]) => keeper.receive({ kind: 'events', events, position: position(events.at(-1)?.id ?? 0) }),
  }
}

const ofEvent = (message_id: number) => ({
  user_id: 5,
  edit_timestamp: NOW,
  message_id,
  message_ids: [message_id],
  flags: [],
  rendering_only: false,
  stream_id: CHANNEL,
  stream_name: 'general',
})

export const renamed = (server: Server, message_ids: number[], orig_subject: string, subject: string): Event => ({
  id: ++server.event,
  type: 'update_message',
  ...ofEvent(message_ids[0]!),
  message_ids,
  orig_subject,
  subject,
  propagate_mode: 'change_all',
  topic_links: [],
})

const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' as const }
const DOV = { user_id: 5, email: '', full_name: 'Dov', is_mirror_dummy: false }

/** Changes of the server, each with its event. Those of messages that are gone change nothing. */
export const changes = {
  send(server: Server, id: number, topic: string): Event {
    server.send(id, topic)
    const { sender_id, ...from } = sender
    return {
      id: ++server.event,
      type: 'message',
      flags: [],
      message: {
        id,
        ...inTopic(topic),
        sender_id,
        ...from,
        content: `<p>${id}</p>`,
        timestamp: NOW,
        client: '',
        content_type: 'text/html',
        is_me_message: false,
        reactions: [],
        submessages: [],
      },
    }
  },

  edit(server: Server, id: number, topic: string): Event | undefined {
    const message = server.messages.get(id)
    if (message === undefined) return undefined
    const content = `<p>${id} ${topic} ${server.event}</p>`
    server.edit(id, content)
    const event = { ...ofEvent(id), type: 'update_message' as const, id: server.event }
    return { ...event, content, rendered_content: content, is_me_message: false }
  },

  /** Moves a message, or with an even id its whole topic. */
  move(server: Server, id: number, topic: string): Event | undefined {
    const moved = server.messages.get(id)
    if (moved === undefined || moved.topic === topic) return undefined
    const all = [...server.messages.values()].filter((other) => other.topic === moved.topic)
    const ids = (id % 2 === 0 ? all : [moved]).map((one) => one.id)
    for (const one of ids) server.messages.set(one, { ...server.messages.get(one)!, topic })
    return renamed(server, ids, moved.topic, topic)
  },

  remove(server: Server, id: number): Event | undefined {
    if (!server.messages.delete(id)) return undefined
    return { id: ++server.event, type: 'delete_message', message_type: 'stream', message_ids: [id] }
  },

  react(server: Server, id: number): Event | undefined {
    const message = server.messages.get(id)
    if (message === undefined) return undefined
    const { reactions: had, ...without } = message
    const version = ++server.event
    const reactions = had ? {} : { reactions: [{ user_id: DOV.user_id, ...HEART }] }
    server.messages.set(id, { ...without, ...reactions, version })
    return {
      id: version,
      type: 'reaction',
      op: had ? 'remove' : 'add',
      message_id: id,
      user_id: 5,
      user: DOV,
      ...HEART,
    }
  },
}
