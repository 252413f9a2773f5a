import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const error = one({ error_message: text, error_class: text, project: one({ name: text }) })

export const airbrake = integration({
  title: 'Airbrake',
  category: 'monitoring',
  setup: 'Project settings → Integrations → Webhooks.',
  reads: json,
  events: {
    message: on(
      one({ error, airbrake_error_url: address }),
      ({ error: { error_message, error_class, project }, ...body }) => ({
        topic: project.name,
        content: `[${error_class}](${body.airbrake_error_url}): "${error_message}" occurred.`,
      }),
    ),
  },
})
