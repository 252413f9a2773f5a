import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, radarrEvents } from '../wording/media-libraries'

export const radarr = integration({
  title: 'Radarr',
  category: 'entertainment',
  setup: 'Settings → Connect → + → Webhook, with POST. Choose the triggers.',
  reads: json,
  event: mediaEvent,
  events: radarrEvents,
})
