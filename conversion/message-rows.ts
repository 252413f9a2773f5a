import { FlagRows } from './flag-rows.ts'
import { Parts } from './parts.ts'
import { noteReceived } from './receipts.ts'
import { splitText } from './split-text.ts'

const ROWS_PER_WRITE = 1000
/** The bit of the message index for messages with polls and lists. */
const HAS_SUBMESSAGES = 1024
/** A link to another message, until its id is known: `linkTo` makes it, and the writer replaces it. */
const LINK = /\u{f0000}([^\u{f0000}-\u{f0002}]*)\u{f0001}([^\u{f0000}-\u{f0002}]*)\u{f0002}/gu

/** Returns a link to the message with a key. Without such a message, it is the address in the export. */
export const linkTo = (key, address) => `\u{f0000}${key}\u{f0001}${address}\u{f0002}`

/** Returns a text with the addresses in the export, instead of links to messages. */
export const withAddresses = (text) => text.replaceAll(LINK, '$2')

/** The rows of messages, in the order of their times: ids, conversations, reactions and files. */
export class MessageRows {
  last = 0
  #conversations = new Map()
  #ids = new Map()
  #batches = new Map()
  #event = 1
  #submessages = 0

  constructor(copy) {
    this.copy = copy
    this.list = new Parts(copy.storage, 'messages')
    this.versions = new Parts(copy.storage, 'old_versions')
    this.flags = new FlagRows((table, rows) => copy.write(table, rows))
  }

  /** The events of the copy: only reactions and edits have places among them. */
  get lastEvent() {
    return this.#event
  }

  async writeAll(show) {
    const { messages } = this.copy
    const { count } = messages
    let read = 0
    for await (const message of messages.sorted()) {
      this.#writeMessage(message)
      if (++read % ROWS_PER_WRITE !== 0) continue
      show(`messages: ${read} of ${count} sorted and written`, { step: 'sorting', done: read, total: count })
      await this.copy.storage.settled()
    }
    this.flags.flush()
    this.#writeConversations()
  }

  #writeMessage(message) {
    const { at, sender_id, channel, topic, people, content, client, reactions = [], files = [], key } = message
    const conversation = channel === undefined ? this.#direct(people) : this.#topic(channel, topic)
    const texts = splitText(this.#withLinks(content))
    if (texts.length === 0) return this.copy.report.skip('a message is empty', key ?? '')
    const ids = { first: this.last + 1, last: this.last + texts.length }
    const index_flags = message.submessages === undefined ? {} : { index_flags: HAS_SUBMESSAGES }
    for (const [index, text] of texts.entries()) {
      const id = ++this.last
      conversation.min_id ??= id
      conversation.max_id = id
      this.flags.addMessage(id)
      if (channel !== undefined) conversation.channel.first ??= id
      if (index === 0 && key !== undefined && this.copy.linkedKeys.has(key)) this.#ids.set(key, { id, conversation })
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
    if (message.receivedBy) noteReceived(conversation.channel, message.receivedBy, ids)
    for (const submessage of message.submessages ?? [])
      this.#push('submessages', { message_id: this.last, id: ++this.#submessages, ...submessage })
    for (const file of files) this.#writeFile(file, sender_id, Math.floor(at / 1e6))
    for (const edit of message.edits ?? []) this.#writeEdit(edit)
    for (const [flag, user_ids] of Object.entries(message.flags ?? {}))
      for (const user_id of user_ids) this.flags.add(flag, user_id, this.last)
  }

  /** `content` is the text before the edit. */
  #writeEdit({ user_id, edited_at, content, rendered_content }) {
    const id = ++this.#event
    this.#push('message_edits', { id, message_id: this.last, user_id, edited_at })
    this.#push('old_versions', { id, content, rendered_content })
  }

  /** They belong to the last part of a text that was split. */
  #writeReactions(reactions) {
    const seen = new Set()
    for (const { emoji_code, emoji_name, reaction_type, user_id } of reactions) {
      const reaction = `${reaction_type} ${emoji_code} ${user_id}`
      if (seen.has(reaction)) continue
      seen.add(reaction)
      this.copy.report.count('reactions')
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

  #writeFile({ attachment_id, path_id, key, name, size, content_type }, owner_id, created_at) {
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

  #topic(channelKey, topic) {
    const channel = this.copy.channels.get(channelKey)
    const topic_key = topic.toLowerCase()
    return this.#conversation(`${channel.stream_id} ${topic_key}`, { channel, topic, topic_key })
  }

  #direct(people) {
    const ids = [...new Set(people)].sort((a, b) => a - b)
    return this.#conversation(JSON.stringify(ids), { people: ids })
  }

  #conversation(name, facts) {
    let found = this.#conversations.get(name)
    if (found === undefined) this.#conversations.set(name, (found = { id: this.#conversations.size + 1, ...facts }))
    return found
  }

  #withLinks(content) {
    return content.replaceAll(LINK, (_, key, address) => {
      const target = this.#ids.get(key)
      if (target?.conversation.channel === undefined) return address
      const { channel, topic } = target.conversation
      const name = `${channel.stream_id}-${encode(channel.name.replaceAll(' ', '-'))}`
      return `/#narrow/channel/${name}/topic/${encode(topic)}/near/${target.id}`
    })
  }

  #push(name, row) {
    if (!this.#batches.has(name)) this.#batches.set(name, [])
    const batch = this.#batches.get(name)
    batch.push(row)
    if (batch.length === ROWS_PER_WRITE) this.#flush(name)
  }

  #flush(name) {
    const rows = this.#batches.get(name).splice(0)
    if (name === 'messages') this.list.append(rows)
    else if (name === 'old_versions') this.versions.append(rows)
    else this.copy.write(name, rows)
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
const encode = (name) =>
  encodeURIComponent(name)
    .replaceAll(/[.!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
