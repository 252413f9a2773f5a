import type { Channel, Edit, Key, Reaction, Row, StoredFile, Message } from './converted.ts'
import type { ExternalSort } from './external-sort.ts'
import { FlagRows } from './flag-rows.ts'
import { getOrAdd } from './get-or-add.ts'
import { Parts } from './parts.ts'
import { noteReceived } from './receipts.ts'
import type { Report } from './report.ts'
import { splitText } from './split-text.ts'
import type { Show, Storage } from './storage.ts'

const ROWS_PER_WRITE = 1000

/** The bit of the message index for messages with polls and lists. */
const HAS_SUBMESSAGES = 1024
/** A link to another message, until its id is known: `linkTo` makes it, and the writer replaces it. */
const LINK = /\u{f0000}([^\u{f0000}-\u{f0002}]*)\u{f0001}([^\u{f0000}-\u{f0002}]*)\u{f0002}/gu

/** Returns a link to the message with a key. Without such a message, it is the address in the export. */
export const linkTo = (key: Key, address: string) => `\u{f0000}${key}\u{f0001}${address}\u{f0002}`

/** Returns a text with the addresses in the export, instead of links to messages. */
export const withAddresses = (text: string) => text.replaceAll(LINK, '$2')

/** What the writer of the copy has. */
type Copy = {
  storage: Storage
  messages: ExternalSort<Message>
  report: Report
  channels: ReadonlyMap<Key, Channel>
  linkedKeys: ReadonlySet<string>
  write: (table: string, rows: readonly Row[]) => void
}

type ConversationPlace =
  | { channel: Channel; topic: string; topic_key: string; people?: undefined }
  | { people: number[]; channel?: undefined; topic?: undefined; topic_key?: undefined }
type Conversation = ConversationPlace & { id: number; min_id?: number; max_id?: number }

/** The rows of messages, in the order of their times: ids, conversations, reactions and files. */
export class MessageRows {
  last = 0
  readonly list: Parts
  readonly versions: Parts
  readonly #copy: Copy
  readonly #flags: FlagRows
  #conversations = new Map<string, Conversation>()
  /** The ids of messages to which others link, by the keys in the links. */
  #ids = new Map<string, { id: number; conversation: Conversation }>()
  #batches = new Map<string, Row[]>()
  #event = 1
  #submessages = 0

  constructor(copy: Copy) {
    this.#copy = copy
    this.list = new Parts(copy.storage, 'messages')
    this.versions = new Parts(copy.storage, 'old_versions')
    this.#flags = new FlagRows((table: string, rows: readonly Row[]) => copy.write(table, rows))
  }

  /** The events of the copy: only reactions and edits have places among them. */
  get lastEvent() {
    return this.#event
  }

  async writeAll(show: Show) {
    const { messages } = this.#copy
    const { count } = messages
    let read = 0
    for await (const message of messages.sorted()) {
      this.#writeMessage(message)
      if (++read % ROWS_PER_WRITE !== 0) continue
      show(`messages: ${read} of ${count} sorted and written`, { step: 'sorting', done: read, total: count })
      await this.#copy.storage.settled()
    }
    this.#flags.flush()
    this.#writeConversations()
  }

