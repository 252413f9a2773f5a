import type { Chunks } from './storage.ts'

/** By what an export names a user, a channel, a group or an emoji. A row can lack it. */
export type Key = string | number | null | undefined

/** A text of an export. A row can lack it. */
export type Text = string | null | undefined

/** Seconds since 1970, if a row has them. */
type Seconds = string | number | null | undefined

/** The columns of a row of a copy. */
export type Row = Record<string, unknown>

/** Opens a file of an export, or returns undefined if the export does not have it. */
export type OpenFile = () => Chunks | undefined | Promise<Chunks | undefined>

/** Opens a file that is not in the export, by its address. */
export type Download = (address: string) => Promise<Chunks | undefined>

export type User = { user_id: number; full_name: string }

export type NewUser = {
  key: Key
  email?: Text
  name?: Text
  role?: number
  isActive?: boolean
  isBot?: boolean
  joined?: Seconds
  timezone?: string
  extra?: Row
}

export type Channel = {
  stream_id: number
  name: string
  about: string
  isPrivate: boolean
  isArchived: boolean
  isDefault: boolean
  created: Seconds
  creator_id: number | null
  extra: Row
  people: Set<User>
  /** The settings of the people, and those of users who left, by their ids. */
  settings: Map<number, Row>
  former?: Map<number, Row>
  /** The first message, which is known when all are written. */
  first: number | null
  /** Who received what, and the last message, in a channel with protected history. */
  periods?: Map<number, Period[]>
  lastId?: number
}

/** The messages that a user received without a gap: those after `from`, to `to`. */
export type Period = { from: number; to: number; isOpen: boolean }

export type NewChannel = {
  key: Key
  name: Text
  about?: Text
  isPrivate?: boolean
  isArchived?: boolean
  isDefault?: boolean
  created?: Seconds
  creator?: Key
  members?: readonly Key[]
  extra?: Row
}

export type NewGroup = { name: Text; about?: Text; members?: readonly Key[]; id?: number; extra?: Row }

export type Emoji = { emoji_code: string; emoji_name: string; reaction_type: string }
export type NewEmoji = {
  name: string
  open: OpenFile
  author?: Key
  extension?: string
  isDeactivated?: boolean
  key?: Key
}

export type Reaction = Emoji & { user_id: number }

export type StoredFile = {
  attachment_id: number
  path_id: string
  key: string
  name: string
  size: number
  content_type: string
}

/** Where a message is: in a topic, or among the people with these ids. */
export type Place =
  | { channel: Key; topic: string; people?: undefined }
  | { people: number[]; channel?: undefined; topic?: undefined }

export type Edit = { user_id: number; edited_at: number; content: string; rendered_content: string }
type Submessage = { sender_id: number; msg_type: string; content: string }
export type Flag = 'unread' | 'starred' | 'collapsed' | 'historical'

/**
 * A message of an export. `at` is its time in microseconds, and `order` its place among the messages if that is not the time.
 * `key` is by what links name it. `receivedBy` are the users who received it, where others may not read it.
 */
export type Message = Place & {
  at: number
  order?: number
  sender_id: number
  content: string
  client: string
  key?: string
  files?: StoredFile[]
  reactions?: Reaction[]
  receivedBy?: number[]
  submessages?: Submessage[]
  edits?: Edit[]
  flags?: [flag: Flag, user_ids: number[]][]
}
