// The text about how a user logs in, and about who acts for the user, in Hindi.

import type { safetyWords as English } from '../en-safety'
import { count } from './grammar'

export const safetyWords: typeof English = {
  confirm: 'अपनी पहचान की पुष्टि करें',
  confirmText: 'इस बदलाव के लिए यह पक्का करना ज़रूरी है कि यह आप ही हैं।',
  goOn: 'जारी रखें',
  usePasskey: 'पासकी इस्तेमाल करें',
  noPasskeyUsed: 'कोई पासकी इस्तेमाल नहीं हुई। फिर से कोशिश करें।',
  logInAgain: 'फिर से लॉग इन करें और उसके बाद बदलाव करें।',
  logInWith: (provider) => `${provider} से फिर से लॉग इन करें`,

  codes: 'वन-टाइम कोड',
  codesText: 'तब लॉग इन के लिए पासवर्ड के अलावा आपके फ़ोन का कोड भी ज़रूरी होता है।',
  codesSince: (day) => `${day} से चालू।`,
  codesLeft: (codes) => count(codes, 'रिकवरी कोड बचा है।', 'रिकवरी कोड बचे हैं।'),
  manageCodes: 'वन-टाइम कोड मैनेज करें',

  identities: 'कनेक्ट की गई आइडेंटिटी',
  identitiesText: 'आप इनमें से किसी से भी लॉग इन कर सकते हैं, उसका पता चाहे जो हो।',
  connected: (day) => `कनेक्ट किया गया: ${day}`,
  providerGone: 'अब यहां उपलब्ध नहीं है',
  connect: (provider) => `${provider} कनेक्ट करें`,

  agents: 'कनेक्ट किए गए एजेंट',
  agentsText: 'प्रोग्राम, जिन्हें आपने अपनी ओर से काम करने की अनुमति दी है। जब कोई एजेंट लिखता है, तो दूसरों को यह दिखता है।',
  lastUsed: (ago) => `पिछला इस्तेमाल ${ago}`,
  onlyIn: 'सिर्फ़ इनमें:',
  scopes: {
    'messages:read': 'मैसेज, प्रोफ़ाइल और फ़ाइलें पढ़ता है',
    'messages:write': 'मैसेज लिखता है और रिएक्शन देता है',
    'drafts:write': 'ड्राफ़्ट सेव करता है',
    'status:write': 'स्टेटस सेट करता है',
    'teams:write': 'चैनल बनाता है और ग्रुप बदलता है',
  },
  disconnect: 'डिसकनेक्ट करें',
  endAgent: (name) => `${name} को डिसकनेक्ट करें`,
  endAgentText: 'यह अब आपकी ओर से पढ़ या लिख नहीं पाएगा। आप इसे फिर से कनेक्ट कर सकते हैं।',

  agentCalls: 'एजेंट ने क्या किया',
  agentCallsText: 'सबसे नए 500 कॉल। ये सिर्फ़ आपको दिखते हैं।',
  agentActs: {
    send_message: 'मैसेज भेजा',
    schedule_message: 'मैसेज शेड्यूल किया',
    cancel_scheduled: 'शेड्यूल किया गया मैसेज रद्द किया',
    edit_message: 'मैसेज में बदलाव किया',
    react: 'मैसेज पर रिएक्शन दिया',
    mark_read: 'मैसेज को पढ़ा हुआ मार्क किया',
    save_draft: 'ड्राफ़्ट सेव किया',
  },
  agentRead: 'पढ़ा',
  agentRefused: 'मना किया गया',
  agentMessage: 'मैसेज दिखाएँ',
  allAgentCalls: 'सभी दिखाएँ',
}
