// The text of what the organization uses and costs, in Hindi.

import type { usageWords as English } from '../en-usage'

export const usageWords: typeof English = {
  now: 'संगठन में क्या है',
  counts: {
    people: 'लोग',
    active_people: 'पिछले 30 दिनों में सक्रिय',
    bots: 'बॉट',
    channels: 'चैनल',
    messages: 'अब तक के मैसेज',
    messages_of_30_days: 'पिछले 30 दिनों के मैसेज',
    file_bytes: 'फ़ाइलें',
  },
  days: 'पिछले दिन',
  daysText: 'UTC में। आंकड़े कुछ मिनट पुराने हैं।',
  day: 'दिन',
  ofDay: { messages: 'मैसेज', requests: 'अनुरोध', emails: 'ईमेल', pushes: 'पुश सूचनाएं' },
  costs: 'ऑपरेटर के लिए एक महीने का खर्च',
  calls: 'कॉल',
  callsText:
    'आवाज़ें और चित्र ब्राउज़र से ब्राउज़र तक या संचालक के मीडिया सर्वर से जाते हैं। कॉल का यहाँ खर्च केवल उसके अनुरोध हैं: दस बार शामिल होने वाली एक घंटे की कॉल सेंट के दसवें हिस्से से कम है। रिले और मीडिया सर्वर का भुगतान वहीं होता है जहाँ वे चलते हैं।',
  mediaText:
    'Cloudflare का मीडिया सर्वर महीने के 1,000 GB के बाद प्रतिभागियों को मिले हर GB के $0.05 लेता है: दस आवाज़ों के घंटे का लगभग एक सेंट, दस कैमरों के साथ 40 सेंट।',
  costsText: (plan) =>
    `यह अनुमान पिछले 30 दिनों के लोगों, मैसेज और गिने गए काम पर आधारित है। इसमें प्लैटफ़ॉर्म के प्लान के ${plan} शामिल हैं, स्टोरेज शामिल नहीं है। WebSockets वाले क्लाइंट का खर्च लॉन्ग पोलिंग वाले क्लाइंट से कम होता है।`,
  resource: 'काम',
  withSockets: 'WebSockets के साथ',
  withPolls: 'लॉन्ग पोलिंग के साथ',
  total: 'एक महीना',
  resources: {
    worker_requests: 'अनुरोध',
    worker_cpu_ms: 'CPU समय, ms',
    realm_requests: 'संगठन के ऑब्जेक्ट को अनुरोध',
    realm_gb_seconds: 'ऑब्जेक्ट की मेमोरी, GB-सेकंड',
    realm_rows_written: 'लिखी गई पंक्तियां',
    realm_rows_read: 'पढ़ी गई पंक्तियां',
    d1_rows_written: 'आर्काइव में लिखी गई पंक्तियां',
    d1_rows_read: 'आर्काइव से पढ़ी गई पंक्तियां',
  },
  cell: (amount, dollars) => `${amount} · ${dollars}`,
}
