import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, radarrEvents } from '../wording/media-libraries'

export const radarr = integration({ title: 'Radarr', reads: json, event: mediaEvent, events: radarrEvents })
