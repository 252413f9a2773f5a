import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, lidarrEvents } from '../wording/media-libraries'

export const lidarr = integration({
  title: 'Lidarr',
  category: 'entertainment',
  setup: 'Settings → Connect → + → Webhook, with POST. Choose the triggers.',
  reads: json,
  event: mediaEvent,
  events: lidarrEvents,
})
