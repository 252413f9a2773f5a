import { maybe, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { topicAndContent } from '../wording/plain-messages'

/** The service asks for the name of the account, to show it. Any answer will do. */
const AUTHENTICATION = 'auth'

export const zapier = integration({
  title: 'Zapier',
  category: 'meta',
  setup: 'A Zap whose action is Webhooks by Zapier → POST: JSON with topic and content.',
  reads: json,
  isQuietAboutBodies: true,
  event: (body) => (textAt(body, 'type') === AUTHENTICATION ? undefined : 'message'),
  events: {
    message: topicAndContent(one({ topic: maybe(text), subject: maybe(text), content: maybe(text) })),
    [AUTHENTICATION]: on(one({}), () => undefined),
  },
})
