import { at, textAt } from '../fields'

/** One change in a delivery, and the delivery, which has the names of the things that it mentions. */
export type Action = Record<string, unknown>
export type Body = { primary_id?: unknown; actions: readonly Action[]; references: readonly Action[] }

/** What changed in an update, the most telling property first. */
const CHANGES: readonly [string, string][] = [
  ['description', 'description'],
  ['state', 'state'],
  ['workflow_state_id', 'state'],
  ['name', 'name'],
  ['archived', 'archived'],
  ['complete', 'complete'],
  ['epic_id', 'epic'],
  ['estimate', 'estimate'],
  ['file_ids', 'attachment'],
  ['label_ids', 'label'],
  ['project_id', 'project'],
  ['story_type', 'type'],
  ['owner_ids', 'owner'],
]

/** Returns the event of an action: its thing, what happened, and the property that changed. */
export function eventOf(body: Body, action: Action): string {
  const event = `${textAt(action, 'entity_type') ?? ''}_${textAt(action, 'action') ?? ''}`
  // Without a primary action, several stories were changed together.
  if (event === 'story_update' && body.primary_id === undefined) return `${event}_batch`
  const change = CHANGES.find(([property]) => at(action, 'changes', property) !== undefined)
  return change === undefined ? event : `${event}_${change[1]}`
}

export const primaryActions = ({ primary_id, actions }: Body): readonly Action[] =>
  primary_id === undefined ? actions : actions.filter(({ id }) => id === primary_id)

export const nameOfReference = ({ references }: Body, id: unknown): string | undefined => {
  const reference = references.find((each) => each.id === id)
  return reference && textAt(reference, 'name')
}

/** Returns the name of the story or the epic that an action belongs to. */
export function topicOf(body: Body, action: Action): string | undefined {
  const type = textAt(action, 'entity_type') ?? ''
  const owner = type.startsWith('epic') ? 'epic' : 'story'
  const isOwn = type === owner || (textAt(action, 'name') !== undefined && type !== 'branch')
  const named = (things: readonly Action[]) => things.findLast(({ entity_type }) => entity_type === owner)
  return (
    (isOwn ? textAt(action, 'name') : undefined) ??
    textAt(named(body.actions), 'name') ??
    textAt(named(body.references), 'name')
  )
}
