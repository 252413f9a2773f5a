// The name of each personal setting, one sentence about it, and its options, in Hindi.

import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: 'जब आप हिस्सा लें',
  2: 'जब आप उनमें लिखें',
  3: 'जब आप उन्हें शुरू करें',
  4: 'कभी नहीं',
}

const onScreen = 'स्क्रीन पर सूचना।'
const aSound = 'क्लाइंट की आवाज़।'
const whileAway = 'जब आप दूर हों।'

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'थीम',
    text: 'हल्की या गहरी, या इस डिवाइस जैसी।',
    options: { 1: 'इस डिवाइस जैसी', 2: 'गहरी', 3: 'हल्की' },
  },
  web_font_size_px: { name: 'टेक्स्ट का आकार', text: 'पिक्सेल में, मैसेज और सूचियों के लिए।' },
  web_line_height_percent: { name: 'लाइन की ऊंचाई', text: 'टेक्स्ट के आकार के प्रतिशत में।' },
  fluid_layout_width: { name: 'पूरी चौड़ाई इस्तेमाल करें', text: 'मैसेज विंडो जितने चौड़े हो सकते हैं।' },
  high_contrast_mode: {
    name: 'ज़्यादा कंट्रास्ट',
    text: 'हल्की थीम पर टेक्स्ट और लाइनें ज़्यादा गहरी, गहरी थीम पर ज़्यादा हल्की।',
  },
  emojiset: {
    name: 'इमोजी',
    text: 'मैसेज में इमोजी कैसे दिखें।',
    options: { google: 'इस डिवाइस के रूप में', text: 'नाम के रूप में, जैसे :smile:' },
  },
  twenty_four_hour_time: {
    name: '24 घंटे वाली घड़ी',
    text: 'समय 17:30 की तरह लिखा जाता है। नहीं तो आपकी भाषा के तरीके से।',
  },
  default_language: { name: 'भाषा', text: 'इंटरफ़ेस और आपको आने वाले ईमेल के लिए।' },
  timezone: { name: 'समय क्षेत्र', text: 'दूसरों को आपका स्थानीय समय दिखता है। ईमेल में भी यही समय होता है।' },
  web_suggest_update_timezone: {
    name: 'समय क्षेत्र अलग होने पर पूछें',
    text: 'क्लाइंट डिवाइस के समय क्षेत्र का सुझाव दे सकता है।',
  },
  web_animate_image_previews: {
    name: 'एनिमेटेड इमेज',
    text: 'मैसेज की इमेज कब चलें।',
    options: { always: 'हमेशा', on_hover: 'पॉइंटर ले जाने पर', never: 'कभी नहीं' },
  },

  web_home_view: {
    name: 'पहला व्यू',
    text: 'शुरू होने पर क्लाइंट क्या दिखाए।',
    options: { inbox: 'इनबॉक्स', recent: 'हाल की बातचीत', all_messages: 'संयुक्त फ़ीड' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc से पहले व्यू पर जाएं', text: 'किसी भी ऐसे व्यू से, जो बातचीत नहीं है।' },
  web_mark_read_on_scroll_policy: {
    name: 'मैसेज को पढ़ा हुआ मार्क करें',
    text: 'मैसेज अंत तक देखने पर कहां पढ़ा हुआ माना जाए।',
    options: { 1: 'हर व्यू में', 2: 'सिर्फ़ बातचीत में', 3: 'अपने-आप कभी नहीं' },
  },
  web_channel_default_view: {
    name: 'चैनल पर क्लिक करने से खुले',
    text: 'चैनल में सबसे पहले क्या दिखे।',
    options: {
      1: 'उसका सबसे नया विषय',
      2: 'उसके सभी मैसेज',
      4: 'उसका सबसे नया बिना पढ़ा विषय',
    },
  },
  parley_link_previews: {
    name: 'लिंक का पूर्वावलोकन',
    text: 'लिंक किए गए पेज अपने बारे में क्या बताते हैं, अगर आपका संगठन यह दिखाता है। इसके बिना आपके मैसेज के लिंक के लिए भी कोई पेज नहीं खोला जाता।',
  },
  hide_ai_features: { name: 'भाषा मॉडल का कुछ नहीं', text: 'सारांश और अनुवाद छिपाता है, अगर संगठन में हैं।' },
  display_emoji_reaction_users: {
    name: 'रिएक्शन के साथ नाम',
    text: 'कम रिएक्शन होने पर संख्या के बजाय नाम दिखते हैं।',
  },
  automatically_follow_topics_policy: {
    name: 'विषयों को फ़ॉलो करें',
    text: 'आप जिन विषयों को फ़ॉलो करते हैं, उनकी सूचना आपको मिलती है।',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'म्यूट किए हुए चैनलों में विषयों को अनम्यूट करें',
    text: 'चैनल का बाकी हिस्सा म्यूट रहता है।',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'आपको मेंशन करने वाले विषयों को फ़ॉलो करें',
    text: 'मेंशन के समय से।',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'हल हुए विषयों की जानकारी पढ़ी हुई मानें',
    text: 'तब वह बिना पढ़े मैसेज में नहीं गिनी जाती।',
    options: { always: 'हमेशा', except_followed: 'फ़ॉलो किए हुए विषयों को छोड़कर', never: 'कभी नहीं' },
  },

  enter_sends: { name: 'Enter से भेजें', text: 'तब Shift और Enter से नई लाइन शुरू होती है।' },
  translate_emoticons: { name: 'इमोटिकॉन बदलें', text: 'आपके मैसेज में “:)” इमोजी बन जाता है।' },
  enable_drafts_synchronization: {
    name: 'ड्राफ़्ट सर्वर पर रखें',
    text: 'आप किसी दूसरे डिवाइस पर लिखना जारी रख सकते हैं।',
  },
  web_navigate_to_sent_message: {
    name: 'भेजे गए मैसेज पर जाएं',
    text: 'किसी दूसरे व्यू से जवाब देने पर क्लाइंट वह बातचीत खोलता है।',
  },

  starred_message_counts: {
    name: 'स्टार किए हुए मैसेज गिनें',
    text: 'संख्या “स्टार किए हुए” के बगल में दिखती है।',
  },
  demote_inactive_streams: {
    name: 'शांत चैनल आखिर में',
    text: 'जिन चैनलों में नए मैसेज नहीं हैं, वे सूची में नीचे जाते हैं।',
    options: { 1: 'जब बहुत सारे हों', 2: 'हमेशा', 3: 'कभी नहीं' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'चैनलों के बगल में संख्या',
    text: 'किन चैनलों पर बिना पढ़े मैसेज की संख्या दिखे।',
    options: { 1: 'सभी चैनल', 2: 'जो चैनल म्यूट नहीं हैं', 3: 'कोई चैनल नहीं' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'चैनलों को फ़ोल्डर के हिसाब से दिखाएं',
    text: 'संगठन के तय किए हुए क्रम में।',
  },
  web_inbox_show_channel_folders: {
    name: 'इनबॉक्स को फ़ोल्डर के हिसाब से दिखाएं',
    text: 'चैनलों की अपठित बातचीत अपने फ़ोल्डर के नाम के नीचे दिखती है।',
  },
  web_left_sidebar_unreads_count_summary: {
    name: 'सभी बिना पढ़े मैसेज की संख्या',
    text: 'सूची में सबसे ऊपर।',
  },

  presence_enabled: {
    name: 'दिखाएं कि आप ऑनलाइन हैं',
    text: 'दूसरों को आपके नाम के बगल में हरा बिंदु दिखता है।',
  },
  send_private_typing_notifications: {
    name: 'डायरेक्ट मैसेज टाइप करना दिखाएं',
    text: 'जिन्हें मैसेज मिलेगा, उन्हें।',
  },
  send_stream_typing_notifications: {
    name: 'चैनलों में टाइप करना दिखाएं',
    text: 'जिन्होंने विषय खोला हुआ है, उन्हें।',
  },
  receives_typing_notifications: {
    name: 'देखें कि दूसरे कब टाइप कर रहे हैं',
    text: 'बातचीत के मैसेज के नीचे।',
  },
  send_read_receipts: {
    name: 'दिखाएं कि आपने क्या पढ़ा है',
    text: 'दूसरों को रीड रिसीट में आपका नाम दिखता है।',
  },
  email_address_visibility: {
    name: 'आपका ईमेल पता किसे दिखे',
    text: 'बाकी लोगों को कोई दूसरा पता दिखता है, जो किसी तक नहीं पहुंचता।',
    options: { 1: 'सभी लोग', 2: 'सदस्य', 5: 'मॉडरेटर', 3: 'एडमिन', 4: 'कोई नहीं' },
  },
  allow_private_data_export: {
    name: 'एक्सपोर्ट में अपना निजी डेटा शामिल करें',
    text: 'तब एडमिन आपके डायरेक्ट मैसेज और निजी चैनल एक्सपोर्ट कर सकते हैं।',
  },

  notification_sound: { name: 'आवाज़', text: 'सूचना की आवाज़ कैसी हो।' },
  pm_content_in_desktop_notifications: {
    name: 'डेस्कटॉप पर डायरेक्ट मैसेज का टेक्स्ट',
    text: 'इसके बिना, सूचना में सिर्फ़ लिखने वाले का नाम होता है।',
  },
  desktop_icon_count_display: {
    name: 'शीर्षक में संख्या',
    text: 'विंडो के शीर्षक की संख्या में क्या गिना जाए।',
    options: {
      1: 'सभी बिना पढ़े मैसेज',
      2: 'डायरेक्ट मैसेज, मेंशन और फ़ॉलो किए हुए विषय',
      3: 'डायरेक्ट मैसेज और मेंशन',
      4: 'कुछ नहीं',
    },
  },
  enable_online_push_notifications: {
    name: 'कहीं और सक्रिय होने पर भी फ़ोन पर सूचना दें',
    text: 'नहीं तो, जब आप कोई दूसरा डिवाइस इस्तेमाल करते हैं, तब फ़ोन शांत रहता है।',
  },
  parley_do_not_disturb_until: {
    name: 'परेशान न करें, इस समय तक',
    text: 'तब तक फ़ोन शांत रहते हैं और ईमेल रुके रहते हैं।',
  },
  parley_quiet_hours: {
    name: 'शांत समय',
    text: 'हर दिन आपके समय क्षेत्र में, जैसे 22:00-07:00।',
  },
  email_notifications_batching_period_seconds: {
    name: 'ईमेल से पहले इंतज़ार',
    text: 'सेकंड में। इतने समय के मैसेज एक ही ईमेल में आते हैं।',
  },
  message_content_in_email_notifications: {
    name: 'ईमेल में मैसेज का टेक्स्ट',
    text: 'इसके बिना, ईमेल में सिर्फ़ यह होता है कि कहां देखना है।',
  },
  realm_name_in_email_notifications_policy: {
    name: 'ईमेल के शीर्षक में संगठन का नाम',
    text: 'कई संगठन होने पर काम आता है।',
    options: { 1: 'कई संगठन होने पर', 2: 'हमेशा', 3: 'कभी नहीं' },
  },
  enable_digest_emails: { name: 'डाइजेस्ट', text: 'कुछ दिन दूर रहने पर, आपसे क्या छूट गया।' },
  enable_login_emails: { name: 'नए लॉग इन', text: 'नए डिवाइस से लॉग इन होने पर ईमेल।' },
  enable_marketing_emails: { name: 'प्रॉडक्ट की खबरें', text: 'कभी-कभी।' },
  wildcard_mentions_notify: {
    name: '@all को मेंशन मानें',
    text: 'इसकी सूचना वैसे ही मिलती है, जैसे आपका नाम लिखा हो।',
  },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'फ़ॉलो किए हुए विषयों में @all को मेंशन मानें',
    text: 'वहां भी, जहां इसे आम तौर पर मेंशन नहीं माना जाता।',
  },

  enable_desktop_notifications: { name: 'डायरेक्ट मैसेज और मेंशन: डेस्कटॉप', text: onScreen },
  enable_sounds: { name: 'डायरेक्ट मैसेज और मेंशन: आवाज़', text: aSound },
  enable_offline_push_notifications: { name: 'डायरेक्ट मैसेज और मेंशन: पुश', text: whileAway },
  enable_offline_email_notifications: { name: 'डायरेक्ट मैसेज और मेंशन: ईमेल', text: whileAway },
  enable_followed_topic_desktop_notifications: { name: 'फ़ॉलो किए हुए विषय: डेस्कटॉप', text: onScreen },
  enable_followed_topic_audible_notifications: { name: 'फ़ॉलो किए हुए विषय: आवाज़', text: aSound },
  enable_followed_topic_push_notifications: { name: 'फ़ॉलो किए हुए विषय: पुश', text: whileAway },
  enable_followed_topic_email_notifications: { name: 'फ़ॉलो किए हुए विषय: ईमेल', text: whileAway },
  enable_stream_desktop_notifications: { name: 'चैनलों के सभी मैसेज: डेस्कटॉप', text: onScreen },
  enable_stream_audible_notifications: { name: 'चैनलों के सभी मैसेज: आवाज़', text: aSound },
  enable_stream_push_notifications: { name: 'चैनलों के सभी मैसेज: पुश', text: whileAway },
  enable_stream_email_notifications: { name: 'चैनलों के सभी मैसेज: ईमेल', text: whileAway },
}
