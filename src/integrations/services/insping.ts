import { maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { longDate } from '../wording/times'

const check = one({
  check_state_name: text,
  request_url: maybe(text),
  response_time: maybe(number),
  request_start_time: text,
  application_name: maybe(text),
})

export const insping = integration({
  title: 'Insping',
  category: 'monitoring',
  setup: 'Settings → Notification → Webhook.',
  reads: json,
  events: {
    message: on(one({ webhook_event_data: check }), ({ webhook_event_data: found }) => ({
      topic: 'insping',
      content:
        `State changed to **${found.check_state_name}**:` +
        `${found.request_url ? `\n* **URL**: ${found.request_url}` : ''}` +
        `${found.response_time ? `\n* **Response time**: ${found.response_time} ms` : ''}` +
        `\n* **Timestamp**: ${longDate(found.request_start_time)}`,
    })),
  },
})
