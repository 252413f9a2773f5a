import { integration } from '../integration'
import { json } from '../read-body'
import { hmac } from '../signatures'
import { gogsEvent, gogsEvents } from '../wording/gogs-events'

export const gogs = integration({
  title: 'Gogs',
  category: 'version-control',
  setup: 'Repository → Settings → Webhooks → Add → Gogs. Content type: application/json.',
  reads: json,
  options: ['branches'],
  eventHeader: 'x-gogs-event',
  event: gogsEvent('x-gogs-event'),
  events: gogsEvents,
  signature: hmac({ header: 'x-gogs-signature' }),
  deliveryId: 'x-gogs-delivery',
})
