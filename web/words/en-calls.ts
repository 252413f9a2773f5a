// The words of calls.

export const callWords = {
  calls: 'Call',
  video: 'Video call',
  voice: 'Voice call',
  joinVideo: 'Join video call.',
  joinVoice: 'Join voice call.',
}
