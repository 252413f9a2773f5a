// The text about identity providers, in Hindi.

import type { providerWords as English } from '../en-providers'

export const providerWords: typeof English = {
  title: 'आइडेंटिटी प्रोवाइडर',
  text: 'ऐसी सेवाएं, जिनसे सदस्य लॉग इन करते हैं और उन्हें यहां पासवर्ड की ज़रूरत नहीं होती।',
  none: 'अभी कोई आइडेंटिटी प्रोवाइडर नहीं है।',
  add: 'नया आइडेंटिटी प्रोवाइडर',
  kind: 'प्रकार',
  kinds: {
    oidc: 'OpenID Connect',
    google: 'Google',
    entra: 'Microsoft Entra',
    gitlab: 'GitLab',
    github: 'GitHub',
    apple: 'Apple',
  },
  key: 'पते के लिए कुंजी: अक्षर और अंक',
  displayName: 'लॉग इन पेज पर दिखने वाला नाम',
  issuer: 'जारीकर्ता (पता)',
  clientId: 'क्लाइंट ID',
  clientSecret: 'क्लाइंट सीक्रेट',
  appleKey: 'निजी कुंजी',
  teamId: 'टीम ID',
  keyId: 'कुंजी ID',
  domains: 'इन ईमेल डोमेन के लिए भरोसेमंद',
  domainsText: 'यह उस डोमेन के सत्यापित पते वाले किसी भी व्यक्ति के रूप में लॉग इन कर सकता है। पक्का न हो, तो खाली छोड़ दें।',
  redirect: 'रीडायरेक्ट पता, जिसे वहां रजिस्टर करना है:',
  fromDeployment: 'इंस्टॉलेशन से',
  test: 'जांचें',
  works: 'प्रोवाइडर जवाब देता है और सीक्रेट स्वीकार करता है।',
}
