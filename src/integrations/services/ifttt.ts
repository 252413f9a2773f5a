import { maybe, one, text } from '../fields'
import { integration } from '../integration'
import { json } from '../read-body'
import { topicAndContent } from '../wording/plain-messages'

export const ifttt = integration({
  title: 'IFTTT',
  reads: json,
  events: { message: topicAndContent(one({ topic: maybe(text), subject: maybe(text), content: maybe(text) })) },
})
