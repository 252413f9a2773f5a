import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, sonarrEvents } from '../wording/media-libraries'

export const sonarr = integration({ title: 'Sonarr', reads: json, event: mediaEvent, events: sonarrEvents })
