import { anything, at, many, maybe, one } from '../fields'
import { unsupportedEvent } from '../errors'
import { integration, on, type Text } from '../integration'
import { json } from '../read-body'
import { hmac, oneOf } from '../signatures'
import { eventOf, primaryActions, topicOf, type Action, type Body } from './clubhouse-events'
import { TEXTS } from './clubhouse-texts'

const IGNORED = ['story-comment_update']

/** A link to GitHub has a text for each story that it belongs to. */
const STORIES_WITH: Readonly<Record<string, string>> = {
  'pull-request_create': 'pull_request_ids',
  'pull-request_comment': 'pull_request_ids',
  branch_create: 'branch_ids',
}

function textsOf(body: Body, action: Action, title: string): Text[] {
  const event = eventOf(body, action)
  if (IGNORED.includes(event)) return []
  const write = Object.hasOwn(TEXTS, event) ? TEXTS[event] : undefined
  if (write === undefined) throw unsupportedEvent({ webhook_name: title, event_type: event })
  const linked = STORIES_WITH[event]
  const subjects =
    linked === undefined
      ? [action]
      : body.actions.filter((each) => each.entity_type === 'story' && at(each, 'changes', linked) !== undefined)
  return subjects.flatMap((subject) => {
    const [topic, content] = [topicOf(body, subject), write(body, subject)]
    return topic && content ? [{ topic, content, event }] : []
  })
}

const objectsIn = (list: readonly unknown[]): Action[] =>
  list.filter((each) => typeof each === 'object' && each !== null).map((each) => ({ ...each }))

const things = many(anything)

export const clubhouse = integration({
  title: 'Clubhouse',
  display_name: 'Shortcut',
  category: 'project-management',
  setup: 'Settings → Integrations → Webhooks → Add new webhook.',
  reads: json,
  eventNames: Object.keys(TEXTS),
  // The service also sends requests without a body.
  event: (body) => (body === null ? undefined : 'actions'),
  events: {
    actions: on(
      one({ primary_id: maybe(anything), actions: things, references: things }),
      ({ primary_id, actions, references }, { title }) => {
        const body: Body = {
          primary_id: primary_id ?? undefined,
          actions: objectsIn(actions),
          references: objectsIn(references),
        }
        return primaryActions(body).flatMap((action) => textsOf(body, action, title))
      },
    ),
  },
  signature: oneOf(hmac({ header: 'payload-signature' }), hmac({ header: 'clubhouse-signature' })),
})
