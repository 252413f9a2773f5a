// The text of addresses, event subscriptions and slash commands, in Hindi.

import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: 'सेवा के लिए पता',
  serviceText: 'GitHub जैसी सेवा अपने अलग पते पर इवेंट भेजती है, जिसे आप यहाँ बनाते हैं:',

  addresses: 'दूसरे चैट सर्वर के प्रोग्राम के लिए पते',
  addressesText:
    'जो प्रोग्राम Slack, Discord, Mattermost, Rocket.Chat या Teams को मैसेज भेज सकता है, वह यहां भी भेज सकता है। पते सिर्फ़ एक बार दिखते हैं।',
  noAddresses: 'कोई पता नहीं है।',
  channel: 'चैनल',
  toOwner: 'बॉट के मालिक को डायरेक्ट मैसेज',
  topic: 'विषय (खाली: हर मैसेज खुद चुनता है)',
  mayMention: 'सबको मेंशन कर सकता है',
  newAddress: 'पता बनाएं',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams, कनेक्टर',
    teams_workflow: 'Teams, वर्कफ़्लो',
  },

  events: 'किसी पते के लिए इवेंट',
  eventsText: 'बॉट जो देखता है, वह इस पते पर भेजा जाता है। हस्ताक्षर Standard Webhooks के अनुसार होता है।',
  noSubscriptions: 'किसी पते पर इवेंट नहीं भेजे जाते।',
  url: 'पता',
  eventNames: {
    message: 'मैसेज',
    reaction: 'रिएक्शन',
    membership: 'चैनल में शामिल होने या चैनल छोड़ने वाले लोग',
    topic_resolved: 'हल हुए विषय',
  },
  allPublic: 'और सभी सार्वजनिक चैनलों के मैसेज',
  newSubscription: 'इवेंट भेजें',
  secret: 'हस्ताक्षर का सीक्रेट',
  newSecret: 'नया सीक्रेट',
  newSecretFor: (name) => `${name} के लिए नया सीक्रेट`,
  newSecretText:
    'नया सीक्रेट उस प्रोग्राम में डालें, जिसे अनुरोध मिलते हैं। एक दिन तक पुराना सीक्रेट भी हस्ताक्षर करता है, अगर वह लीक न हुआ हो।',
  hasLeaked: 'पुराना सीक्रेट लीक हुआ: उससे अब कोई हस्ताक्षर न हो',
  replace: 'बदलें',
  enabled: 'चालू है',
  deliveries: 'हाल के इवेंट',
  noDeliveries: 'अभी तक कुछ नहीं भेजा गया है।',
  outcomes: { delivered: 'डिलीवर हुआ', failed: 'विफल', waiting: 'अगली कोशिश का इंतज़ार' },
  resend: 'फिर से भेजें',

  presses: 'बटन, मेनू और फ़ील्ड',
  pressesText:
    'जब कोई दबाता या चुनता है, तो यह पता बुलाया जाता है। Slack इसे Request URL कहता है। इसके बिना पाठ केवल उनके नाम बताता है।',

  commandsText: '/deploy जैसा कमांड अपना टेक्स्ट किसी पते पर भेजता है और जवाब दिखाता है।',
  noCommands: 'अभी कोई कमांड नहीं है।',
  newCommand: 'नया कमांड',
  commandName: 'नाम, जैसे deploy',
  description: 'यह क्या करता है',
  hint: 'इसके बाद क्या लिखा जाता है, जैसे [version]',
  bot: 'जवाब देने वाला बॉट',
  noBots: 'कमांड के लिए बॉट ज़रूरी है। पहले एक बॉट बनाएं।',
  createBot: 'बॉट',
}
