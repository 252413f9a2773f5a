// The first tasks of an owner, in Hindi.

import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: 'शुरुआती कदम',
  text: 'पांच कदमों में आपका संगठन तैयार हो जाता है। हर कदम सेटिंग में खुलता है, और यह सूची पूरा होने तक यहीं रहती है।',
  tasks: {
    profile: { name: 'नाम और इमेज', text: 'ताकि लोग संगठन को पहचान सकें।' },
    channels: { name: 'चैनल', text: 'हर विषय या टीम के लिए एक, और वे चैनल जिनसे नए सदस्य शुरुआत करते हैं।' },
    invitations: { name: 'न्योते', text: 'ईमेल से, या कई लोगों के लिए एक लिंक से।' },
    integrations: { name: 'इंटीग्रेशन', text: 'यहां लिखने वाले बॉट और सेवाएं, जैसे GitHub।' },
    notifications: { name: 'सूचनाएं', text: 'तय करें कि आपका ध्यान कौन सी चीज़ें खींचें।' },
  },
  done: 'पूरा हुआ मार्क करें',
  isDone: '✓ पूरा हुआ',
  markDone: (name) => `पूरा हुआ मार्क करें: ${name}`,
  hide: 'छिपाएं',
  step: (at, all, name) => `${all} में से कदम ${at}: ${name}`,
  next: 'पूरा हुआ, अगला कदम',
  finish: 'पूरा हुआ',
  newChannel: 'नया चैनल',
}
