import { integration } from '../integration'
import { json } from '../read-body'
import { hmac, oneOf } from '../signatures'
import { giteaEvents, gogsEvent } from '../wording/gogs-events'

export const gitea = integration({
  title: 'Gitea',
  category: 'version-control',
  setup: 'Repository → Settings → Webhooks → Add webhook → Gitea. Content type: application/json.',
  reads: json,
  options: ['branches'],
  eventHeader: 'x-gitea-event',
  event: gogsEvent('x-gitea-event'),
  events: giteaEvents,
  signature: oneOf(hmac({ header: 'x-gitea-signature' }), hmac({ header: 'x-hub-signature-256', prefix: 'sha256=' })),
  deliveryId: 'x-gitea-delivery',
})
