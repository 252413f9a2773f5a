import { anything } from '../fields'
import { integration, on } from '../integration'
import { json as readJson } from '../read-body'

/** Any JSON, for a service that has no integration of its own. */
export const json = integration({
  title: 'JSON',
  display_name: 'JSON formatter',
  category: 'meta',
  setup: 'Any program: POST JSON to the address. The message shows the JSON.',
  reads: readJson,
  events: {
    message: on(anything, (body) => ({
      topic: 'JSON',
      content: `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
    })),
  },
})
