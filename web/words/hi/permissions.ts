// The name of each permission, and one sentence about it, in Hindi.

import type {
  channelPermissionWords as EnglishOfChannels,
  groupPermissionWords as EnglishOfGroups,
  realmPermissionWords as EnglishOfRealm,
} from '../en-permissions'

export const realmPermissionWords: typeof EnglishOfRealm = {
  can_access_all_users_group: {
    name: 'सभी लोगों को देखना',
    text: 'बाकी लोगों को सिर्फ़ वे दिखते हैं, जिनके साथ उनका कोई चैनल या बातचीत साझा है।',
  },
  can_add_custom_emoji_group: { name: 'इमोजी जोड़ना', text: 'सभी लोग इन्हें इस्तेमाल कर सकते हैं।' },
  can_add_subscribers_group: { name: 'दूसरों को सब्सक्राइब करना', text: 'उन चैनलों में, जो उन्हें खुद दिखते हैं।' },
  can_create_bots_group: { name: 'कोई भी बॉट बनाना', text: 'पढ़ने और लिखने वाले बॉट।' },
  can_create_groups: {
    name: 'ग्रुप बनाना',
    text: 'ग्रुप को मेंशन किया जा सकता है और अनुमतियां दी जा सकती हैं।',
  },
  can_create_private_channel_group: { name: 'निजी चैनल बनाना', text: 'ये सिर्फ़ सब्सक्राइबर को दिखते हैं।' },
  can_create_public_channel_group: {
    name: 'सार्वजनिक चैनल बनाना',
    text: 'सभी सदस्य इन्हें ढूंढ और पढ़ सकते हैं।',
  },
  can_create_web_public_channel_group: {
    name: 'वेब पर सार्वजनिक चैनल बनाना',
    text: 'इंटरनेट पर कोई भी इन्हें पढ़ सकता है।',
  },
  can_create_write_only_bots_group: {
    name: 'सिर्फ़ लिखने वाले बॉट बनाना',
    text: 'सेवाएं इनकमिंग वेबहुक से जानकारी भेजती हैं।',
  },
  can_delete_any_message_group: { name: 'कोई भी मैसेज मिटाना', text: 'किसी भी समय।' },
  can_delete_own_message_group: { name: 'अपने मैसेज मिटाना', text: 'मिटाने की समय-सीमा के अंदर।' },
  can_invite_users_group: { name: 'ईमेल से न्योता भेजना', text: 'हर न्योता एक व्यक्ति के लिए होता है।' },
  can_manage_all_groups: { name: 'सभी ग्रुप मैनेज करना', text: 'उनके सदस्य, नाम और अनुमतियां।' },
  can_manage_billing_group: { name: 'प्लान मैनेज करना', text: 'अगर सर्वर ऑपरेटर भुगतान लेते हैं।' },
  can_mention_many_users_group: {
    name: 'बड़े चैनलों में @all का इस्तेमाल करना',
    text: 'इससे चैनल में सबको सूचना मिलती है।',
  },
  can_move_messages_between_channels_group: {
    name: 'मैसेज दूसरे चैनलों में ले जाना',
    text: 'ले जाने की समय-सीमा के अंदर।',
  },
  can_move_messages_between_topics_group: {
    name: 'मैसेज दूसरे विषयों में ले जाना',
    text: 'ले जाने की समय-सीमा के अंदर।',
  },
  can_resolve_topics_group: { name: 'विषयों को हल हुआ मार्क करना', text: 'और उन्हें फिर से खोलना।' },
  can_set_delete_message_policy_group: {
    name: 'तय करना कि चैनल में कौन मैसेज मिटाए',
    text: 'उन चैनलों के लिए, जिनके वे एडमिन हैं।',
  },
  can_set_topics_policy_group: {
    name: 'चैनल के विषयों के नियम तय करना',
    text: 'उन चैनलों के लिए, जिनके वे एडमिन हैं।',
  },
  can_summarize_topics_group: { name: 'सारांश और अनुवाद', text: 'भाषा मॉडल से, अगर मालिकों ने चुना है।' },
  create_multiuse_invite_group: {
    name: 'न्योते के लिंक बनाना',
    text: 'जिसके पास लिंक है, वह शामिल हो सकता है।',
  },
  direct_message_initiator_group: {
    name: 'डायरेक्ट बातचीत शुरू करना',
    text: 'बाकी लोग सिर्फ़ जवाब दे सकते हैं।',
  },
  direct_message_permission_group: {
    name: 'डायरेक्ट बातचीत में हिस्सा लेना',
    text: 'हर बातचीत में ऐसा कम से कम एक व्यक्ति होना ज़रूरी है।',
  },
  parley_can_create_automations_group: {
    name: 'स्वचालन बनाना',
    text: 'वे उन्हें बनाने वाले व्यक्ति के अधिकारों से काम करते हैं।',
  },
  parley_can_create_guest_links_group: { name: 'अतिथि लिंक बनाना', text: 'जिसके पास लिंक है, वह एक चैनल में लिख सकता है।' },
  parley_can_join_calls_group: { name: 'कॉल में शामिल होना', text: 'उन बातचीत की कॉल जिन्हें वे पढ़ सकते हैं।' },
  parley_can_search_everything_group: {
    name: 'सब कुछ खोजना',
    text: 'केवल मालिक: सभी लोगों के सभी संदेश, रोक में रखे गए हटाए हुए संदेश भी।',
  },
  parley_can_share_screens_group: { name: 'कॉल में स्क्रीन साझा करना', text: 'जिन कॉल में वे शामिल हो सकते हैं।' },
  parley_can_start_calls_group: { name: 'कॉल शुरू करना', text: 'उन बातचीत में जिनमें वे लिख सकते हैं।' },
  workplace_users_group: { name: 'कार्यस्थल के लोग', text: 'प्लान इन्हें दूसरों से अलग गिन सकता है। इससे कोई अनुमति नहीं मिलती।' },
}

