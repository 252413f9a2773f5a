import { at, textAt } from '../fields'
import { integration, type Delivery } from '../integration'
import { json } from '../read-body'
import { oneOf, standardWebhooks, token } from '../signatures'
import { branchOf, isDropped } from '../wording/git'
import { ciEvents } from './gitlab-builds'
import { itemEvents } from './gitlab-items'
import { repositoryEvents } from './gitlab-repositories'

// System hooks name their events only in the body.
const SYSTEM_EVENTS: Readonly<Record<string, string>> = {
  push: 'Push Hook',
  tag_push: 'Tag Push Hook',
  merge_request: 'Merge Request Hook',
  issue: 'Issue Hook',
  note: 'Note Hook',
  wiki_page: 'Wiki Page Hook',
  build: 'Job Hook',
  pipeline: 'Pipeline Hook',
}
// These events have a name for each action, or for each kind of thing that was commented.
const WITH_ACTION = ['Issue Hook', 'Confidential Issue Hook', 'Merge Request Hook', 'Wiki Page Hook']
const WITH_SUBJECT = ['Note Hook', 'Confidential Note Hook']

function eventOf(body: unknown, { header, option }: Delivery): string | undefined {
  let event = header('x-gitlab-event') ?? ''
  if (event === 'System Hook') {
    const kind = textAt(body, 'event_name') ?? textAt(body, 'object_kind') ?? ''
    event = SYSTEM_EVENTS[kind] ?? `System Hook ${kind}`
  }
  if (at(body, 'project', 'visibility_level') === 0 && option('ignore_private_projects') === 'true') return undefined
  if (event === 'Push Hook' && isDropped(branchOf(textAt(body, 'ref') ?? ''), option('branches'))) return undefined
  if (WITH_ACTION.includes(event)) return `${event} ${textAt(body, 'object_attributes', 'action') ?? 'open'}`
  if (WITH_SUBJECT.includes(event)) return `${event} ${textAt(body, 'object_attributes', 'noteable_type') ?? ''}`
  return event
}

export const gitlab = integration({
  title: 'GitLab',
  category: 'version-control',
  setup: 'Project or group → Settings → Webhooks → Add new webhook. Choose the triggers.',
  reads: json,
  options: ['branches', 'use_merge_request_title', 'ignore_private_projects'],
  eventHeader: 'x-gitlab-event',
  event: eventOf,
  events: { ...repositoryEvents, ...itemEvents, ...ciEvents },
  signature: oneOf(standardWebhooks, token('x-gitlab-token')),
  deliveryId: 'idempotency-key',
})
