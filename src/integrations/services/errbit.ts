import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const problem = one({ url: address, app_name: text, environment: text, error_class: text, message: text })

export const errbit = integration({
  title: 'Errbit',
  category: 'monitoring',
  setup: 'App → Edit → Notification service → Webhook.',
  reads: json,
  events: {
    message: on(one({ problem }), ({ problem: { url, app_name, environment, error_class, message } }) => ({
      topic: `${app_name} / ${environment}`,
      content: `[${error_class}](${url}): "${message}" occurred.`,
    })),
  },
})
