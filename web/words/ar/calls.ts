// The words of calls, in Arabic.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'مكالمة',
  video: 'مكالمة فيديو',
  voice: 'مكالمة صوتية',
  joinVideo: 'الانضمام إلى مكالمة الفيديو',
  joinVoice: 'الانضمام إلى المكالمة الصوتية',
  connectZoom: 'اربط حسابك في Zoom في الصفحة التي فُتحت. سيظهر رابط المكالمة بعد ذلك في رسالتك.',
}
