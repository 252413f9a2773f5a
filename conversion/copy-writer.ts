import { channelRow, periodRows, subscriptionRows } from './channel-rows.ts'
import { ExternalSort } from './external-sort.ts'
import { TABLES } from './copy-tables.ts'
import { Failure } from './failure.ts'
import { FileStore } from './file-store.ts'
import { MessageRows } from './message-rows.ts'
import { description, UniqueNames } from './names.ts'
import { Parts, writeMarker } from './parts.ts'
import { Report } from './report.ts'
import { isTime } from './times.ts'
import { groupRow, userRow } from './user-rows.ts'

/** System bots and system groups have the ids before these. */
const FIRST_USER_ID = 11
const FIRST_GROUP_ID = 101
const MESSAGES_PER_LOOK = 1000

const plainEmojiName = (name) =>
  String(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '_')

/**
 * Writes a copy of a realm from what a converter read in the export of another server. People and channels come first. Messages
 * may come in any order: they are sorted by their time in files, so the memory does not grow with their number.
 */
export class CopyWriter {
  users = new Map()
  /** The keys of messages to which other messages link. Only these are kept in memory. */
  linkedKeys = new Set()
  channels = new Map()
  #names = new UniqueNames()
  #groupNames = new UniqueNames(100)
  #emails = new Map()
  #parts = new Map()
  #emoji = new Map()
  #emojiByKey = new Map()
  #emojiNumber = 0
  #groups = FIRST_GROUP_ID
  #nextUser = FIRST_USER_ID
  #reserved = new Map()

  constructor(storage, source, /** @type {import('./convert.mjs').Show} */ show = () => undefined) {
    this.storage = storage
    this.source = source
    this.show = show
    this.report = new Report()
    this.messages = new ExternalSort(storage, 'sorting')
    this.files = new FileStore(storage)
  }

