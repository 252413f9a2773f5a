import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in Hindi. */
export const botsHi: BotWords = {
  unnamed: 'किसी व्यक्ति',
  aMessage: 'एक मैसेज',
  channelNumber: (id) => `चैनल ${id}`,
  topics: {
    channelEvents: 'चैनल के बदलाव',
    newChannels: 'नए चैनल',
    signups: 'नए सदस्य',
    reports: (id, name) => `सदस्य ${id} की शिकायतें: ${name}`,
  },
  welcome: `नमस्ते, आपका स्वागत है! :wave: मैं वेलकम बॉट हूं। यहां बातचीत चैनलों और विषयों में बंटी होती है, ताकि हर कोई अपने काम की बातें फ़ॉलो कर सके और बाद में पढ़ सके।

* [आपके इनबॉक्स](/#inbox) में वह सब है, जो आपने नहीं पढ़ा है।
* [सभी चैनल](/#channels/all) में वे चैनल दिखते हैं, जिन्हें आप सब्सक्राइब कर सकते हैं।
* बातचीत शुरू करने के लिए कोई चैनल खोलें और नया विषय लिखें: कुछ शब्द, जो बताएं कि बात किस बारे में है।
* [आपकी प्रोफ़ाइल](/#settings/profile) में आपका नाम और फ़ोटो है, और [आपकी सूचनाएं](/#settings/notifications) तय करती हैं कि आपका ध्यान कौन सी चीज़ें खींचें।

आप मुझे जो लिखते हैं, वह सिर्फ़ आपको दिखता है, इसलिए यहां आप सब कुछ आज़मा सकते हैं।`,
  firstChannels: {
    channels: {
      general: { name: 'सामान्य', description: 'सबके लिए, उन बातों पर जो सबसे जुड़ी हैं।' },
      help: { name: 'मदद', description: 'सवाल और जवाब। कोई सवाल छोटा नहीं होता।' },
      random: { name: 'गपशप', description: 'वह सब, जिसका काम से कोई लेना-देना नहीं है।' },
      introductions: { name: 'परिचय', description: 'आप कौन हैं और यहां क्यों आए हैं।' },
      questions: { name: 'सवाल', description: 'कोर्स और अभ्यास के सवाल, उनके जवाबों के साथ।' },
      projects: { name: 'प्रोजेक्ट', description: 'वह काम, जो लोग साथ मिलकर करते हैं।' },
    },
    welcome: {
      topic: 'स्वागत',
      content: `आपका स्वागत है! :wave: यह एक विषय है: किसी एक बात पर बातचीत, उस चैनल में जिसका नाम ऊपर लिखा है।

आज़माने के लिए यहां जवाब दें। आपका जवाब इसी विषय में रहता है और किसी दूसरी बातचीत में बाधा नहीं डालता।`,
    },
    topics: {
      topic: 'विषय कैसे काम करते हैं',
      content: `* **कुछ नया?** नया विषय लिखें: कुछ शब्द, जो बताएं कि बात किस बारे में है।
* **सवाल का जवाब मिल गया?** विषय के मेन्यू में *हल हुआ मार्क करें* है।
* **मैसेज गलत विषय में है?** मैसेज के मेन्यू से उसे दूसरे विषय में ले जाएं।
* **बहुत ज़्यादा है, या ज़रूरी है?** विषय के मेन्यू से उसे म्यूट या फ़ॉलो करें।`,
    },
    asking: {
      topic: 'सवाल कैसे पूछें',
      content: `हर सवाल को उसका अपना विषय दें, जैसे यह है। जिसे जवाब पता है, उसे सवाल इनबॉक्स में मिलता है, कल भी।

किसी को बुलाने के लिए \`@\` और नाम लिखें।`,
    },
  },
  emailNotPosted: (subject, reason) => `आपका ईमेल \`${subject}\` पोस्ट नहीं हुआ। ${reason}`,
  emailRefused: {
    expired: 'जिस ईमेल का आपने जवाब दिया, वह बहुत पुराना है। बातचीत में जवाब दें।',
    unproven: (address) =>
      `यह साबित नहीं होता कि ईमेल आपके पते ${address} से आया। इसी पते से, और ऐसी ईमेल सेवा से जवाब दें जो आपके ईमेल पर हस्ताक्षर (DKIM) करती हो।`,
    conversation: 'बातचीत अब नहीं है, या आप उसे अब नहीं पढ़ सकते।',
  },
  joined: (actor) => `${actor} ने यह संगठन जॉइन किया।`,
  invitationAccepted: (actor) => `${actor} ने संगठन में शामिल होने का आपका न्योता स्वीकार किया!`,
  subscribed: (actor, channel) => `${actor} ने आपको ${channel} में सब्सक्राइब किया।`,
  subscribedToSeveral: (actor) => `${actor} ने आपको इन चैनलों में सब्सक्राइब किया:`,
  channelsCreated: (actor, channels, names) =>
    `${actor} ने ${channels === 1 ? 'नया चैनल बनाया' : 'नए चैनल बनाए'}: ${names}।`,
  addedToGroup: (actor, group) => `${actor} ने आपको ${group === undefined ? 'एक ग्रुप' : `ग्रुप ${group}`} में जोड़ा।`,
  removedFromGroup: (actor, group) => `${actor} ने आपको ${group === undefined ? 'एक ग्रुप' : `ग्रुप ${group}`} से हटाया।`,
  channel: {
    created: (actor, privacy, description) => `${actor} ने यह चैनल बनाया (${privacy})। ${description}`,
    archived: (actor) => `${actor} ने यह चैनल आर्काइव किया।`,
    restored: (actor) => `${actor} ने इस चैनल को आर्काइव से निकाला।`,
    privacyChanged: (actor, before, after) => `${actor} ने बदला कि यह चैनल कौन पढ़ सकता है: ${after}। पहले: ${before}।`,
    privacy: {
      webPublic: 'वेब पर सार्वजनिक',
      public: 'सार्वजनिक',
      shared: 'निजी, पुराने मैसेज के साथ',
      protected: 'निजी, पुराने मैसेज के बिना',
    },
    retentionChanged: (actor, before, after) => `${actor} ने बदला कि यहां मैसेज कब तक रखे जाते हैं: ${after}। पहले: ${before}।`,
    retention: {
      asRealm: 'संगठन के बाकी मैसेज जितना',
      forEver: 'हमेशा के लिए',
      days: (days) => (days === 1 ? 'एक दिन' : `${days} दिन`),
    },
    folderRemoved: (actor) => `${actor} ने इस चैनल को उसके फ़ोल्डर से निकाला।`,
    folderChanged: (actor, folder) =>
      `${actor} ने इस चैनल को ${folder === undefined ? 'एक फ़ोल्डर' : `फ़ोल्डर ${folder}`} में भेजा।`,
    descriptionChanged: (actor) => `${actor} ने इस चैनल का विवरण बदला।`,
    description: 'विवरण:',
    descriptionBefore: 'पहले:',
    descriptionAfter: 'अब:',
    none: 'कोई नहीं।',
    renamed: (actor, before, after) => `${actor} ने इस चैनल का नाम ${before} से बदलकर ${after} किया।`,
    renamedUnnamed: (actor) => `${actor} ने इस चैनल का नाम बदला।`,
    postingChanged: (actor) => `${actor} ने बदला कि इस चैनल में कौन लिख सकता है।`,
  },
  move: {
    here: (actor, what, place) => `${actor} ने ${what} को ${place} से यहां भेजा।`,
    away: (actor, what, place) => `${actor} ने ${what} को यहां से ${place} में भेजा।`,
    topic: 'इस विषय',
    messages: (messages) => (messages === 1 ? 'एक मैसेज' : `${messages} मैसेज`),
    otherTopic: 'किसी दूसरे विषय',
    privateChannel: 'एक निजी चैनल',
    otherChannel: 'किसी दूसरे चैनल',
    generalChat: (channel) => `${channel} की सामान्य चैट`,
  },
  resolved: (actor) => `${actor} ने इस विषय को हल हुआ मार्क किया।`,
  unresolved: (actor) => `${actor} ने इस विषय को हल नहीं हुआ मार्क किया।`,
  reminder: {
    of: (message) => `आपने यह याद दिलाने को कहा था: ${message}।`,
    gone: 'आपने एक ऐसा मैसेज याद दिलाने को कहा था, जिसे अब आप नहीं पढ़ सकते।',
    note: 'आपका नोट:',
    wrote: (author) => `${author} ने लिखा:`,
  },
  report: {
    summary: (reporter, message, author, reason) =>
      `${reporter} ने ${author} के ${message} की शिकायत की। वजह: ${reason}।`,
    reasons: {
      spam: 'स्पैम',
      harassment: 'उत्पीड़न',
      inappropriate: 'अनुचित सामग्री',
      norms: 'समुदाय के नियमों का उल्लंघन',
      other: 'कोई और वजह',
    },
    words: 'उनके शब्दों में:',
    message: 'मैसेज:',
  },
  scheduled: {
    failed: (time) => `${time} के लिए शेड्यूल किया हुआ आपका मैसेज नहीं भेजा गया:`,
    next: 'आप इसे अपने [शेड्यूल किए हुए मैसेज](#scheduled) में बदल या मिटा सकते हैं।',
  },
  exports: {
    ready: 'आपका डेटा एक्सपोर्ट तैयार है। एडमिन को इसका पता संगठन के एक्सपोर्ट में मिलेगा।',
    failed: 'आपका डेटा एक्सपोर्ट विफल रहा। आप दूसरे का अनुरोध कर सकते हैं।',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `आपके बॉट ${bot} ने चैनल ${channel} में मैसेज भेजने की कोशिश की, लेकिन वह चैनल मौजूद नहीं है। उसे बनाने के लिए [यहां](#streams/new) क्लिक करें।`,
    unnamedChannelMissing: (bot) => `आपके बॉट ${bot} ने ऐसे चैनल में मैसेज भेजने की कोशिश की, जो मौजूद नहीं है:`,
    refused: (service, bot) => `आपके बॉट ${bot} को ${service} की एक डिलीवरी विफल रही:`,
    cannotAnswer: 'मैं जवाब नहीं दे सकता: मेरा प्रोग्राम विफल रहा।',
    failed: (bot, message_id, why) => `आपके बॉट ${bot} का वेबहुक मैसेज ${message_id} के लिए विफल रहा: ${why}।`,
    disabled: (subscription, bot, why) => `आपके बॉट ${bot} का इवेंट सब्सक्रिप्शन ${subscription} बंद कर दिया गया है: ${why}।`,
  },
  call: {
    started: 'एक कॉल शुरू हुई है।',
    join: 'कॉल में शामिल हों',
    ended: (minutes, people) => `कॉल: ${minutes} मिनट, ${people} लोग।`,
    missed: 'छूटी हुई कॉल।',
    ringing: 'आपको कॉल कर रहे हैं।',
    answer: 'उत्तर दें',
    decline: 'अस्वीकार करें',
  },
  notification: {
    hidden: 'नया मैसेज',
    test: 'इस ब्राउज़र में सूचनाएं काम कर रही हैं।',
    mentionedYou: (name) => `${name} ने आपका उल्लेख किया:`,
    mentionedGroup: (name, group) => `${name} ने @${group} का उल्लेख किया:`,
    mentionedEveryone: (name) => `${name} ने सभी का उल्लेख किया:`,
  },
}
