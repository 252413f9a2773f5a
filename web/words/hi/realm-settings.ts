// The name of each setting of the organization, one sentence about it, and its options, in Hindi.

import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: 'नाम', text: 'संगठन का नाम, हर क्लाइंट में सबसे ऊपर।' },
  description: { name: 'विवरण', text: 'लोग इसे शामिल होने से पहले देखते हैं। Markdown का इस्तेमाल कर सकते हैं।' },
  org_type: {
    name: 'संगठन का प्रकार',
    text: 'इससे नए सदस्यों को पता चलता है कि वे कहां हैं।',
    options: {
      0: 'नहीं बताया गया',
      10: 'व्यवसाय',
      20: 'ओपन-सोर्स प्रोजेक्ट',
      30: 'शिक्षा (गैर-लाभकारी)',
      35: 'शिक्षा (लाभकारी)',
      40: 'शोध',
      50: 'इवेंट या सम्मेलन',
      60: 'गैर-लाभकारी (पंजीकृत)',
      70: 'सरकार',
      80: 'राजनीतिक समूह',
      90: 'समुदाय',
      100: 'निजी',
      1000: 'अन्य',
    },
  },
  default_language: { name: 'भाषा', text: 'नए सदस्यों और बॉट के मैसेज के लिए।' },
  welcome_message_custom_text: {
    name: 'स्वागत',
    text: 'वेलकम बॉट इसे नए सदस्यों को भेजता है। Markdown का इस्तेमाल कर सकते हैं।',
  },

  invite_required: {
    name: 'सिर्फ़ न्योते से',
    text: 'इसके बिना, मंज़ूर पते वाला कोई भी व्यक्ति शामिल हो सकता है।',
  },
  emails_restricted_to_domains: {
    name: 'सिर्फ़ मंज़ूर डोमेन',
    text: 'नए सदस्यों का पता सूची के किसी डोमेन का होना ज़रूरी है।',
  },
  disallow_disposable_email_addresses: {
    name: 'अस्थायी पते नहीं',
    text: 'कुछ समय के लिए पते देने वाली जानी-मानी सेवाएं अस्वीकार की जाती हैं।',
  },
  enable_spectator_access: {
    name: 'बिना खाते के पढ़ना',
    text: 'इंटरनेट पर कोई भी व्यक्ति वेब पर सार्वजनिक चैनल पढ़ सकता है।',
  },
  parley_public_pages_indexed: {
    name: 'सर्च इंजन में सार्वजनिक पेज',
    text: 'वेब पर सार्वजनिक चैनलों के पेज बिना खाते के पढ़े जा सकते हैं। इससे सर्च इंजन ये पेज दिखा सकते हैं।',
  },
  want_advertise_in_communities_directory: {
    name: 'निर्देशिकाओं में दिखाएं',
    text: 'खुले समुदायों की निर्देशिकाएं संगठन का नाम दिखा सकती हैं।',
  },
  send_welcome_emails: { name: 'स्वागत के ईमेल', text: 'नए सदस्यों को शुरुआती कदमों के ईमेल मिलते हैं।' },
  waiting_period_threshold: {
    name: 'पूर्ण सदस्य बनने तक के दिन',
    text: 'इतने दिनों के बाद नए सदस्य पूर्ण सदस्य बन जाते हैं।',
  },
  parley_passkey_login: { name: 'पासकी', text: 'सदस्य पासकी से लॉग इन कर सकते हैं।' },
  parley_factor_required_of: {
    name: 'दूसरा फ़ैक्टर किसके लिए ज़रूरी है',
    text: 'इस भूमिका वाले लोगों को आगे बढ़ने से पहले पासकी या वन-टाइम कोड जोड़ने होंगे।',
    options: {
      none: 'कोई नहीं',
      owners: 'मालिक',
      administrators: 'एडमिन और मालिक',
      moderators: 'मॉडरेटर और उनसे ऊपर',
      members: 'सदस्य और उनसे ऊपर',
      everyone: 'सभी लोग, अतिथि भी',
    },
  },
  parley_factor_required: {
    name: 'कौन से फ़ैक्टर मान्य हैं',
    text: 'कोई दूसरी साइट पासकी नहीं मांग सकती, इसलिए यह नकली लॉग इन पेजों से बचाती है।',
    options: { any: 'पासकी और वन-टाइम कोड', passkey: 'सिर्फ़ पासकी' },
  },
  parley_agents_enabled: {
    name: 'एजेंट',
    text: 'सदस्य ऐसे प्रोग्राम कनेक्ट कर सकते हैं, जिन्हें कोई लैंग्वेज मॉडल चलाता है। इसके बिना, कनेक्ट किए गए एजेंट कुछ नहीं कर सकते।',
  },
  parley_scim_manages_owners: {
    name: 'डायरेक्ट्री मालिकों को मैनेज करे',
    text: 'तब वह उन्हें बदल और निष्क्रिय कर सकती है।',
  },
  parley_session_idle_days: {
    name: 'इस्तेमाल न होने वाला सेशन खत्म होने तक के दिन',
    text: 'इतने समय तक इस्तेमाल न होने वाला ब्राउज़र लॉग आउट हो जाता है।',
  },
  parley_session_absolute_days: {
    name: 'हर सेशन खत्म होने तक के दिन',
    text: 'इसके बाद हर ब्राउज़र में फिर से लॉग इन करना होता है।',
  },
  parley_keep_in_browsers: {
    name: 'ब्राउज़र मैसेज सहेजते हैं',
    text: 'वे तुरंत खुलते हैं, नेटवर्क के बिना भी। इसके बिना ब्राउज़र सहेजी हुई चीज़ें हटा देते हैं।',
  },
  parley_language_model: {
    name: 'भाषा मॉडल',
    text: 'माँगने पर सारांश और अनुवाद बनाता है। तब वह संदेश पढ़ता है।',
    options: { none: 'कोई नहीं', platform: 'प्लैटफ़ॉर्म का', address: 'किसी पते पर' },
  },
  parley_language_model_url: {
    name: 'मॉडल का पता',
    text: 'चैट API का पूरा पता, जैसे https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: { name: 'मॉडल का नाम', text: 'जैसा API में है। प्लैटफ़ॉर्म का एक सामान्य मॉडल है।' },
  parley_speech_model_name: {
    name: 'आवाज़ संदेशों के मॉडल का नाम',
    text: 'माँगने पर बोली गई बात लिखता है। बिना नाम के पते पर कोई मॉडल नहीं, और प्लैटफ़ॉर्म पर सामान्य मॉडल।',
  },
  parley_language_model_requests: { name: 'दिन में सवाल', text: 'सभी के मिलाकर। इसके बाद मॉडल रुक जाता है।' },
  parley_gif_service: {
    name: 'GIF की सेवा',
    text: 'लोग इसमें GIF और स्टिकर खोजते हैं।',
    options: { none: 'कोई नहीं', giphy: 'GIPHY', klipy: 'KLIPY', address: 'किसी पते पर' },
  },
  parley_gif_url: {
    name: 'सेवा का पता',
    text: 'Tenor के संस्करण 2 जैसे API का, जैसे https://gifs.example.com/v2।',
  },
  parley_audit_log_days: { name: 'ऑडिट लॉग में दिन', text: 'इससे पुरानी एंट्री मिटा दी जाती हैं।' },

  require_unique_names: { name: 'नाम अलग-अलग हों', text: 'दो लोगों का नाम एक जैसा नहीं हो सकता।' },
  name_changes_disabled: { name: 'नाम सिर्फ़ एडमिन बदलें', text: 'सदस्यों का मौजूदा नाम ही रहता है।' },
  email_changes_disabled: { name: 'पते सिर्फ़ एडमिन बदलें', text: 'सदस्यों का मौजूदा पता ही रहता है।' },
  avatar_changes_disabled: { name: 'फ़ोटो सिर्फ़ एडमिन बदलें', text: 'सदस्यों की मौजूदा फ़ोटो ही रहती है।' },
  default_avatar_source: {
    name: 'नए सदस्यों की तस्वीरें',
    text: 'जब तक वे अपनी तस्वीर अपलोड न करें।',
    options: { G: 'Gravatar से, उनके पते के अनुसार', J: 'इस सर्वर का बनाया हुआ पैटर्न' },
  },
  presence_disabled: { name: 'कौन ऑनलाइन है, यह छिपाएं', text: 'किसी को हरा बिंदु नहीं दिखता।' },
  enable_read_receipts: { name: 'रीड रिसीट', text: 'सदस्य देख सकते हैं कि मैसेज किसने पढ़ा है।' },
  enable_guest_user_indicator: {
    name: 'अतिथियों को मार्क करें',
    text: 'क्लाइंट उनके नाम के बगल में “अतिथि” लिखते हैं।',
  },
  enable_guest_user_dm_warning: {
    name: 'अतिथियों को डायरेक्ट मैसेज भेजने से पहले चेतावनी',
    text: 'क्लाइंट इसे टेक्स्ट के ऊपर बताता है।',
  },
  send_channel_events_messages: {
    name: 'चैनलों की जानकारी',
    text: 'चैनल में हुआ बदलाव उसमें मैसेज के रूप में भी दिखता है।',
  },

  allow_message_editing: {
    name: 'सदस्य अपने मैसेज एडिट कर सकते हैं',
    text: 'विषयों को ले जाने और हल हुआ मार्क करने की अनुमतियां अलग हैं।',
  },
  message_content_edit_limit_seconds: {
    name: 'मैसेज एडिट करने की समय-सीमा',
    text: 'इसके बाद टेक्स्ट नहीं बदला जा सकता।',
  },
  message_content_delete_limit_seconds: {
    name: 'मैसेज मिटाने की समय-सीमा',
    text: 'उन सदस्यों के लिए, जो अपने मैसेज मिटा सकते हैं।',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'दूसरे विषय में ले जाने की समय-सीमा',
    text: 'मॉडरेटर इससे पुराने मैसेज भी ले जा सकते हैं।',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'दूसरे चैनल में ले जाने की समय-सीमा',
    text: 'मॉडरेटर इससे पुराने मैसेज भी ले जा सकते हैं।',
  },
  message_edit_history_visibility_policy: {
    name: 'पुराने वर्शन किसे दिखें',
    text: 'एडिट किए गए या ले जाए गए मैसेज के।',
    options: {
      all: 'सबको एडिट और जगह के बदलाव दिखें',
      moves: 'सबको जगह के बदलाव दिखें',
      none: 'किसी को न दिखें',
    },
  },
  message_retention_days: {
    name: 'मैसेज मिटाए जाने तक के दिन',
    text: 'उन सभी चैनलों के लिए जिनका अपना नियम नहीं है, और डायरेक्ट मैसेज के लिए।',
  },
  topics_policy: {
    name: 'बिना विषय के मैसेज',
    text: 'चैनल अलग नियम तय कर सकते हैं।',
    options: { allow_empty_topic: 'ये सामान्य चैट में जाएं', disable_empty_topic: 'विषय ज़रूरी हो' },
  },
  default_code_block_language: {
    name: 'कोड ब्लॉक की भाषा',
    text: 'उन ब्लॉक के लिए, जिनमें कोई भाषा नहीं लिखी है, जैसे python।',
  },

  inline_image_preview: { name: 'लिंक की गई इमेज दिखाएं', text: 'मैसेज के नीचे, इस सर्वर के ज़रिए।' },
  inline_url_embed_preview: { name: 'लिंक किए गए पेज दिखाएं', text: 'पेज का शीर्षक और विवरण।' },
  media_preview_size: {
    name: 'मैसेज में तस्वीरों का आकार',
    text: 'उन तस्वीरों और वीडियो का, जो मैसेज में दिखते हैं।',
    options: { 100: '100%', 150: '150%', 200: '200%' },
  },
  gif_rating_policy: {
    name: 'एनिमेटेड इमेज (GIF)',
    text: 'क्लाइंट कौन सी इमेज दे सकते हैं।',
    options: { 0: 'कोई नहीं', 1: 'G रेटिंग वाली', 2: 'PG रेटिंग वाली', 3: 'PG-13 रेटिंग वाली', 4: 'R रेटिंग वाली' },
  },
  video_chat_provider: {
    name: 'वीडियो कॉल',
    text: 'कॉल किस सेवा से शुरू हों।',
    options: { 0: 'कोई नहीं', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: 'Jitsi सर्वर का पता',
    text: 'इस इंस्टॉलेशन के सर्वर के लिए “default” लिखें।',
  },

  digest_emails_enabled: {
    name: 'साप्ताहिक डाइजेस्ट',
    text: 'जो सदस्य दूर थे, उन्हें छूटी हुई चीज़ें ईमेल से मिलती हैं।',
  },
  digest_weekday: {
    name: 'डाइजेस्ट का दिन',
    text: 'हर सदस्य के समय क्षेत्र में।',
    options: { 0: 'सोमवार', 1: 'मंगलवार', 2: 'बुधवार', 3: 'गुरुवार', 4: 'शुक्रवार', 5: 'शनिवार', 6: 'रविवार' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'ईमेल में मैसेज का टेक्स्ट',
    text: 'इसके बिना, ईमेल में सिर्फ़ यह होता है कि किसने और कहां लिखा।',
  },
  require_e2ee_push_notifications: {
    name: 'फ़ोन पर सिर्फ़ एन्क्रिप्ट की गई सूचनाएं',
    text: 'जो डिवाइस इन्हें डिक्रिप्ट नहीं कर सकते, उन्हें कुछ नहीं मिलता।',
  },

  moderation_request_channel_id: {
    name: 'शिकायतों का चैनल',
    text: 'शिकायत वाले मैसेज यहां भेजे जाते हैं, इसलिए यह निजी होना चाहिए।',
  },
  new_stream_announcements_stream_id: {
    name: 'नए चैनलों की घोषणा का चैनल',
    text: 'बॉट हर नए सार्वजनिक चैनल की घोषणा करता है।',
  },
  signup_announcements_stream_id: {
    name: 'नए सदस्यों की घोषणा का चैनल',
    text: 'बॉट हर नए सदस्य की घोषणा करता है।',
  },
  svc_update_announcements_stream_id: {
    name: 'सर्वर की खबरों का चैनल',
    text: 'बॉट नई सुविधाओं की घोषणा करता है।',
  },
}
