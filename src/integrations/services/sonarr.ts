import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, sonarrEvents } from '../wording/media-libraries'

export const sonarr = integration({
  title: 'Sonarr',
  category: 'entertainment',
  setup: 'Settings → Connect → + → Webhook, with POST. Choose the triggers.',
  reads: json,
  event: mediaEvent,
  events: sonarrEvents,
})
