import * as v from 'valibot'
import { named } from '../../../api/named'
import { ids, integer, oneOf, optional, shortText, text } from '../../../api/params'
import { MAX_CONTENT_ACCEPTED, MAX_RECIPIENTS } from '../../realm/settings/limits'

/** A message that a user has begun to write. Only the content is required. */
export type Draft = {
  id: number // never used again, even if the draft is deleted
  type: 'stream' | 'private' | '' // '': no recipient yet
  to: number[] // one channel, users, or nothing
  topic: string
  content: string
  timestamp: number // when it was last edited, in UNIX seconds
}

export const draftShape = named(
  'Draft',
  v.strictObject({
    id: v.number(),
    type: v.picklist(['stream', 'private', '']),
    to: v.array(v.number()),
    topic: v.string(),
    content: v.string(),
    timestamp: v.number(),
  }),
)

/** A draft as clients send it. Clients send a whole draft back, so it may have an id. The id in the path counts. */
export const draftParam = v.strictObject({
  id: optional(integer()),
  type: oneOf(['stream', 'private', '']),
  to: ids(MAX_RECIPIENTS),
  topic: shortText(),
  content: text(MAX_CONTENT_ACCEPTED),
  timestamp: optional(integer()),
})

export type RequestedDraft = v.InferOutput<typeof draftParam>
