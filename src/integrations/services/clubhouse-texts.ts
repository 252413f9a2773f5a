import { addressAt, at, textAt } from '../fields'
import { quotedWithTicks } from '../wording/words'
import { nameOfReference, type Action, type Body } from './clubhouse-events'
import { batchText } from './clubhouse-batches'
import { addedLabels, linkTo, movedState } from './clubhouse-names'

export type Write = (body: Body, action: Action) => string | undefined
type Owner = 'story' | 'epic'

const bold = (name: unknown) => `**${typeof name === 'string' ? name : ''}**`
const nameOf = (owner: Owner, thing: Action | undefined) =>
  owner === 'story' ? linkTo(thing) : bold(textAt(thing, 'name'))
const changeOf = (action: Action, property: string) => ({
  old: at(action, 'changes', property, 'old'),
  now: at(action, 'changes', property, 'new'),
})
const inBrackets = (value: string | undefined) => (value ? `(${value})` : '')
const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const fromTo = (start: string, old: unknown, now: unknown) =>
  `${start} was changed from:\n${quotedWithTicks(plain(old))}\nto\n${quotedWithTicks(plain(now))}`

const deleted: Write = (_, action) => `The ${textAt(action, 'entity_type')} ${bold(action.name)} was deleted.`

const archived =
  (owner: Owner): Write =>
  (_, action) =>
    `The ${owner} ${nameOf(owner, action)} was ${changeOf(action, 'archived').now === true ? 'archived' : 'unarchived'}.`

const described =
  (owner: Owner): Write =>
  (_, action) => {
    const { old, now } = changeOf(action, 'description')
    const name = nameOf(owner, action)
    if (old && now) return fromTo(`Description for the ${owner} ${name}`, old, now)
    return now
      ? `New description added to the ${owner} ${name}:\n${quotedWithTicks(plain(now))}`
      : `Description for the ${owner} ${name} was removed.`
  }

const renamed =
  (owner: Owner): Write =>
  (_, action) => {
    const { old, now } = changeOf(action, 'name')
    return fromTo(`The name of the ${owner} ${nameOf(owner, action)}`, old, now)
  }

const commented =
  (owner: Owner): Write =>
  ({ actions }, action) => {
    const about = actions.find(({ entity_type }) => entity_type === owner)
    const quote = quotedWithTicks(textAt(action, 'text') ?? '')
    return `New comment added to the ${owner} ${nameOf(owner, about)}:\n${quote}`
  }

const storyCreated: Write = (body, action) => {
  const epic = nameOfReference(body, action.epic_id)
  return action.epic_id === undefined
    ? `New story ${linkTo(action)} of type ${bold(action.story_type)} was created.`
    : `New story ${linkTo(action)} was created and added to the epic ${bold(epic)}.`
}

const stateChanged =
  (owner: Owner): Write =>
  (body, action) => {
    const isStory = owner === 'story'
    const { old, now } = changeOf(action, isStory ? 'workflow_state_id' : 'state')
    const name = (value: unknown) => bold(isStory ? nameOfReference(body, value) : value)
    return `State of the ${owner} ${nameOf(owner, action)} was changed from ${name(old)} to ${name(now)}.`
  }

const taskChanged =
  (verb: string): Write =>
  ({ actions }, action) => {
    const story = actions.find(({ entity_type }) => entity_type === 'story')
    return `Task ${bold(action.description)} was ${verb} the story ${linkTo(story)}.`
  }

const taskCompleted: Write = ({ references }, action) => {
  if (changeOf(action, 'complete').now !== true) return undefined
  const story = references.find(({ id }) => id === action.story_id)
  return `Task ${bold(action.description)}${story ? ` (${linkTo(story)})` : ''} was completed. :tada:`
}

