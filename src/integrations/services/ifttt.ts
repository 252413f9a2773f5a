import { maybe, one, text } from '../fields'
import { integration } from '../integration'
import { json } from '../read-body'
import { topicAndContent } from '../wording/plain-messages'

export const ifttt = integration({
  title: 'IFTTT',
  category: 'meta',
  setup:
    'An applet whose action is Webhooks → Make a web request: POST, application/json, with topic and content in the body.',
  reads: json,
  events: { message: topicAndContent(one({ topic: maybe(text), subject: maybe(text), content: maybe(text) })) },
})
