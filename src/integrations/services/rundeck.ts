import { number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const TRIGGERS: Readonly<Record<string, string>> = {
  start: 'has started. :running:',
  success: 'has succeeded. :check:',
  failure: 'has failed. :cross_mark:',
  avgduration: 'is running long. :time_ticking:',
  retryablefailure: 'has failed, but it will be tried again. :warning:',
}

const job = one({ name: text, permalink: text })

export const rundeck = integration({
  title: 'Rundeck',
  reads: json,
  events: {
    message: on(
      one({ trigger: text, executionId: number, execution: one({ href: text, project: text, job, status: text }) }),
      ({ trigger, executionId, execution }) => {
        const { name, permalink } = execution.job
        const outcome =
          trigger === 'success' || trigger === 'failure' || !TRIGGERS[trigger]
            ? (TRIGGERS[execution.status === 'succeeded' ? 'success' : 'failure'] ?? '')
            : TRIGGERS[trigger]
        return {
          topic: name,
          content: `[${name}](${permalink}) execution [#${executionId}](${execution.href}) for ${execution.project} ${outcome}`,
        }
      },
    ),
  },
})
