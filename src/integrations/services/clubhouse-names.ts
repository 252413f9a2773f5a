import { addressAt, at, textAt } from '../fields'
import { nameOfReference, type Action, type Body } from './clubhouse-events'

export const linkTo = (story: Action | undefined): string =>
  `[${textAt(story, 'name') ?? ''}](${addressAt(story, 'app_url')})`

/** Returns the labels that were added, in bold. New labels are actions of their own. */
export function addedLabels(body: Body, action: Action): string[] {
  const added = at(action, 'changes', 'label_ids', 'adds')
  return (Array.isArray(added) ? added : []).map((label: unknown) => {
    const own = body.actions.find(({ id }) => id === label)
    return `**${textAt(own, 'name') ?? nameOfReference(body, label) ?? ''}**`
  })
}

/** Returns the change of the state of a story, to stand at the end of another text. */
export function movedState(body: Body, story: Action): string {
  const state = at(story, 'changes', 'workflow_state_id')
  const [old, now] = [nameOfReference(body, at(state, 'old')), nameOfReference(body, at(state, 'new'))]
  return old === undefined || now === undefined ? '' : ` (${old} -> ${now})`
}
