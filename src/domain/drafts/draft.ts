import * as v from 'valibot'
import { integer, list, oneOf, optional, text } from '../../api/params'

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
  to: list(integer()),
  topic: text(),
  content: text(),
  timestamp: optional(integer()),
})

export type WantedDraft = v.InferOutput<typeof draftParam>
