// The name of each personal setting, one sentence about it, and its options, in Arabic.

import type { userSettingWords as English } from '../en-user-settings'
import { isolated } from './grammar'

const channelTopics = {
  1: 'عندما تشارك فيها',
  2: 'عندما تكتب فيها',
  3: 'عندما تبدؤها',
  4: 'أبدًا',
}
const onScreen = 'إشعار على الشاشة.'
const asSound = 'صوت من التطبيق.'
const whileAway = 'عندما تكون بعيدًا.'
const all = isolated('@all')

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'المظهر',
    text: 'فاتح أو داكن، أو حسب إعداد هذا الجهاز.',
    options: { 1: 'مثل هذا الجهاز', 2: 'داكن', 3: 'فاتح' },
  },
  web_font_size_px: { name: 'حجم النص', text: 'بالبكسل، للرسائل والقوائم.' },
  web_line_height_percent: { name: 'ارتفاع السطر', text: 'نسبة مئوية من حجم النص.' },
  fluid_layout_width: { name: 'استخدام العرض كله', text: 'يمكن أن تمتد الرسائل بعرض النافذة.' },
  high_contrast_mode: {
    name: 'تباين عالٍ',
    text: 'النصوص والخطوط أغمق على الفاتح، وأفتح على الداكن.',
  },
  emojiset: {
    name: 'الرموز التعبيرية',
    text: 'شكل الرموز التعبيرية في الرسائل.',
    options: { google: 'كما يرسمها هذا الجهاز', text: `كأسماء، مثل ${isolated(':smile:')}` },
  },
  twenty_four_hour_time: {
    name: 'نظام 24 ساعة',
    text: `يُكتب الوقت هكذا: ${isolated('17:30')}. وإلا فيُكتب حسب لغتك.`,
  },
  default_language: { name: 'اللغة', text: 'للواجهة ولرسائل البريد المرسلة إليك.' },
  timezone: { name: 'المنطقة الزمنية', text: 'يرى الآخرون وقتك المحلي، وتستخدمها رسائل البريد أيضًا.' },
  web_suggest_update_timezone: {
    name: 'السؤال عند اختلاف المنطقة الزمنية',
    text: 'يمكن للتطبيق اقتراح المنطقة الزمنية للجهاز.',
  },
  web_animate_image_previews: {
    name: 'الصور المتحركة',
    text: 'متى تتحرك الصور في الرسائل.',
    options: { always: 'دائمًا', on_hover: 'تحت المؤشر', never: 'أبدًا' },
  },

  web_home_view: {
    name: 'الصفحة الأولى',
    text: 'ما يظهر عند بدء التطبيق.',
    options: { inbox: 'صندوق الوارد', recent: 'المحادثات الأخيرة', all_messages: 'الخلاصة الموحّدة' },
  },
  web_escape_navigates_to_home_view: {
    name: `الانتقال إلى الصفحة الأولى بمفتاح ${isolated('Escape')}`,
    text: 'من أي صفحة ليست محادثة.',
  },
  web_mark_read_on_scroll_policy: {
    name: 'تحديد الرسائل كمقروءة',
    text: 'أين تُعد الرسالة مقروءة بعد أن تراها حتى نهايتها.',
    options: { 1: 'في كل الصفحات', 2: 'في المحادثات فقط', 3: 'ليس تلقائيًا' },
  },
  web_channel_default_view: {
    name: 'النقر على قناة يفتح',
    text: 'أول ما تراه من القناة.',
    options: {
      1: 'أحدث مواضيعها',
      2: 'كل رسائلها',
      4: 'أحدث مواضيعها غير المقروءة',
    },
  },
  parley_link_previews: {
    name: 'معاينات الروابط',
    text: 'ما تقوله الصفحات المرتبطة عن نفسها، إذا كانت مؤسستك تعرضه. بدونها لا تُجلب أي صفحة للروابط في رسائلك أيضًا.',
  },
  hide_ai_features: { name: 'لا شيء من نموذج لغوي', text: 'يخفي ما يلخص ويترجم، إن كان لدى مؤسستك.' },
  display_emoji_reaction_users: {
    name: 'الأسماء بجانب التفاعلات',
    text: 'عندما تكون التفاعلات قليلة، تظهر الأسماء بدلًا من العدد.',
  },
  automatically_follow_topics_policy: {
    name: 'متابعة المواضيع',
    text: 'تصلك إشعارات عن المواضيع التي تتابعها.',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'إلغاء كتم مواضيع في القنوات المكتومة',
    text: 'يبقى باقي القناة مكتومًا.',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'متابعة المواضيع التي تشير إليك',
    text: 'ابتداءً من الإشارة.',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'تنبيهات المواضيع المحلولة مقروءة',
    text: 'فلا تُحسب غير مقروءة.',
    options: { always: 'دائمًا', except_followed: 'إلا في المواضيع المتابَعة', never: 'أبدًا' },
  },

  enter_sends: {
    name: `الإرسال بمفتاح ${isolated('Enter')}`,
    text: `يبدأ ${isolated('Shift')} مع ${isolated('Enter')} سطرًا جديدًا عندئذ.`,
  },
  translate_emoticons: {
    name: 'استبدال الوجوه النصية',
    text: `يصبح «${isolated(':)')}» رمزًا تعبيريًا في رسائلك.`,
  },
  enable_drafts_synchronization: {
    name: 'حفظ المسودات على الخادم',
    text: 'يمكنك متابعة الكتابة على جهاز آخر.',
  },
  web_navigate_to_sent_message: {
    name: 'الانتقال إلى الرسالة المرسلة',
    text: 'بعد الرد من صفحة أخرى، تُفتح المحادثة.',
  },

  starred_message_counts: {
    name: 'عدد الرسائل المميزة بنجمة',
    text: 'يظهر العدد بجانب «المميزة بنجمة».',
  },
  demote_inactive_streams: {
    name: 'القنوات الهادئة في النهاية',
    text: 'تنزل القنوات التي ليست فيها رسائل جديدة في القائمة.',
    options: { 1: 'عندما تكون كثيرة', 2: 'دائمًا', 3: 'أبدًا' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'الأعداد بجانب القنوات',
    text: 'القنوات التي يظهر بجانبها عدد الرسائل غير المقروءة.',
    options: { 1: 'كل القنوات', 2: 'القنوات غير المكتومة', 3: 'لا قناة' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'تجميع القنوات حسب المجلد',
    text: 'كما رتبتها المؤسسة.',
  },
  web_inbox_show_channel_folders: {
    name: 'تجميع صندوق الوارد حسب المجلد',
    text: 'تظهر محادثات القنوات غير المقروءة تحت اسم مجلدها.',
  },
  web_left_sidebar_unreads_count_summary: { name: 'عدد كل الرسائل غير المقروءة', text: 'في أعلى القائمة.' },

  presence_enabled: { name: 'إظهار أنك متصل', text: 'يرى الآخرون نقطة خضراء بجانب اسمك.' },
  send_private_typing_notifications: {
    name: 'إظهار أنك تكتب رسالة مباشرة',
    text: 'لمن سيستلمونها.',
  },
  send_stream_typing_notifications: {
    name: 'إظهار أنك تكتب في القنوات',
    text: 'لمن فتحوا الموضوع.',
  },
  receives_typing_notifications: { name: 'رؤية أن آخرين يكتبون', text: 'تحت رسائل المحادثة.' },
  send_read_receipts: { name: 'إظهار ما قرأته', text: 'يرى الآخرون اسمك في مؤشرات القراءة.' },
  email_address_visibility: {
    name: 'من يرى عنوان بريدك الإلكتروني',
    text: 'يرى الآخرون عنوانًا آخر لا يصل إلى أحد.',
    options: { 1: 'الجميع', 2: 'الأعضاء', 5: 'المشرفون', 3: 'المديرون', 4: 'لا أحد' },
  },
  allow_private_data_export: {
    name: 'تضمين بياناتك الخاصة في التصدير',
    text: 'يمكن عندئذ لمدير تصدير رسائلك المباشرة وقنواتك الخاصة.',
  },

  notification_sound: { name: 'الصوت', text: 'صوت الإشعار.' },
  pm_content_in_desktop_notifications: {
    name: 'نص الرسائل المباشرة على سطح المكتب',
    text: 'من دونه، لا يذكر الإشعار إلا من كتب.',
  },
  desktop_icon_count_display: {
    name: 'العدد في العنوان',
    text: 'ما يحسبه العدد في عنوان النافذة.',
    options: {
      1: 'كل الرسائل غير المقروءة',
      2: 'الرسائل المباشرة والإشارات والمواضيع المتابَعة',
      3: 'الرسائل المباشرة والإشارات',
      4: 'لا شيء',
    },
  },
  enable_online_push_notifications: {
    name: 'إشعار الهاتف وأنت على جهاز آخر',
    text: 'وإلا فيبقى الهاتف صامتًا ما دمت تستخدم جهازًا آخر.',
  },
  parley_do_not_disturb_until: {
    name: 'عدم الإزعاج حتى',
    text: 'تبقى الهواتف صامتة، وتنتظر رسائل البريد حتى ذلك الحين.',
  },
  parley_quiet_hours: {
    name: 'ساعات الهدوء',
    text: `كل يوم بمنطقتك الزمنية، مثل ${isolated('22:00-07:00')}.`,
  },
  email_notifications_batching_period_seconds: {
    name: 'الانتظار قبل إرسال البريد',
    text: 'بالثواني. تُجمع رسائل هذه المدة في بريد واحد.',
  },
  message_content_in_email_notifications: {
    name: 'نص الرسائل في البريد',
    text: 'من دونه، لا يذكر البريد إلا مكان الرسائل.',
  },
  realm_name_in_email_notifications_policy: {
    name: 'اسم المؤسسة في عنوان البريد',
    text: 'مفيد عند تعدد المؤسسات.',
    options: { 1: 'عند تعدد المؤسسات', 2: 'دائمًا', 3: 'أبدًا' },
  },
  enable_digest_emails: { name: 'الملخص', text: 'ما فاتك، إذا غبت بضعة أيام.' },
  enable_login_emails: { name: 'عمليات دخول جديدة', text: 'بريد عندما يُسجَّل الدخول من جهاز جديد.' },
  enable_marketing_emails: { name: 'أخبار المنتج', text: 'نادرًا.' },
  wildcard_mentions_notify: { name: `${all} إشارة إليك`, text: 'يصلك إشعار كما لو كُتب اسمك.' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: `${all} إشارة إليك في المواضيع المتابَعة`,
    text: 'حتى إذا لم يُعد كذلك في غيرها.',
  },

  enable_desktop_notifications: { name: 'الرسائل المباشرة والإشارات: سطح المكتب', text: onScreen },
  enable_sounds: { name: 'الرسائل المباشرة والإشارات: صوت', text: asSound },
  enable_offline_push_notifications: { name: 'الرسائل المباشرة والإشارات: إشعارات فورية', text: whileAway },
  enable_offline_email_notifications: { name: 'الرسائل المباشرة والإشارات: البريد', text: whileAway },
  enable_followed_topic_desktop_notifications: { name: 'المواضيع المتابَعة: سطح المكتب', text: onScreen },
  enable_followed_topic_audible_notifications: { name: 'المواضيع المتابَعة: صوت', text: asSound },
  enable_followed_topic_push_notifications: { name: 'المواضيع المتابَعة: إشعارات فورية', text: whileAway },
  enable_followed_topic_email_notifications: { name: 'المواضيع المتابَعة: البريد', text: whileAway },
  enable_stream_desktop_notifications: { name: 'كل رسائل القنوات: سطح المكتب', text: onScreen },
  enable_stream_audible_notifications: { name: 'كل رسائل القنوات: صوت', text: asSound },
  enable_stream_push_notifications: { name: 'كل رسائل القنوات: إشعارات فورية', text: whileAway },
  enable_stream_email_notifications: { name: 'كل رسائل القنوات: البريد', text: whileAway },
}
