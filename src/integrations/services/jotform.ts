import { one, text } from '../fields'
import { integration, on, type RawBody } from '../integration'
import { json, multipart } from '../read-body'

/** The service sends a form of several parts. Some recordings of it are JSON. */
const read = (body: RawBody): unknown =>
  body.text.startsWith('--') || /^multipart\//i.test(body.content_type) ? multipart(body) : json(body)

export const jotform = integration({
  title: 'Jotform',
  category: 'productivity',
  setup: 'Form → Settings → Integrations → Webhooks.',
  reads: read,
  events: {
    message: on(one({ formTitle: text, submissionID: text, pretty: text }), ({ formTitle, submissionID, pretty }) => ({
      topic: formTitle,
      content:
        `A new submission (ID ${submissionID}) was received:\n` +
        pretty
          .split(', ')
          .map((answer) => `* ${answer}`)
          .join('\n'),
    })),
  },
})
