import { at, many, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const page = one({ status_description: text })
const incident = one({ name: text, status: text, incident_updates: many(one({ body: text })) })

export const statuspage = integration({
  title: 'Statuspage',
  category: 'monitoring',
  setup: 'The status page → Subscribe → Webhook.',
  reads: json,
  event: (body) =>
    at(body, 'incident') !== undefined ? 'incident' : at(body, 'component') !== undefined ? 'component' : 'unknown',
  events: {
    incident: on(one({ page, incident }), ({ page: { status_description }, incident: { name, status, ...body } }) => ({
      topic: `${name}: ${status_description}`,
      content: `**${name}**:\n* State: **${status}**\n* Description: ${body.incident_updates[0]?.body ?? ''}`,
    })),
    component: on(
      one({ page, component: one({ name: text }), component_update: one({ old_status: text, new_status: text }) }),
      ({ page: { status_description }, component: { name }, component_update: update }) => ({
        topic: `${name}: ${status_description}`,
        content: `**${name}** has changed status from **${update.old_status}** to **${update.new_status}**.`,
      }),
    ),
  },
})
