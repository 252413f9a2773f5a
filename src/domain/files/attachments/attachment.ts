import * as v from 'valibot'
import { named } from '../../../api/named'
import type { WireAttachment } from '../../../realm'

/** A file that a user uploaded. */
export type Attachment = {
  id: number
  path_id: string // the part of its URL after /user_uploads/
  key: string // of its bytes in R2
  owner_id: number
  name: string
  size: number
  content_type: string // as the client declared it
  etag: string
  created_at: number
  unreferenced_since: number | null // null: a message contains it
  picture_type: string | null // as its first bytes say; null: no picture
  width: number | null // in pixels, as a browser shows the picture
  height: number | null
  is_animated: number // 1: the picture has several frames
  thumbnail: ThumbnailState | null // null: none was tried yet
  thumbnail_due: number | null // when the alarm updates the messages with it, or without it if there is none
  thumbnail_size: number | null
  thumbnail_etag: string | null
  animation_size: number | null // of the thumbnail that moves; null: there is none
  animation_etag: string | null
}

/**
 * The thumbnail of a picture. `pending`: it is being made, and messages show a placeholder. `requested`: it is being made for a
 * request. `failed`: the picture is damaged or hostile, so messages do not show it. `original`: the picture itself is shown.
 */
export type ThumbnailState = 'pending' | 'requested' | 'ready' | 'failed' | 'original'

export const attachmentShape: v.GenericSchema<WireAttachment> = named(
  'Attachment',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    path_id: v.string(),
    size: v.number(),
    create_time: v.number(),
    messages: v.array(v.strictObject({ date_sent: v.number(), id: v.number() })),
    message_ids: v.array(v.number()),
  }),
)

/** The fields of a response to an upload. Older clients read `uri`. */
export const uploadFields = { url: v.string(), uri: v.string(), filename: v.string() }

export const pathOfUrl = (url: string): string => url.slice('/user_uploads/'.length)

export function uploadResponse({ path_id, name }: Pick<Attachment, 'path_id' | 'name'>) {
  const url = `/user_uploads/${path_id}`
  return { url, uri: url, filename: name }
}
