// The words of calls.

import { translated } from './translated'

export const callWords = translated('callWords', {
  calls: 'Call',
  video: 'Video call',
  voice: 'Voice call',
  joinVideo: 'Join video call.',
  joinVoice: 'Join voice call.',
})
