import { maybe, number, one, text, textAt } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'
import { configured } from '../wording/words'

const check = one({
  check_name: text,
  request_url: maybe(text),
  http_status_code: maybe(number),
  application_name: maybe(text),
})
const body = one({ webhook_event_data: check })

export const freshping = integration({
  title: 'Freshping',
  category: 'monitoring',
  setup: 'Settings → Integrations → Webhook → + Create webhook. Simple content.',
  reads: json,
  event: (value) => textAt(value, 'webhook_event_data', 'check_state_name') ?? '',
  events: {
    Available: on(body, ({ webhook_event_data: { application_name, check_name, request_url } }, { title }) =>
      application_name === 'Webhook test'
        ? { topic: title, content: configured(title) }
        : { topic: check_name, content: `${request_url || check_name} is back up and no longer unreachable.` },
    ),
    'Reporting Error': on(body, ({ webhook_event_data: { check_name, request_url, http_status_code } }) => ({
      topic: check_name,
      content: `${request_url || check_name} has just become unreachable.${http_status_code ? `\nError code: ${http_status_code}.` : ''}`,
    })),
  },
})