  write(table, rows) {
    const name = `tables/${table}`
    if (!this.#parts.has(name)) this.#parts.set(name, new Parts(this.storage, name))
    this.#parts.get(name).append(rows)
  }

  /** Gives accounts that are added later their ids, in this order: rows of others can name them before. */
  reserveUserIds(keys) {
    for (const key of keys) if (!this.#reserved.has(key)) this.#reserved.set(key, this.#nextUser++)
  }

  reservedId = (key) => this.#reserved.get(key)

  /** Adds a person or a bot, and returns them. Two accounts with one address are one person. */
  addUser({ key, email, name, role = 400, isActive = true, isBot = false, joined = 0, timezone = '', extra = {} }) {
    const found = this.users.get(key)
    if (found !== undefined) return found
    const row = userRow(this.source, { key, email, name, role, isActive, isBot, joined, timezone, extra })
    const address = row.delivery_email.toLowerCase()
    const same = this.#emails.get(address)
    if (same !== undefined) {
      this.users.set(key, same)
      return same
    }
    const user = { user_id: this.#reserved.get(key) ?? this.#nextUser++, full_name: row.full_name }
    this.#emails.set(address, user)
    this.users.set(key, user)
    this.write('users', [{ ...user, ...row }])
    this.report.count(isBot ? 'bots' : 'users')
    return user
  }

  /** Stores the picture of a user, and returns the columns that name it. `open` can be missing, or open nothing. */
  async pictureOf(open) {
    const token = open && (await this.files.storePicture(open))
    return token ? { avatar_source: 'U', avatar_hash: `2/${token}` } : {}
  }

  /** Returns the user with this key. A writer whom the export does not list is a deactivated account. */
  userFor(key, name) {
    return this.users.get(key) ?? this.addUser({ key, email: undefined, name: name ?? key, isActive: false })
  }

  addChannel({
    key,
    name,
    about = '',
    isPrivate = false,
    isArchived = false,
    created = 0,
    creator,
    members = [],
    isDefault = false,
    extra = {},
  }) {
    const found = this.channels.get(key)
    if (found !== undefined) return found
    const channel = {
      stream_id: this.channels.size + 1,
      name: this.#names.take(name, `channel ${key}`),
      first: null,
      last: 0,
    }
    const people = [...new Set(members)].flatMap((member) => this.users.get(member) ?? [])
    Object.assign(channel, {
      about: description(about),
      isPrivate,
      isArchived,
      created,
      isDefault,
      extra,
      people: new Set(people),
      settings: new Map(),
    })
    channel.creator_id = this.users.get(creator)?.user_id ?? null
    this.channels.set(key, channel)
    this.report.count('channels')
    return channel
  }

  /** Returns the id of a group that is added later. */
  takeGroupId = () => this.#groups++

  addGroup({ name, about = '', members = [], id = this.takeGroupId(), extra = {} }) {
    const taken = this.#groupNames.take(name, `group ${id}`)
    this.write('user_groups', [{ ...groupRow(id, taken, description(about)), ...extra }])
    const ids = [...new Set(members.flatMap((member) => this.users.get(member)?.user_id ?? []))]
    this.write(
      'group_members',
      ids.map((user_id) => ({ group_id: id, user_id })),
    )
    this.report.count('groups')
    return taken
  }

  /** Sets settings of the organization. */
  setSettings(settings) {
    this.write(
      'realm_settings',
      Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    )
  }

  /** Adds an emoji of the organization, with its picture. */
  async addEmoji({ name, author, open, extension = 'png', isDeactivated = false, key }) {
    const plain = plainEmojiName(name)
    if (plain === '' || (!isDeactivated && this.#emoji.has(plain))) return
    const picture = await this.files.storePicture(open)
    if (picture === undefined) return this.report.skip('a picture of an emoji is missing', name)
    const id = ++this.#emojiNumber
    const emoji = { emoji_code: String(id), emoji_name: plain, reaction_type: 'realm_emoji' }
    if (!isDeactivated) this.#emoji.set(plain, emoji)
    if (key !== undefined) this.#emojiByKey.set(String(key), emoji)
    const author_id = this.users.get(author)?.user_id ?? FIRST_USER_ID
    this.write('custom_emoji', [
      { id, name: plain, author_id, picture, extension, has_still: 0, deactivated: isDeactivated ? 1 : 0 },
    ])
    this.report.count('emoji')
  }

  /** Gives an emoji another name, which reactions and texts have. */
  nameEmoji(name, emoji) {
    const plain = plainEmojiName(name)
    if (emoji !== undefined && !this.#emoji.has(plain)) this.#emoji.set(plain, emoji)
  }

  emojiOf = (key) => this.#emojiByKey.get(String(key))

  emojiNamed = (name) => this.#emoji.get(plainEmojiName(name))

  /**
   * Adds a message. `at` is its time in microseconds. It goes to a channel (`channel`, `topic`) or to people (`people`: their
   * user ids). `reactions` have an emoji and a user id, `files` a name, a size and `open`, and `key` is by what links name it.
   */
  addMessage(message) {
    const { at, order = at } = message
    if (!isTime(at / 1e6)) throw new Error('it has no time')
    if (!Number.isFinite(order)) throw new Error('it has no place among the messages')
    this.messages.add(order, message)
    const read = this.report.count('messages')
    if (read % MESSAGES_PER_LOOK === 0) this.show(`messages: ${read} read`, { step: 'reading', done: read })
  }

  /** Does something with a row of the export. A row that cannot be read is counted, and the conversion goes on. */
  async tryRow(place, act) {
    try {
      await act()
    } catch (error) {
      if (error instanceof Failure) throw error
      this.report.skip('the row cannot be read', `${place}: ${error.message}`)
    }
    await this.storage.settled()
  }

  /** Sorts and writes the messages, and then what follows from them. Returns the report. */
  async finish() {
    const rows = new MessageRows(this)
    await rows.writeAll(this.show)
    this.#writeChannels()
    const { last } = rows
    const everyone = [...new Set([...this.users.values()].map(({ user_id }) => user_id))]
    if (last > 0)
      this.write(
        'read_up_to_ids',
        everyone.map((user_id) => ({ user_id, message_id: last })),
      )
    this.write('counters', [{ name: 'own_messages_marked_read', value: last }])
    await this.#writeMarker(rows)
    return this.report.result()
  }

  #writeChannels() {
    for (const channel of new Set(this.channels.values())) {
      this.write('channels', [channelRow(channel)])
      this.write('subscriptions', subscriptionRows(channel))
      this.write('subscription_periods', periodRows(channel))
    }
  }

  async #writeMarker({ list, versions, lastEvent, last }) {
    await this.storage.flush()
    const lists = Object.fromEntries(this.#parts)
    lists.messages = list
    lists.old_versions = versions
    lists.files = this.files.list
    const marker = {
      copy_id: crypto.randomUUID(),
      source: this.source,
      exported_at: new Date().toISOString(),
      last_event_id: lastEvent,
      last_message_id: last,
      sequences: {},
      tables: TABLES.map((name) => ({ name })),
      report: this.report.result(),
    }
    await writeMarker(this.storage, marker, lists)
  }
}
