import { apiError, badRequest, notFound } from '../../../../api/errors'
import { findControl, fits, type Control, type ControlRow } from '../../../../integrations/controls'
import { MAX_LATE_ANSWERS } from '../rules'

export const noPressAddress = badRequest(() => 'The bot has no address for presses')
export const noSuchControl = apiError(
  'NO_SUCH_CONTROL',
  () => 'The message has no such button, menu or field. It may have changed.',
)
export const valueDoesNotFit = badRequest(
  (f: { action_id: string }) => `The value of ${f.action_id} does not fit its button, menu or field`,
)
export const pressFailed = apiError('PRESS_FAILED', (f: { why: string }) => `The program cannot be used now: ${f.why}.`)
export const answerIsUnknown = notFound(() => 'No press has this address')
export const answerIsLate = badRequest(() => 'The time to answer this press has passed')
export const tooManyAnswers = badRequest(() => `A press has at most ${MAX_LATE_ANSWERS} late answers`)

type Ids = { block_id: string; action_id: string }
export type ControlValue = Ids & { values: string[] }
export type Press = Ids & { values: ControlValue[] }

/** Returns the control of a press. Throws if the message has none with these ids, or if a user cannot have chosen a value. */
export function requireControl(rows: readonly ControlRow[], press: Press): Control {
  const control = findControl(rows, press)
  if (control === undefined) throw noSuchControl({})
  for (const { values, ...ids } of press.values) {
    const other = findControl(rows, ids)
    if (other === undefined) throw noSuchControl({})
    if (!fits(other, values)) throw valueDoesNotFit({ action_id: ids.action_id })
  }
  return control
}
