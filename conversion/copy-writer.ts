import { channelRow, periodRows, subscriptionRows } from './channel-rows.ts'
import type { Channel, Key, NewChannel, NewGroup, NewUser, OpenFile, Row, Text, User, Message } from './converted.ts'
import { CustomEmoji } from './custom-emoji.ts'
import { ExternalSort } from './external-sort.ts'
import { TABLES } from './copy-tables.ts'
import { Failure, messageOf } from './failure.ts'
import { FileStore } from './file-store.ts'
import { MessageRows } from './message-rows.ts'
import { description, UniqueNames, wordsOf } from './names.ts'
import { namesIn, requireName } from './objects-in.ts'
import { Parts, writeMarker } from './parts.ts'
import { Report } from './report.ts'
import type { Show, Storage } from './storage.ts'
import { isTime } from './times.ts'
import { groupRow, userRow } from './user-rows.ts'

/** System bots and system groups have the ids before these. */
const FIRST_USER_ID = 11
const FIRST_GROUP_ID = 101
const MESSAGES_PER_LOOK = 1000

/**
 * Writes a copy of a realm from what a converter read in the export of another server. People and channels come first. Messages
 * may come in any order: they are sorted by their time in files, so the memory does not grow with their number.
 */
export class CopyWriter {
  readonly storage: Storage
  readonly report = new Report()
  readonly messages: ExternalSort<Message>
  readonly files: FileStore
  readonly emoji: CustomEmoji
  readonly users = new Map<Key, User>()
  /** The keys of messages to which other messages link. Only these are kept in memory. */
  readonly linkedKeys = new Set<string>()
  readonly channels = new Map<Key, Channel>()
  readonly #source: string
  readonly #show: Show
  #names = new UniqueNames()
  #groupNames = new UniqueNames(100)
  #emails = new Map<string, User>()
  #parts = new Map<string, Parts>()
  #groups = FIRST_GROUP_ID
  #nextUser = FIRST_USER_ID
  #reserved = new Map<Key, number>()

  constructor(storage: Storage, source: string, show: Show = () => undefined) {
    this.storage = storage
    this.#source = source
    this.#show = show
    this.messages = new ExternalSort(storage, 'sorting')
    this.files = new FileStore(storage)
    this.emoji = new CustomEmoji(this, FIRST_USER_ID)
  }

  write(table: string, rows: readonly Row[]) {
    const name = `tables/${table}`
    const parts = this.#parts.get(name) ?? new Parts(this.storage, name)
    this.#parts.set(name, parts)
    parts.append(rows)
  }

  /** Gives accounts that are added later their ids, in this order: rows of others can name them before. */
  reserveUserIds(keys: readonly Key[]) {
    for (const key of keys) if (!this.#reserved.has(key)) this.#reserved.set(key, this.#nextUser++)
  }

  reservedId = (key: Key): number | undefined => this.#reserved.get(key)

  /** Adds a person or a bot, and returns them. Two accounts with one address are one person. */
  addUser({
    key,
    email,
    name,
    role = 400,
    isActive = true,
    isBot = false,
    joined = 0,
    timezone = '',
    extra = {},
  }: NewUser): User {
    const found = this.users.get(requireName(key, 'id'))
    if (found !== undefined) return found
    const row = userRow(this.#source, { key, email, name, role, isActive, isBot, joined, timezone, extra })
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
  async pictureOf(open: OpenFile | undefined): Promise<Row> {
    const token = open && (await this.files.storePicture(open))
    return token ? { avatar_source: 'U', avatar_hash: `2/${token}` } : {}
  }

  /** Returns the user with this key. A writer whom the export does not list is a deactivated account. */
  userFor(key: Key, name?: Text): User {
    return this.users.get(key) ?? this.addUser({ key, name: name ?? String(key ?? ''), isActive: false })
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
  }: NewChannel): Channel {
    const found = this.channels.get(requireName(key, 'id'))
    if (found !== undefined) return found
    const people = [...new Set(namesIn(members))].flatMap((member) => this.users.get(member) ?? [])
    const channel: Channel = {
      stream_id: this.channels.size + 1,
      name: this.#names.take(name, `channel ${key}`),
      first: null,
      about: description(about),
      isPrivate,
      isArchived,
      created,
      isDefault,
      extra,
      people: new Set(people),
      settings: new Map(),
      creator_id: this.users.get(creator)?.user_id ?? null,
    }
    this.channels.set(key, channel)
    this.report.count('channels')
    return channel
  }

  /** Returns the id of a group that is added later. */
  takeGroupId = (): number => this.#groups++

  addGroup({ name, about = '', members = [], id = this.takeGroupId(), extra = {} }: NewGroup) {
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
  setSettings(settings: Row) {
    this.write(
      'realm_settings',
      Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    )
  }

  addMessage(message: Message): void {
    const { at, order = at } = message
    const lacks = (what: string, has: boolean) => {
      if (!has) throw new Error(`it has no ${what}`)
    }
    lacks('topic', message.people !== undefined || wordsOf(message.topic) === message.topic)
    lacks('channel', message.people !== undefined || this.channels.has(message.channel))
    lacks('text', typeof message.content === 'string')
    lacks('time', isTime(at / 1e6))
    lacks('place among the messages', Number.isFinite(order))
    this.messages.add(order, message)
    const read = this.report.count('messages')
    if (read % MESSAGES_PER_LOOK === 0) this.#show(`messages: ${read} read`, { step: 'reading', done: read })
  }

  /** Does something with a row of the export. A row that cannot be read is counted, and the conversion goes on. */
  async tryRow(place: string, act: () => unknown) {
    try {
      await act()
    } catch (error) {
      if (error instanceof Failure) throw error
      this.report.skip('the row cannot be read', `${place}: ${messageOf(error)}`)
    }
    await this.storage.settled()
  }

  /** Sorts and writes the messages, and then what follows from them. Returns the report. */
  async finish() {
    const rows = new MessageRows(this)
    await rows.writeAll(this.#show)
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

  async #writeMarker({ list, versions, lastEvent, last }: MessageRows) {
    await this.storage.flush()
    const lists = { ...Object.fromEntries(this.#parts), messages: list, old_versions: versions, files: this.files.list }
    const marker = {
      copy_id: crypto.randomUUID(),
      source: this.#source,
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
