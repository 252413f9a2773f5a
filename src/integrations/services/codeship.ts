import { address, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const OUTCOMES: Readonly<Record<string, string>> = { success: 'succeeded', error: 'failed', testing: 'started' }
const build = one({ build_url: address, project_name: text, committer: text, branch: text, status: text })

export const codeship = integration({
  title: 'Codeship',
  category: 'continuous-integration',
  setup: 'Project settings → Notifications → Webhook.',
  reads: json,
  events: {
    message: on(one({ build }), ({ build: { build_url, project_name, committer, branch, status } }) => ({
      topic: project_name,
      content:
        `[Build](${build_url}) triggered by ${committer} on ${branch} branch ` +
        `${OUTCOMES[status] ?? `has ${status} status`}.`,
    })),
  },
})
