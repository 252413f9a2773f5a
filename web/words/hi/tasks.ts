import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: 'शुरुआती कदम',
  title: (realm) => `${realm} को तैयार करें`,
  text: 'चार कदम। हर कदम तभी पूरा होता है, जब वह सच हो। आप जाकर वापस आ सकते हैं।',
  tasks: {
    profile: {
      name: 'नाम और फ़ोटो',
      text: 'ताकि लोग संगठन को पहचानें।',
      open: 'बदलें',
    },
    channels: {
      name: 'शुरुआत के चैनल',
      text: 'जो भी जुड़ता है, वह इनमें होता है। इनके बिना नए सदस्यों को कुछ नहीं दिखता।',
      open: 'चुनें',
    },
    people: {
      name: 'लोग',
      text: 'ईमेल से, या कई लोगों के लिए एक लिंक से। वे आपके पहले चैनल में पहुंचते हैं।',
      open: 'आमंत्रित करें',
    },
    notifications: {
      name: 'आपका ध्यान कौन सी चीज़ें खींचें',
      text: 'ब्राउज़र एक बार पूछता है; तब तक वह शांत रहता है।',
      open: 'तय करें',
    },
  },
  previews: { name: 'लिंक किए गए पेज दिखाएँ', text: 'मैसेज के नीचे पेज का शीर्षक, टेक्स्ट और चित्र। यह सर्वर उन्हें पेज से माँगता है।' },
  done: 'पूरा हुआ',
  openOf: (open, name) => `${open}: ${name}`,
  channels: ['सामान्य', 'मदद', 'गपशप'],
  create: (count) => `${count} चैनल बनाएं`,
  another: 'एक और चैनल',
  afterChannels: 'चैनलों के बाद',
  import: 'इसके बजाय Slack, Zulip या किसी दूसरे सर्वर से सब कुछ लाएं',
  hide: 'छिपाएं',
  step: (at, all, name) => `${all} में से कदम ${at}: ${name}`,
  next: (name) => `आगे: ${name}`,
  welcome: (name) => `${name}, आपका स्वागत है`,
  choose: (count, realm) => `आप ${realm} के ${count} चैनल में हैं। और चुनें; आप किसी से भी निकल सकते हैं।`,
  open: (realm) => `${realm} खोलें`,
  all: (count) => `सभी ${count} चैनल देखें`,
}