const epicChanged: Write = (body, action) => {
  const { old, now } = changeOf(action, 'epic_id')
  const [before, after] = [bold(nameOfReference(body, old)), bold(nameOfReference(body, now))]
  if (old && now) return `The story ${linkTo(action)} was moved from ${before} to ${after}.`
  return now
    ? `The story ${linkTo(action)} was added to the epic ${after}.`
    : `The story ${linkTo(action)} was removed from the epic ${before}.`
}

const estimated: Write = (_, action) => {
  const { now } = changeOf(action, 'estimate')
  const estimate = now === undefined ? '*Unestimated*' : `${plain(now)} points`
  return `The estimate for the story ${linkTo(action)} was set to ${estimate}.`
}

const attached: Write = ({ references }, action) => {
  const added = at(action, 'changes', 'file_ids', 'adds', 0)
  if (added === undefined) return undefined
  const file = references.find(({ id }) => id === added)
  const name = textAt(file, 'name')
  const attachment = `${textAt(file, 'entity_type') ?? 'new'} attachment${name ? ` \`${name}\`` : ''}`
  return `A ${attachment} was added to the story ${linkTo(action)}.`
}

const labeled: Write = (body, action) => {
  const labels = addedLabels(body, action)
  if (labels.length === 0) return undefined
  const were = labels.length === 1 ? `The label ${labels[0]} was` : `The labels ${labels.join(', ')} were`
  return `${were} added to the story ${linkTo(action)}.`
}

const projectChanged: Write = (body, action) => {
  const { old, now } = changeOf(action, 'project_id')
  const [before, after] = [bold(nameOfReference(body, old)), bold(nameOfReference(body, now))]
  return `The story ${linkTo(action)} was moved from the ${before} project to ${after}.`
}

const typeChanged: Write = (_, action) => {
  const { old, now } = changeOf(action, 'story_type')
  return `The type of the story ${linkTo(action)} was changed from ${bold(old)} to ${bold(now)}.`
}

/** The texts about what a story is linked with: the primary action is the link, and another one is the story. */
const linked =
  (start: string, middle: string, name: string): Write =>
  (body, story) => {
    const link = body.actions.find(({ id }) => id === body.primary_id)
    const value = textAt(link, name)
    const title = value === undefined ? '' : ` [${name === 'number' ? '#' : ''}${value}](${addressAt(link, 'url')})`
    return `${start}${title} ${middle} story ${linkTo(story)}${movedState(body, story)}.`
  }

export const TEXTS: Readonly<Record<string, Write>> = {
  story_create: storyCreated,
  epic_create: (_, action) => `New epic ${bold(action.name)}${inBrackets(textAt(action, 'state'))} was created.`,
  story_delete: deleted,
  epic_delete: deleted,
  story_update_archived: archived('story'),
  epic_update_archived: archived('epic'),
  story_update_description: described('story'),
  epic_update_description: described('epic'),
  story_update_name: renamed('story'),
  epic_update_name: renamed('epic'),
  story_update_state: stateChanged('story'),
  epic_update_state: stateChanged('epic'),
  'story-comment_create': commented('story'),
  'epic-comment_create': commented('epic'),
  'story-task_create': taskChanged('added to'),
  'story-task_delete': taskChanged('removed from'),
  'story-task_update_complete': taskCompleted,
  story_update_epic: epicChanged,
  story_update_estimate: estimated,
  story_update_attachment: attached,
  story_update_label: labeled,
  story_update_project: projectChanged,
  story_update_type: typeChanged,
  story_update_owner: (_, action) => `New owner added to the story ${linkTo(action)}.`,
  story_update_batch: batchText({
    epicChanged,
    projectChanged,
    typeChanged,
    labeled,
    stateChanged: stateChanged('story'),
  }),
  'pull-request_create': linked('New GitHub PR', 'opened for', 'number'),
  'pull-request_comment': linked('Existing GitHub PR', 'associated with', 'number'),
  branch_create: linked('New GitHub branch', 'associated with', 'name'),
}
