// The words of calls.

import { translated } from './translated'

export const callWords = translated('callWords', {
  calls: 'Call',
  video: 'Video call',
  voice: 'Voice call',
  joinVideo: 'Join video call.',
  joinVoice: 'Join voice call.',
  connectZoom: 'Connect your Zoom account in the page that opened. The link to the call then appears in your message.',
})
