import * as v from 'valibot'
import { named } from '../../../api/named'
import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { MessageAccess } from '../../messages/access/access'
import { compileNarrow } from '../../messages/narrows/compile'
import { takeMessages } from '../../messages/narrows/take-messages'
import type { User } from '../../people/users/user'
import type { Attachment } from './attachment'
import { uploadedPicture } from './rules'
import { filesInMessages } from './storage'

/** A file of a channel, with the newest message of the page that contains it. */
export const channelFileShape = named(
  'ChannelFile',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    path_id: v.string(),
    size: v.number(),
    content_type: v.string(),
    create_time: v.number(),
    thumbnail_url: v.nullable(v.string()),
    message_id: v.number(),
    sender_id: v.number(),
    topic: v.string(),
  }),
)

export type ChannelFile = v.InferOutput<typeof channelFileShape>

const MESSAGES_PER_PAGE = 50
// A message links to some hundred files at most, and no list needs so many at once.
const MAX_FILES_PER_PAGE = 400

type Requested = { topic?: string; before: number }

/**
 * Returns the files in messages of a channel that the reader can read, the newest message first, and the message before which
 * there may be more. One turn of the realm may find none and still say where to continue.
 */
export function filesOfChannel(
  realm: Realm,
  reader: User,
  { stream_id }: Channel,
  { topic, before }: Requested,
): { files: ChannelFile[]; next: number | undefined } {
  const access = new MessageAccess(realm, reader)
  const term = (operator: string, operand: string | number) => ({ operator, operand, negated: false })
  const narrow = compileNarrow(access, [
    term('channel', stream_id),
    ...(topic === undefined ? [] : [term('topic', topic)]),
    term('has', 'attachment'),
  ])
  const { rows, next } = takeMessages(access, narrow, { direction: 'before', bound: before, most: MESSAGES_PER_PAGE })
  const filesOf = Map.groupBy(
    filesInMessages(
      realm.sql,
      rows.map(({ id }) => id),
    ),
    ({ message_id }) => message_id,
  )
  const files = new Map<number, ChannelFile>()
  for (const row of rows) {
    const found = filesOf.get(row.id) ?? []
    if (files.size > 0 && files.size + found.length > MAX_FILES_PER_PAGE)
      return { files: [...files.values()], next: row.id + 1 }
    const topicOfRow = access.conversationOf(row).topic ?? ''
    for (const file of found)
      if (!files.has(file.id)) files.set(file.id, channelFile(file, { ...row, topic: topicOfRow }))
  }
  return { files: [...files.values()], next }
}

function channelFile(file: Attachment, message: { id: number; sender_id: number; topic: string }): ChannelFile {
  const { id, name, path_id, size, content_type, created_at: create_time } = file
  const thumbnail_url = uploadedPicture(file)?.thumbnail_url ?? null
  const { id: message_id, sender_id, topic } = message
  return { id, name, path_id, size, content_type, create_time, thumbnail_url, message_id, sender_id, topic }
}
