import type * as v from 'valibot'
import { emptyText } from '../errors'
import { on, type AnyEvent } from '../integration'

type Message = { topic?: string | null; subject?: string | null; content?: string | null }

/** An event that is a message already. `subject` is the older name of the topic. */
export const topicAndContent = (fields: v.GenericSchema<unknown, Message>): AnyEvent =>
  on(fields, ({ topic, subject, content }) => {
    const title = topic ?? subject
    if (!title) throw emptyText({ name: 'Topic' })
    if (!content) throw emptyText({ name: 'Content' })
    return { topic: title, content }
  })
