// The words of calls, in Japanese.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: '通話',
  video: 'ビデオ通話',
  voice: '音声通話',
  joinVideo: 'ビデオ通話に参加',
  joinVoice: '音声通話に参加',
  connectZoom: '開いたページで Zoom アカウントを接続してください。その後、通話のリンクがメッセージに入ります。',
}
