import type { MessageAttachment } from './message-attachments.ts'

// The documents of the database of Rocket.Chat. Its versions differ, so nearly all fields are optional.

export type RocketAttachment = MessageAttachment & { description?: string }
export type RocketAvatar = { _id: string; userId?: string }

export type RocketUser = {
  _id: string
  username?: string
  name?: string
  emails?: { address?: string }[]
  type?: string
  active?: boolean
  roles?: string[]
  createdAt?: unknown
  __rooms?: string[]
}

export type RocketEmoji = { name: string; aliases?: string[]; extension?: string }

export type RocketRoom = {
  _id: string
  /** `c` channel, `p` private group, `d` direct conversation, `l` livechat. */
  t?: string
  name?: string
  fname?: string
  description?: string
  topic?: string
  archived?: boolean
  default?: boolean | string
  teamMain?: boolean
  ts?: unknown
  u?: { _id?: string }
  usernames?: string[]
  uids?: string[]
  /** The room to which a discussion belongs. */
  prid?: string
}

export type RocketSubscription = { rid?: string; u?: { _id?: string } }

export type RocketUpload = { _id: string; name?: string; type?: string; size?: number; url?: string }

export type RocketMessage = {
  _id: string
  rid: string
  msg?: string
  ts?: unknown
  /** What happened, if no user wrote the message. */
  t?: string
  /** The first message of the thread, and how many answers it has. */
  tmid?: string
  tcount?: number
  u?: { _id?: string; username?: string; name?: string }
  file?: { _id: string }
  files?: { _id: string }[]
  attachments?: RocketAttachment[] | null
  reactions?: Record<string, { usernames?: string[] } | null> | null
}
