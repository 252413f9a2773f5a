// The words of calls, in Simplified Chinese.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: '通话',
  video: '视频通话',
  voice: '语音通话',
  joinVideo: '加入视频通话',
  joinVoice: '加入语音通话',
  connectZoom: '请在打开的页面中连接您的 Zoom 账户。随后通话链接会出现在您的消息中。',
}
