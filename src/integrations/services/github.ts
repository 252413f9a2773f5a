import { at, textAt } from '../fields'
import { integration, type AnyEvent, type Delivery } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { isDropped, branchOf } from '../wording/git'
import { pullRequestEvents } from './github-pull-requests'
import { repositoryEvents } from './github-repositories'
import { issueEvents } from './github-issues'
import { sponsorEvents } from './github-sponsors'

// The header names a family of events. For pull requests and issues, the action names the event.
const PULL_REQUEST_EVENTS: Readonly<Record<string, string>> = {
  opened: 'opened_pull_request',
  reopened: 'opened_pull_request',
  synchronize: 'updated_pull_request',
  edited: 'updated_pull_request',
  milestoned: 'pull_request_milestoned_or_demilestoned',
  demilestoned: 'pull_request_milestoned_or_demilestoned',
  enqueued: 'pull_request_enqueued_or_dequeued',
  dequeued: 'pull_request_enqueued_or_dequeued',
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  closed: 'closed_pull_request',
  review_requested: 'pull_request_review_requested',
  ready_for_review: 'pull_request_ready_for_review',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
}
const IGNORED_PULL_REQUEST_ACTIONS = [
  'approved',
  'converted_to_draft',
  'labeled',
  'review_request_removed',
  'unlabeled',
]
const ISSUE_EVENTS: Readonly<Record<string, string>> = {
  labeled: 'issue_labeled_or_unlabeled',
  unlabeled: 'issue_labeled_or_unlabeled',
  milestoned: 'issue_milestoned_or_demilestoned',
  demilestoned: 'issue_milestoned_or_demilestoned',
  transferred: 'issues_transferred',
}
const IGNORED_TEAM_ACTIONS = ['added_to_repository', 'created', 'deleted', 'removed_from_repository']
const MERGE_QUEUE = 'refs/heads/gh-readonly-queue/'

function eventOf(body: unknown, delivery: Delivery): string | undefined {
  const family = delivery.header('x-github-event') ?? ''
  const action = textAt(body, 'action') ?? ''
  const isPrivate = at(body, 'repository', 'private') === true
  if (isPrivate && delivery.option('ignore_private_repositories') === 'true') return undefined
  if (action === 'edited' && isUnchanged(family, body)) return undefined
  switch (family) {
    case 'pull_request':
      if (IGNORED_PULL_REQUEST_ACTIONS.includes(action)) return undefined
      return PULL_REQUEST_EVENTS[action] ?? `pull_request (${action})`
    case 'issues':
      if (action === 'opened' && at(body, 'changes', 'old_issue')) return 'issues_opened_via_transfer'
      return ISSUE_EVENTS[action] ?? 'issues'
    case 'push':
      return pushEvent(textAt(body, 'ref') ?? '', delivery)
    case 'check_run':
      return textAt(body, 'check_run', 'status') === 'completed' ? family : undefined
    case 'team':
      if (IGNORED_TEAM_ACTIONS.includes(action)) return undefined
      return action === 'edited' ? family : `team (${action})`
    case 'sponsorship':
      return action
    default:
      return family
  }
}

/** The service reports edits that changed nothing: of comments, and of reviews when they are submitted. */
function isUnchanged(family: string, body: unknown): boolean {
  if (family === 'pull_request_review') return Object.keys(Object(at(body, 'changes'))).length === 0
  const before = at(body, 'changes', 'body', 'from')
  return family.includes('comment') && before !== undefined && before === at(body, 'comment', 'body')
}

/** Returns the event with the name of the repository before its text, if the address asks for it. */
const inRepository = (event: AnyEvent): AnyEvent => ({
  fields: event.fields,
  write: (body, delivery) => {
    const written = event.write(body, delivery)
    const name = textAt(body, 'repository', 'full_name')
    if (written === undefined || name === undefined || delivery.option('include_repository_name') !== 'true')
      return written
    const start = `[[${name}](${textAt(body, 'repository', 'html_url')})] `
    return ('content' in written ? [written] : written).map((each) => ({ ...each, content: start + each.content }))
  },
})

const EVENTS = { ...pullRequestEvents, ...issueEvents, ...repositoryEvents, ...sponsorEvents }

function pushEvent(ref: string, { option }: Delivery): string | undefined {
  if (ref.startsWith(MERGE_QUEUE)) return undefined
  if (!ref.startsWith('refs/heads/')) return 'push_tags'
  return isDropped(branchOf(ref), option('branches')) ? undefined : 'push_commits'
}

export const github = integration({
  title: 'GitHub',
  category: 'version-control',
  setup:
    'Repository or organization → Settings → Webhooks → Add webhook. Content type: application/json. For sponsors: Sponsors dashboard → Webhooks.',
  reads: json,
  options: ['branches', 'ignore_private_repositories', 'include_repository_name'],
  eventHeader: 'x-github-event',
  event: eventOf,
  events: Object.fromEntries(Object.entries(EVENTS).map(([name, event]) => [name, inRepository(event)])),
  olderNames: {
    opened_pull_request: 'opened_or_update_pull_request',
    updated_pull_request: 'opened_or_update_pull_request',
  },
  ignores: [
    'check_suite',
    'label',
    'meta',
    'milestone',
    'organization',
    'project_card',
    'repository_vulnerability_alert',
  ],
  signature: hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' }),
  deliveryId: 'x-github-delivery',
})
