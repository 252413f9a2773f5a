import { tracing } from 'cloudflare:workers'
import type { STEPS } from './steps'

/** What a trace says about a step. Never text that people wrote, an address, or a secret. */
type Facts = Readonly<Record<string, string | number | undefined>>

type StepName = (typeof STEPS)[number]

/**
 * Does a step. If the platform records a trace, the trace has the step with its time and these facts. An asynchronous step ends with its
 * promise.
 */
export function traced<Result>(name: StepName, facts: Facts, step: (note: (facts: Facts) => void) => Result): Result {
  // A span costs ten times as much as this question, also without a record.
  if (!tracing.getActiveSpan()?.isTraced) return step(() => {})
  return tracing.enterSpan(name, (span) => {
    const note = (more: Facts) => void span.setAttributes({ ...more })
    note(facts)
    return step(note)
  })
}
