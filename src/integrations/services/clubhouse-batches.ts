import { at, textAt } from '../fields'
import { nameOfReference, type Action, type Body } from './clubhouse-events'
import { addedLabels, linkTo, movedState } from './clubhouse-names'

type Write = (body: Body, action: Action) => string | undefined
type Single = Record<'epicChanged' | 'projectChanged' | 'typeChanged' | 'labeled' | 'stateChanged', Write>

/** Returns the text of a story that was changed together with others. A single change has its usual text. */
export const batchText =
  (single: Single): Write =>
  (body, action) => {
    const change = (name: string) => at(action, 'changes', name)
    const name = (id: unknown) => `**${nameOfReference(body, id) ?? 'None'}**`
    const moves = ['epic_id', 'project_id'].flatMap((property) => {
      const moved = change(property)
      const title = property === 'epic_id' ? 'Epic' : 'Project'
      return moved === undefined ? [] : [`${title} ${name(at(moved, 'old'))} to ${name(at(moved, 'new'))}`]
    })
    const parts = moves.length === 0 ? [] : [`was moved from ${moves.join(', ')}`]
    let last: Write | undefined = change('epic_id') === undefined ? undefined : single.epicChanged
    if (change('project_id') !== undefined) last = single.projectChanged
    const verb = () => (parts.length === 0 ? 'was' : 'and')
    const type = change('story_type')
    if (type !== undefined) {
      parts.push(
        `${verb()} changed from type **${textAt(type, 'old') ?? 'None'}** to **${textAt(type, 'new') ?? 'None'}**`,
      )
      last = single.typeChanged
    }
    const labels = addedLabels(body, action)
    if (labels.length > 0) {
      // As in Zulip, labels that were removed count too, and two that were added do not.
      const isPlural = at(change('label_ids'), 'removes') !== undefined
      parts.push(`${verb()} added with the new label${isPlural ? 's' : ''} ${labels.join(', ')}`)
      last = single.labeled
    }
    if (change('workflow_state_id') !== undefined) last = single.stateChanged
    if (parts.length <= 1) return last?.(body, action)
    return `The story ${linkTo(action)} ${parts.join(', ')}${movedState(body, action)}.`
  }
