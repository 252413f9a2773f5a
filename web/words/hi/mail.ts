// The text of what administrators see of the organization's emails, in Hindi.

import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: 'ईमेल भेजे जाने तक यहां रुकते हैं। उनके पाने वाले और टेक्स्ट नहीं दिखते।',
  cannotSend: 'यह सर्वर ईमेल नहीं भेज सकता। इसके ऑपरेटर ने सेटअप नहीं किया है।',
  noneWaits: 'कोई ईमेल नहीं रुका है।',
  waits: 'रुके हुए ईमेल',
  waiting: (count) => `${count} ईमेल रुके हैं।`,
  waitingHeads: ['अगली कोशिश', 'इसके बाद छोड़ा जाएगा', 'नाकाम कोशिशें', 'पिछली गड़बड़ी'],
  refused: 'ईमेल ठुकराने वाले पते',
  refusedText: '30 दिनों तक इन्हें ईमेल नहीं भेजे जाते।',
  noneRefused: 'किसी पते ने ईमेल नहीं ठुकराया।',
  allow: 'फिर से ईमेल भेजें',
  figures: 'पिछले 30 दिन',
  figuresText: 'हर दिन के ईमेल और पुश सूचनाओं का नतीजा।',
  noFigures: 'कुछ नहीं भेजा गया।',
  figureHeads: ['दिन', 'प्रकार', 'नतीजा', 'संख्या'],
  media: { email: 'ईमेल', push: 'पुश' },
  outcomes: {
    sent: 'भेजे गए',
    failed: 'कोशिश नाकाम',
    expired: 'छोड़े गए',
    refused: 'ठुकराए गए',
    suppressed: 'ठुकराने वाले पते पर नहीं भेजे गए',
    not_needed: 'अब ज़रूरी नहीं',
  },
}
