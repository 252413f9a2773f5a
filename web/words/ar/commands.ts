// What each command does, and the words around an answer, in Arabic.

import type { commandWords as English } from '../en-commands'
import { isolated } from './grammar'

export const commandWords: typeof English = {
  onlyYou: 'لا يرى هذا أحد غيرك.',
  pong: 'الخادم متصل.',
  commands: {
    me: `اكتب ما تفعله: «${isolated('/me يلوّح بيده')}»`,
    poll: `استطلاع: «${isolated('/poll السؤال')}»، ثم خيار في كل سطر`,
    todo: `قائمة مهام: «${isolated('/todo العنوان')}»، ثم مهمة في كل سطر`,
    dark: 'المظهر الداكن',
    light: 'المظهر الفاتح',
    'fluid-width': 'رسائل بعرض النافذة',
    'fixed-width': 'رسائل بعرض مريح للقراءة',
    ping: 'التحقق من اتصال الخادم',
  },
}
