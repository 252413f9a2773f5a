import * as v from 'valibot'
import { ids, integer, oneOf, optional, shortText, text } from '../../../api/params'
import { MAX_CONTENT_ACCEPTED, MAX_RECIPIENTS } from '../../realm/settings/limits'

/** A message somebody has begun. It may lack anything but words. */
export type Draft = {
  id: number // given once: a draft that is gone leaves its id to no other
  type: 'stream' | 'private' | '' // '': to nobody yet
  to: number[] // one channel, or the people, or nobody
  topic: string
  content: string
  timestamp: number // when it was last edited, in UNIX seconds
}

export const draftShape = v.strictObject({
  id: v.number(),
  type: v.picklist(['stream', 'private', '']),
  to: v.array(v.number()),
  topic: v.string(),
  content: v.string(),
  timestamp: v.number(),
})

/** As clients say it. They send a draft back whole, so its id may come along; which one is meant the path says. */
export const draftParam = v.strictObject({
  id: optional(integer()),
  type: oneOf(['stream', 'private', '']),
  to: ids(MAX_RECIPIENTS),
  topic: shortText(),
  content: text(MAX_CONTENT_ACCEPTED),
  timestamp: optional(integer()),
})

export type RequestedDraft = v.InferOutput<typeof draftParam>
