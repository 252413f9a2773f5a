import * as v from 'valibot'
import { event } from '../../../realm'

export const zoomTokenChanged = event<{ value: boolean }>({
  type: 'has_zoom_token',
  summary: 'The user has connected an account at Zoom, or Zoom no longer accepts it.',
  recipients: { users: 'the user' },
  updates: 'video_calls',
  fields: { value: v.boolean() },
})
