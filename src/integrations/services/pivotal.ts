import { address, anything, at, dictionary, firstOf, many, maybe, number, one, text, textAt } from '../fields'
import { malformedBody } from '../errors'
import { integration, on, type AnyEvent, type RawBody } from '../integration'
import { json } from '../read-body'
import { unescaped } from '../wording/html-text'

/** The older version of the service sends XML, with few and flat elements. The newer one sends JSON. */

const STORY = ['id', 'description', 'story_type', 'current_state', 'estimate']

const elementIn = (xml: string, name: string): string | undefined => {
  // Linear: the names are those of this file, and no part of the pattern crosses a tag.
  const found = new RegExp(`<${name}(?: [^<>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

function read(body: RawBody): unknown {
  if (!body.text.trimStart().startsWith('<')) return json(body)
  const start = body.text.indexOf('<stories')
  const head = start < 0 ? body.text : body.text.slice(0, start)
  const stories = start < 0 ? '' : body.text.slice(start)
  const kind = elementIn(head, 'event_type')
  if (kind === undefined) throw malformedBody({})
  return {
    kind: `${kind}_v3`,
    description: elementIn(head, 'description'),
    project_id: elementIn(head, 'project_id'),
    story: Object.fromEntries(STORY.map((name) => [name, elementIn(stories, name)])),
  }
}

const story = one({
  id: maybe(text),
  description: maybe(text),
  story_type: maybe(text),
  current_state: maybe(text),
  estimate: maybe(text),
})
const old = one({ description: text, project_id: text, story })

type Old = { description: string; project_id: string; story: { id?: string | null } }
const viewLink = (body: Old) =>
  ` [(view)](https://www.pivotaltracker.com/s/projects/${body.project_id}/stories/${body.story.id ?? ''}).`
/** The name of a story is only in the description, in quotes. */
const nameIn = (description: string) => /^[^"]+"([^"]+)"/.exec(description)?.[1] ?? 'Story changed'

const change = one({
  kind: maybe(text),
  original_values: maybe(dictionary(anything)),
  new_values: maybe(dictionary(anything)),
})
const activity = one({
  project: one({ id: number, name: text }),
  primary_resources: firstOf(one({ id: number, name: text, url: address, story_type: maybe(text) })),
  performed_by: maybe(one({ name: text })),
  changes: maybe(many(change)),
})

type Change = { kind?: string | null; original_values?: unknown; new_values?: unknown }
type Activity = { user: string; story: string; type: string; changes: readonly Change[] }

const acted = (write: (activity: Activity) => string): AnyEvent =>
  on(activity, ({ project, primary_resources: resource, performed_by, changes }) => {
    const link = `[${resource.name}](${resource.url})`
    const content = write({
      user: performed_by?.name ?? '',
      story: `[${project.name}](https://www.pivotaltracker.com/s/projects/${project.id}): ${link}`,
      type: resource.story_type ?? '',
      changes: changes ?? [],
    })
    return content === '' ? undefined : { topic: `#${resource.id}: ${resource.name}`, content }
  })

const commentOf = ({ kind, new_values }: Change) => (kind === 'comment' ? textAt(new_values, 'text') : undefined)
const has = (values: unknown, name: string) => at(values, name) !== undefined

function changeLines(each: Change): string[] {
  const [before, after] = [each.original_values, each.new_values]
  const lines: string[] = []
  const value = (values: unknown, name: string) => textAt(values, name) ?? ''
  if (has(before, 'current_state') && has(after, 'current_state'))
    lines.push(`* state changed from **${value(before, 'current_state')}** to **${value(after, 'current_state')}**`)
  if (has(before, 'estimate') && has(after, 'estimate')) {
    const from = textAt(before, 'estimate')
    const start = from === undefined ? 'is now' : `changed from ${from} to`
    lines.push(`* estimate ${start} **${textAt(after, 'estimate') ?? '0'} points**`)
  }
  if (has(before, 'story_type') && has(after, 'story_type'))
    lines.push(`* type changed from **${value(before, 'story_type')}** to **${value(after, 'story_type')}**`)
  const comment = commentOf(each)
  if (comment !== undefined) lines.push(`* Comment added:\n~~~quote\n${comment}\n~~~`)
  return lines
}

function eventOf(body: unknown): string {
  const kind = textAt(body, 'kind') ?? ''
  return kind.endsWith('_v3') ? kind : `${kind}_v5`
}

export const pivotal = integration({
  title: 'Pivotal',
  display_name: 'Pivotal Tracker',
  category: 'project-management',
  setup: 'Project → Settings → Webhooks, version v5.',
  reads: read,
  event: eventOf,
  events: {
    story_update_v3: on(old, (body) => ({
      topic: nameIn(body.description),
      content: body.description + viewLink(body),
    })),
    note_create_v3: on(old, (body) => ({ topic: 'Comment added', content: body.description + viewLink(body) })),
    story_create_v3: on(old, (body) => {
      const { current_state, story_type, estimate, description } = body.story
      const worth = estimate ? ` worth ${estimate} story points` : ''
      return {
        topic: nameIn(body.description),
        content:
          `${body.description} (${current_state ?? ''} ${story_type ?? ''}${worth}):\n\n` +
          `~~~ quote\n${description ?? ''}\n~~~\n\n${viewLink(body)}`,
      }
    }),
    story_update_activity_v5: acted(
      ({ user, story: link, changes }) => `${user} updated ${link}:\n${changes.flatMap(changeLines).join('\n')}`,
    ),
    comment_create_activity_v5: acted(({ user, story: link, changes }) =>
      changes
        .flatMap((each) => commentOf(each) ?? [])
        .map((comment) => `${user} added a comment to ${link}:\n~~~quote\n${comment}\n~~~`)
        .join('\n'),
    ),
    story_create_activity_v5: acted(({ user, story: link, type, changes }) => {
      const lines = changes.flatMap(({ new_values }) => {
        const [state, description] = [textAt(new_values, 'current_state'), textAt(new_values, 'description')]
        return [
          ...(state === undefined ? [] : [`* State is **${state}**`]),
          ...(description === undefined ? [] : [`* Description is\n\n> ${description}`]),
        ]
      })
      return `${user} created ${type}: ${link}\n${lines.join('\n')}`
    }),
    story_move_activity_v5: acted(({ user, story: link, changes }) => {
      const moves = changes.flatMap(({ original_values: before, new_values: after }) => {
        const [from, to] = [textAt(before, 'current_state'), textAt(after, 'current_state')]
        return from && to ? [` from **${from}** to **${to}**.`] : []
      })
      return `${user} moved ${link}${moves.join('')}`
    }),
  },
  ignores: [
    'task_create_activity_v5',
    'comment_delete_activity_v5',
    'task_delete_activity_v5',
    'task_update_activity_v5',
    'story_move_from_project_activity_v5',
    'story_delete_activity_v5',
    'story_move_into_project_activity_v5',
    'epic_update_activity_v5',
    'label_create_activity_v5',
  ],
})
