import { maybe, one, text, textAt } from '../fields'
import { integration, on, type AnyEvent } from '../integration'
import { json } from '../read-body'
import { quotedWithTicks } from '../wording/words'

const TYPES = ['HTTP', 'HTTP_CUSTOM', 'HTTPS', 'SMTP', 'POP3', 'IMAP', 'PING', 'DNS', 'UDP', 'PORT_TCP']
const body = one({
  check_name: text,
  check_type: text,
  check_params: one({ hostname: text }),
  previous_state: text,
  current_state: text,
  long_description: maybe(text),
})

const changed: AnyEvent = on(body, (check) => {
  const start =
    `Service ${check.check_params.hostname} changed its ${check.check_type} status from ` +
    `${check.previous_state} to ${check.current_state}`
  const isDown = check.current_state === 'DOWN' && check.previous_state === 'UP'
  return {
    topic: `${check.check_name} status.`,
    content: isDown ? `${start}:\n\n${quotedWithTicks(check.long_description ?? '')}` : `${start}.`,
  }
})

export const pingdom = integration({
  title: 'Pingdom',
  category: 'monitoring',
  setup: 'Integrations → Add → Webhook; then enable it in the checks.',
  reads: json,
  event: (value) => textAt(value, 'check_type') ?? '',
  events: Object.fromEntries(TYPES.map((type) => [type, changed])),
})
