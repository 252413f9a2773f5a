import { Ids } from './rows'
import type { UnreadMessages as WireUnread } from './wire'

/** The topic or direct conversation of a message. `user_ids` are the other users of a direct conversation. */
export type Location =
  | { type: 'stream'; stream_id: number; topic: string }
  | { type: 'private'; user_ids: readonly number[] }

export type UnreadMessages = { key: string; location: Location; ids: Ids; mentions: number }

/** The unread messages, by conversation, by channel and by id. As JSON it is `unread_msgs` of `POST /register`. */
export class Unread {
  /** All unread messages, without those of muted topics. */
  count: number
  readonly #ownId: number
  readonly #rest: Pick<WireUnread, 'old_unreads_missing'>
  readonly #conversations = new Map<string, UnreadMessages>()
  readonly #byChannel = new Map<number, Map<string, UnreadMessages>>()
  readonly #byMessage = new Map<number, UnreadMessages>()
  readonly #mentions = new Ids()

  constructor({ pms, streams, huddles, mentions, count, ...rest }: WireUnread, ownId: number) {
    this.count = count
    this.#ownId = ownId
    this.#rest = rest
    const place = (location: Location, ids: number[]) => ids.forEach((id) => this.add(id, location))
    for (const row of pms) place({ type: 'private', user_ids: [row.other_user_id] }, row.unread_message_ids)
    for (const row of huddles) {
      const user_ids = row.user_ids_string.split(',').map(Number)
      place({ type: 'private', user_ids }, row.unread_message_ids)
    }
    for (const { stream_id, topic, unread_message_ids } of streams)
      place({ type: 'stream', stream_id, topic }, unread_message_ids)
    for (const id of mentions) this.mention(id, true)
  }

  get conversations(): Iterable<UnreadMessages> {
    return this.#conversations.values()
  }

  /** The topics with unread messages. */
  get streams(): { stream_id: number; topic: string }[] {
    return [...this.#conversations.values()].flatMap(({ location }) => (location.type === 'stream' ? [location] : []))
  }

  inChannel = (stream_id: number): Iterable<UnreadMessages> => this.#byChannel.get(stream_id)?.values() ?? []

  inTopic = (stream_id: number, topic: string): UnreadMessages | undefined =>
    this.#conversations.get(topicKey(stream_id, topic))

  ofMessage = (id: number): UnreadMessages | undefined => this.#byMessage.get(id)

  isMentioned = (id: number): boolean => this.#mentions.has(id)

  /** Adds a message, and returns whether it is new. The caller changes `count`. */
  add(id: number, location: Location): boolean {
    if (this.#byMessage.has(id)) return false
    const key = this.#keyOf(location)
    const conversation = this.#conversations.get(key) ?? this.#open(key, location)
    conversation.ids.add(id)
    this.#byMessage.set(id, conversation)
    return true
  }

  /** Removes a message, and returns its conversation if it was unread. The caller changes `count`. */
  remove(id: number): UnreadMessages | undefined {
    const conversation = this.#byMessage.get(id)
    this.mention(id, false)
    if (conversation === undefined) return undefined
    this.#byMessage.delete(id)
    conversation.ids.delete(id)
    if (conversation.ids.size === 0) {
      this.#conversations.delete(conversation.key)
      if (conversation.location.type === 'stream')
        this.#byChannel.get(conversation.location.stream_id)?.delete(conversation.key)
    }
    return conversation
  }

  mention(id: number, isMention: boolean): void {
    if (this.#mentions.has(id) === isMention) return
    const conversation = this.#byMessage.get(id)
    if (isMention) this.#mentions.add(id)
    else this.#mentions.delete(id)
    if (conversation) conversation.mentions += isMention ? 1 : -1
  }

  #open(key: string, location: Location): UnreadMessages {
    const conversation = { key, location, ids: new Ids(), mentions: 0 }
    this.#conversations.set(key, conversation)
    if (location.type === 'stream') {
      const topics = this.#byChannel.get(location.stream_id) ?? new Map<string, UnreadMessages>()
      this.#byChannel.set(location.stream_id, topics.set(key, conversation))
    }
    return conversation
  }

  #keyOf(location: Location): string {
    if (location.type === 'stream') return topicKey(location.stream_id, location.topic)
    return `direct:${this.#others(location.user_ids).join(',')}`
  }

  /** Returns the other users of a direct conversation. Notes to oneself name the user. */
  #others(user_ids: readonly number[]): number[] {
    const others = user_ids.filter((id) => id !== this.#ownId).sort((a, b) => a - b)
    return others.length > 0 ? others : [this.#ownId]
  }

  toJSON(): WireUnread {
    const pms: WireUnread['pms'] = []
    const huddles: WireUnread['huddles'] = []
    const streams: WireUnread['streams'] = []
    for (const { location, ids } of this.#conversations.values()) {
      const unread_message_ids = [...ids.sorted]
      if (location.type === 'stream') {
        streams.push({ stream_id: location.stream_id, topic: location.topic, unread_message_ids })
        continue
      }
      const [first = this.#ownId, ...more] = this.#others(location.user_ids)
      if (more.length === 0) pms.push({ other_user_id: first, sender_id: first, unread_message_ids })
      else {
        const everyone = [...location.user_ids.filter((id) => id !== this.#ownId), this.#ownId].sort((a, b) => a - b)
        huddles.push({ user_ids_string: everyone.join(','), unread_message_ids })
      }
    }
    pms.sort((a, b) => a.other_user_id - b.other_user_id)
    streams.sort((a, b) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase()))
    huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string))
    return { pms, streams, huddles, mentions: [...this.#mentions.sorted], count: this.count, ...this.#rest }
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns a key of a topic. Topics differ by more than upper and lower case. */
export const topicKey = (stream_id: number, topic: string): string => `topic:${stream_id}/${topic.toLowerCase()}`