  #writeMessage(message: Message) {
    const { at, sender_id, channel, topic, people, content, client, reactions = [], files = [], key } = message
    const conversation = people === undefined ? this.#topic(channel, topic) : this.#direct(people)
    const texts = splitText(this.#withLinks(content))
    if (texts.length === 0) return this.#copy.report.skip('a message is empty', key ?? '')
    const ids = { first: this.last + 1, last: this.last + texts.length }
    const index_flags = message.submessages === undefined ? {} : { index_flags: HAS_SUBMESSAGES }
    for (const [index, text] of texts.entries()) {
      const id = ++this.last
      conversation.min_id ??= id
      conversation.max_id = id
      this.#flags.addMessage(id)
      if (conversation.channel !== undefined) conversation.channel.first ??= id
      if (index === 0 && key !== undefined && this.#copy.linkedKeys.has(key)) this.#ids.set(key, { id, conversation })
      this.#push('messages', {
        id,
        conversation_id: conversation.id,
        sender_id,
        sent_at: Math.floor(at / 1e6),
        content: text,
        client,
        ...index_flags,
      })
    }
    this.#writeReactions(reactions)
    if (message.receivedBy && conversation.channel) noteReceived(conversation.channel, message.receivedBy, ids)
    for (const submessage of message.submessages ?? [])
      this.#push('submessages', { message_id: this.last, id: ++this.#submessages, ...submessage })
    for (const file of files) this.#writeFile(file, sender_id, Math.floor(at / 1e6))
    for (const edit of message.edits ?? []) this.#writeEdit(edit)
    for (const [flag, user_ids] of message.flags ?? [])
      for (const user_id of user_ids) this.#flags.add(flag, user_id, this.last)
  }

  /** `content` is the text before the edit. */
  #writeEdit({ user_id, edited_at, content, rendered_content }: Edit) {
    const id = ++this.#event
    this.#push('message_edits', { id, message_id: this.last, user_id, edited_at })
    this.#push('old_versions', { id, content, rendered_content })
  }

  /** They belong to the last part of a text that was split. */
  #writeReactions(reactions: readonly Reaction[]) {
    const seen = new Set()
    for (const { emoji_code, emoji_name, reaction_type, user_id } of reactions) {
      const reaction = `${reaction_type} ${emoji_code} ${user_id}`
      if (seen.has(reaction)) continue
      seen.add(reaction)
      this.#copy.report.count('reactions')
      this.#push('reactions', {
        message_id: this.last,
        reaction_type,
        emoji_code,
        user_id,
        emoji_name,
        position: ++this.#event,
      })
    }
  }

  #writeFile(
    { attachment_id, path_id, key, name, size, content_type }: StoredFile,
    owner_id: number,
    created_at: number,
  ) {
    const facts = { picture_type: null, width: null, height: null, unreferenced_since: null }
    this.#push('attachments', {
      id: attachment_id,
      path_id,
      key,
      owner_id,
      name,
      size,
      content_type,
      created_at,
      ...facts,
    })
    this.#push('attachment_messages', { attachment_id, message_id: this.last })
  }

  #topic(channelKey: Key, topic: string) {
    const channel = this.#copy.channels.get(channelKey)
    if (channel === undefined) throw new Error(`There is no channel ${channelKey}.`)
    const topic_key = topic.toLowerCase()
    return this.#conversation(`${channel.stream_id} ${topic_key}`, { channel, topic, topic_key })
  }

  #direct(people: readonly number[]) {
    const ids = [...new Set(people)].sort((a, b) => a - b)
    return this.#conversation(JSON.stringify(ids), { people: ids })
  }

  #conversation(name: string, facts: ConversationPlace) {
    return getOrAdd<string, Conversation>(this.#conversations, name, () => ({
      id: this.#conversations.size + 1,
      ...facts,
    }))
  }

  #withLinks(content: string) {
    return content.replaceAll(LINK, (_, key, address) => {
      const target = this.#ids.get(key)
      if (target?.conversation.channel === undefined) return address
      const { channel, topic } = target.conversation
      const name = `${channel.stream_id}-${encode(channel.name.replaceAll(' ', '-'))}`
      return `/#narrow/channel/${name}/topic/${encode(topic)}/near/${target.id}`
    })
  }

  #push(name: string, row: Row) {
    const batch = getOrAdd(this.#batches, name, () => [])
    batch.push(row)
    if (batch.length === ROWS_PER_WRITE) this.#flush(name)
  }

  #flush(name: string) {
    const rows = this.#batches.get(name)?.splice(0) ?? []
    if (name === 'messages') this.list.append(rows)
    else if (name === 'old_versions') this.versions.append(rows)
    else this.#copy.write(name, rows)
  }

  #writeConversations() {
    for (const { id, channel, topic, topic_key, people, min_id, max_id } of this.#conversations.values()) {
      if (min_id === undefined) continue
      const place =
        channel === undefined
          ? { stream_id: null, topic: null, topic_key: null, people: JSON.stringify(people) }
          : { stream_id: channel.stream_id, topic, topic_key, people: null }
      this.#push('conversations', { id, ...place, min_id, max_id, moved: 'never' })
      for (const user_id of people ?? []) this.#push('participants', { user_id, conversation_id: id })
    }
    for (const name of this.#batches.keys()) this.#flush(name)
  }
}

/** Returns a name as it is in a link to a conversation. */
const encode = (name: string) =>
  encodeURIComponent(name)
    .replaceAll(/[.!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
