import { address, maybe, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const STATES: Readonly<Record<string, string>> = {
  failed: 'has failed. :cross_mark:',
  succeeded: 'has succeeded. :check:',
  running: 'has started. :running:',
  scheduled: 'has started. :running:',
}

const job = one({ name: text, permalink: address })
const execution = one({ id: maybe(number), href: address, project: text, job, status: text })

export const rundeck = integration({
  title: 'Rundeck',
  category: 'deployment',
  setup: 'Job → Edit → Notifications → Send webhook: POST, JSON.',
  reads: json,
  events: {
    message: on(
      one({ trigger: maybe(text), executionId: maybe(number), execution }),
      ({ trigger, executionId, execution: { id, href, project, status, job: about } }) => {
        const isLong = status === 'running' && trigger === 'avgduration'
        const outcome = isLong ? 'is running long. :time_ticking:' : (STATES[status] ?? `${status}.`)
        return {
          topic: about.name,
          content: `[${about.name}](${about.permalink}) execution [#${id ?? executionId}](${href}) for ${project} ${outcome}`,
        }
      },
    ),
  },
})
