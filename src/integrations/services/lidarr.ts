import { integration } from '../integration'
import { json } from '../read-body'
import { mediaEvent, lidarrEvents } from '../wording/media-libraries'

export const lidarr = integration({ title: 'Lidarr', reads: json, event: mediaEvent, events: lidarrEvents })
