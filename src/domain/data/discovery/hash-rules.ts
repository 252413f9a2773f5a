import { createHash } from 'node:crypto'

// The command line verifies an export with this file, too: it imports nothing of the server.

/** A file of a message in a result. */
export type FoundFile = { name: string; size: number; content_type: string; owner_id: number; file: string }

/** A message as a search over everything finds it. */
export type FoundMessage = {
  id: number
  sender_id: number
  timestamp: number
  stream_id: number | null
  topic: string | null
  user_ids: readonly number[] | null // the participants of a direct message
  content: string
  earlier_contents: readonly { content: string; user_id: number | null; replaced_at: number }[]
  deleted_at: number | null // null: the message exists
  files: readonly FoundFile[]
}

export type HashedMessage = FoundMessage & { sha256: string }

/** Returns the hash of a message: of its values in a fixed order. */
export function hashOfMessage(message: FoundMessage): string {
  const { id, sender_id, timestamp, stream_id, topic, user_ids, content, earlier_contents, deleted_at, files } = message
  const earlier = earlier_contents.map((version) => [version.content, version.user_id, version.replaced_at])
  const named = files.map(({ name, size, content_type, owner_id, file }) => [name, size, content_type, owner_id, file])
  const values = [id, sender_id, timestamp, stream_id, topic, user_ids, content, earlier, deleted_at, named]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

export const hashed = (message: FoundMessage): HashedMessage => ({ ...message, sha256: hashOfMessage(message) })
