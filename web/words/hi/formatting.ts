// The help about the formatting of messages, in Hindi.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'संदेश की फ़ॉर्मैटिंग',
  youWrite: 'आप लिखते हैं',
  othersSee: 'दूसरे देखते हैं',
  bold: 'मोटा',
  italic: 'तिरछा',
  struck: 'काटा हुआ',
  link: 'एक लिंक',
  channel: 'चैनल',
  topic: 'विषय',
  name: 'पूरा नाम',
  group: 'समूह',
  silent: 'सूचना के बिना',
  code: 'कोड',
  quote: 'एक उद्धरण',
  spoilerTitle: 'शीर्षक',
  spoiler: 'क्लिक करने पर दिखता है',
  item: 'एक बिंदु',
  heading: 'मुख्य शीर्षक',
  column: 'कॉलम',
  cell: 'सेल',
  waves: 'हाथ हिलाता है',
  question: 'सवाल',
  option: 'विकल्प',
  task: 'काम',
  pollResult: 'एक मतदान: सभी वोट दे सकते हैं और विकल्प जोड़ सकते हैं।',
  todoResult: 'कामों की सूची: सभी काम जोड़ सकते हैं और पूरे हुए पर निशान लगा सकते हैं।',
}
