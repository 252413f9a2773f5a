import { at } from '../fields'
import { integration, type Delivery } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { bitbucketEvents } from './bitbucket2-events'

const PULL_REQUEST_ACTIONS = [
  'approved',
  'unapproved',
  'created',
  'updated',
  'rejected',
  'fulfilled',
  'comment_created',
  'comment_updated',
  'comment_deleted',
]

function eventOf(body: unknown, { header }: Delivery): string | undefined {
  const has = (name: string) => at(body, name) !== undefined && at(body, name) !== null
  if (has('push')) return 'push'
  if (has('fork')) return 'fork'
  if (has('commit') ? has('comment') : at(body, 'comment', 'commit') !== undefined) return 'commit_comment'
  if (has('commit_status')) return 'change_commit_status'
  if (has('issue')) return has('changes') ? 'issue_updated' : has('comment') ? 'issue_commented' : 'issue_created'
  // Only for pull requests and changes of the repository, the header says more than the body.
  const key = header('x-event-key') ?? ''
  const action = key.startsWith('pullrequest:') ? key.slice('pullrequest:'.length) : ''
  return PULL_REQUEST_ACTIONS.includes(action) ? `pull_request_${action}` : key
}

export const bitbucket2 = integration({
  title: 'Bitbucket2',
  display_name: 'Bitbucket',
  category: 'version-control',
  setup: 'Repository settings → Webhooks → Add webhook. Choose the triggers.',
  reads: json,
  options: ['branches'],
  event: eventOf,
  events: bitbucketEvents,
  signature: hmac({ header: 'x-hub-signature', prefix: 'sha256=' }),
  deliveryId: 'x-request-uuid',
})
