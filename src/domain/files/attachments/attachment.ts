import * as v from 'valibot'
import type { ToldAttachment } from '../../../realm'

/** A file that somebody uploaded. */
export type Attachment = {
  id: number
  path_id: string // what follows /user_uploads/ in its address
  key: string // where R2 has it
  owner_id: number
  name: string
  size: number
  content_type: string // as its owner said
  etag: string
  created_at: number
  unclaimed_since: number | null // null: some message holds it
}

/** A file as its owner is told of it (specification 2.4). Times are in milliseconds here, and nowhere else. */
export const attachmentShape: v.GenericSchema<ToldAttachment> = v.strictObject({
  id: v.number(),
  name: v.string(),
  path_id: v.string(),
  size: v.number(),
  create_time: v.number(),
  messages: v.array(v.strictObject({ date_sent: v.number(), id: v.number() })),
})

/** What whoever uploaded a file is answered: where it is, under two names, as older clients know only the second. */
export const uploaded = { url: v.string(), uri: v.string(), filename: v.string() }
export function uploadedAs({ path_id, name }: Pick<Attachment, 'path_id' | 'name'>) {
  const url = `/user_uploads/${path_id}`
  return { url, uri: url, filename: name }
}