export const channelPermissionWords: typeof EnglishOfChannels = {
  can_administer_channel_group: {
    name: 'चैनल का एडमिन होना',
    text: 'इसका नाम, विवरण, निजता और अनुमतियां।',
  },
  can_add_subscribers_group: {
    name: 'दूसरों को सब्सक्राइब करना',
    text: 'उन लोगों के अलावा, जो हर जगह ऐसा कर सकते हैं।',
  },
  can_remove_subscribers_group: { name: 'दूसरों को अनसब्सक्राइब करना', text: 'इस चैनल से।' },
  can_subscribe_group: { name: 'खुद सब्सक्राइब करना', text: 'चैनल निजी होने पर भी।' },
  can_create_topic_group: { name: 'विषय शुरू करना', text: 'बाकी लोग मौजूदा विषयों में लिखते हैं।' },
  can_send_message_group: { name: 'लिखना', text: 'बाकी लोग सिर्फ़ पढ़ सकते हैं।' },
  can_resolve_topics_group: {
    name: 'विषयों को हल हुआ मार्क करना',
    text: 'उन लोगों के अलावा, जो हर जगह ऐसा कर सकते हैं।',
  },
  can_move_messages_within_channel_group: {
    name: 'चैनल के अंदर मैसेज ले जाना',
    text: 'दूसरे विषयों में, किसी भी समय।',
  },
  can_move_messages_out_of_channel_group: {
    name: 'मैसेज चैनल से बाहर ले जाना',
    text: 'दूसरे चैनलों में, किसी भी समय।',
  },
  can_delete_any_message_group: { name: 'कोई भी मैसेज मिटाना', text: 'इस चैनल में।' },
  can_delete_own_message_group: {
    name: 'अपने मैसेज मिटाना',
    text: 'इस चैनल में, मिटाने की समय-सीमा के अंदर।',
  },
}

export const groupPermissionWords: typeof EnglishOfGroups = {
  can_manage_group: { name: 'ग्रुप मैनेज करना', text: 'इसका नाम, सदस्य और अनुमतियां।' },
  can_add_members_group: { name: 'सदस्य जोड़ना', text: 'और दूसरे ग्रुप भी।' },
  can_remove_members_group: { name: 'सदस्य हटाना', text: 'और दूसरे ग्रुप भी।' },
  can_join_group: { name: 'शामिल होना', text: 'किसी के जोड़े बिना।' },
  can_leave_group: { name: 'छोड़ना', text: 'किसी के हटाए बिना।' },
  can_mention_group: { name: 'ग्रुप को मेंशन करना', text: 'मेंशन से सभी सदस्यों को सूचना मिलती है।' },
}
