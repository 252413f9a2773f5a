// The name of each setting of the organization, one sentence about it, and its options, in Arabic.

import type { realmSettingWords as English } from '../en-realm-settings'
import { isolated } from './grammar'

export const realmSettingWords: typeof English = {
  name: { name: 'الاسم', text: 'اسم المؤسسة، ويظهر في أعلى كل تطبيق.' },
  description: { name: 'الوصف', text: `يراه الناس قبل الانضمام. يمكن استخدام ${isolated('Markdown')}.` },
  org_type: {
    name: 'نوع المؤسسة',
    text: 'يساعد الأعضاء الجدد على معرفة المكان.',
    options: {
      0: 'غير محدد',
      10: 'شركة',
      20: 'مشروع مفتوح المصدر',
      30: 'تعليم (غير ربحي)',
      35: 'تعليم (ربحي)',
      40: 'بحث علمي',
      50: 'فعالية أو مؤتمر',
      60: 'منظمة غير ربحية (مسجلة)',
      70: 'جهة حكومية',
      80: 'جماعة سياسية',
      90: 'مجتمع',
      100: 'شخصي',
      1000: 'غير ذلك',
    },
  },
  default_language: { name: 'اللغة', text: 'للأعضاء الجدد ولرسائل الروبوتات.' },
  welcome_message_custom_text: {
    name: 'رسالة الترحيب',
    text: `يرسلها ${isolated('Welcome Bot')} إلى الأعضاء الجدد. يمكن استخدام ${isolated('Markdown')}.`,
  },

  invite_required: { name: 'الانضمام بدعوة فقط', text: 'من دونه، يمكن لكل من لديه عنوان مسموح به الانضمام.' },
  emails_restricted_to_domains: {
    name: 'النطاقات المسموح بها فقط',
    text: 'يحتاج الأعضاء الجدد إلى عنوان من نطاق في القائمة.',
  },
  disallow_disposable_email_addresses: {
    name: 'منع العناوين المؤقتة',
    text: 'تُرفض الخدمات المعروفة للعناوين القصيرة العمر.',
  },
  enable_spectator_access: {
    name: 'قرّاء بلا حساب',
    text: 'يمكن لأي شخص على الإنترنت قراءة القنوات العامة على الويب.',
  },
  parley_public_pages_indexed: {
    name: 'إدراج الصفحات العامة في محركات البحث',
    text: 'للقنوات العامة على الويب صفحات لقرّاء بلا حساب. يسمح هذا لمحركات البحث بإدراجها.',
  },
  want_advertise_in_communities_directory: {
    name: 'الإدراج في أدلة المجتمعات',
    text: 'يمكن لأدلة المجتمعات المفتوحة ذكر المؤسسة.',
  },
  send_welcome_emails: { name: 'رسائل ترحيب بالبريد', text: 'تصل إلى الأعضاء الجدد رسائل بالخطوات الأولى.' },
  waiting_period_threshold: {
    name: 'عدد الأيام حتى العضوية الكاملة',
    text: 'يصبح الأعضاء الجدد أعضاء كاملين بعد هذا العدد من الأيام.',
  },
  parley_passkey_login: { name: 'مفاتيح المرور', text: 'يمكن للأعضاء تسجيل الدخول بمفتاح مرور.' },
  parley_factor_required_of: {
    name: 'من يحتاج إلى عامل ثانٍ',
    text: 'على أصحاب هذا الدور إضافة مفتاح مرور أو رموز لمرة واحدة قبل المتابعة.',
    options: {
      none: 'لا أحد',
      owners: 'المالكون',
      administrators: 'المديرون والمالكون',
      moderators: 'المشرفون ومن فوقهم',
      members: 'الأعضاء ومن فوقهم',
      everyone: 'الجميع، والضيوف أيضًا',
    },
  },
  parley_factor_required: {
    name: 'العوامل المقبولة',
    text: 'لا يمكن لأي موقع آخر طلب مفتاح مرور، لذلك يحمي من صفحات الدخول المزيفة.',
    options: { any: 'مفاتيح المرور والرموز لمرة واحدة', passkey: 'مفاتيح المرور فقط' },
  },
  parley_scim_manages_owners: { name: 'الدليل يدير المالكين', text: 'يمكنه عندئذ تغييرهم وتعطيلهم.' },
  parley_agents_enabled: {
    name: 'الوكلاء',
    text: 'يمكن للأعضاء ربط برامج يتحكم فيها نموذج لغوي. من دونه، لا يمكن للوكلاء المرتبطين فعل شيء.',
  },
  parley_session_idle_days: {
    name: 'عدد الأيام حتى انتهاء الدخول غير المستخدم',
    text: 'يُسجَّل خروج المتصفح الذي لم يُستخدم طوال هذه المدة.',
  },
  parley_session_absolute_days: {
    name: 'عدد الأيام حتى انتهاء أي دخول',
    text: 'يجب بعدها تسجيل الدخول من جديد في كل متصفح.',
  },
  parley_keep_in_browsers: {
    name: 'تحتفظ المتصفحات بالرسائل',
    text: 'تُفتح فورًا، حتى بلا شبكة. من دون هذا الإعداد تحذف المتصفحات ما احتفظت به.',
  },
  parley_language_model: {
    name: 'النموذج اللغوي',
    text: 'يلخص ويترجم عندما يطلب أحد ذلك، وعندها يقرأ الرسائل.',
    options: { none: 'لا شيء', platform: 'نموذج المنصة', address: 'في عنوان' },
  },
  parley_language_model_url: {
    name: 'عنوان النموذج',
    text: 'العنوان الكامل لواجهة المحادثة، مثل https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: { name: 'اسم النموذج', text: 'كما تسميه الواجهة. وللمنصة نموذج معتاد.' },
  parley_speech_model_name: {
    name: 'اسم نموذج الرسائل الصوتية',
    text: 'يكتب ما يقال عندما يطلب أحد ذلك. من دون اسم لا يوجد نموذج في عنوان، ويُستخدم النموذج المعتاد للمنصة.',
  },
  parley_language_model_requests: { name: 'الأسئلة في اليوم', text: 'للجميع معًا، وبعدها يستريح النموذج.' },
  parley_gif_service: {
    name: 'خدمة صور GIF',
    text: 'يُبحث فيها عن صور GIF وعن الملصقات.',
    options: { none: 'لا شيء', giphy: 'GIPHY', klipy: 'KLIPY', address: 'في عنوان' },
  },
  parley_gif_url: {
    name: 'عنوان الخدمة',
    text: 'عنوان واجهة برمجية مثل واجهة Tenor، الإصدار 2، مثل https://gifs.example.com/v2.',
  },
  parley_audit_log_days: { name: 'عدد الأيام في سجل التدقيق', text: 'تُحذف السجلات الأقدم.' },

  require_unique_names: { name: 'أسماء غير مكررة', text: 'لا يمكن أن يحمل شخصان الاسم نفسه.' },
  name_changes_disabled: { name: 'تغيير الأسماء للمديرين فقط', text: 'يحتفظ الأعضاء بأسمائهم.' },
  email_changes_disabled: {
    name: 'تغيير العناوين للمديرين فقط',
    text: 'يحتفظ الأعضاء بعناوينهم.',
  },
  avatar_changes_disabled: {
    name: 'تغيير الصور للمديرين فقط',
    text: 'يحتفظ الأعضاء بصورهم.',
  },
  default_avatar_source: {
    name: 'صور الأعضاء الجدد',
    text: 'حتى يرفعوا صورهم.',
    options: { G: 'من Gravatar حسب عناوينهم', J: 'نمط يرسمه هذا الخادم' },
  },
  presence_disabled: { name: 'إخفاء المتصلين', text: 'لا يرى أحد نقطة خضراء.' },
  enable_read_receipts: { name: 'مؤشرات القراءة', text: 'يمكن للأعضاء رؤية من قرأ رسالة.' },
  enable_guest_user_indicator: { name: 'تمييز الضيوف', text: 'تُكتب «ضيف» بجانب أسمائهم.' },
  enable_guest_user_dm_warning: {
    name: 'تنبيه قبل مراسلة الضيوف مباشرة',
    text: 'يظهر التنبيه فوق النص.',
  },
  send_channel_events_messages: {
    name: 'تنبيهات عن القنوات',
    text: 'كل تغيير في القناة هو أيضًا رسالة فيها.',
  },

  allow_message_editing: {
    name: 'يمكن للأعضاء تعديل رسائلهم',
    text: 'لنقل المواضيع وتحديدها كمحلولة أذونات خاصة.',
  },
  message_content_edit_limit_seconds: { name: 'مهلة تعديل الرسالة', text: 'بعدها يبقى النص كما هو.' },
  message_content_delete_limit_seconds: {
    name: 'مهلة حذف الرسالة',
    text: 'للأعضاء الذين يمكنهم حذف رسائلهم.',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'مهلة النقل إلى موضوع آخر',
    text: 'يمكن للمشرفين نقل الرسائل الأقدم أيضًا.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'مهلة النقل إلى قناة أخرى',
    text: 'يمكن للمشرفين نقل الرسائل الأقدم أيضًا.',
  },
  message_edit_history_visibility_policy: {
    name: 'من يرى النسخ السابقة',
    text: 'للرسائل التي عُدّلت أو نُقلت.',
    options: { all: 'يرى الجميع التعديل والنقل', moves: 'يرى الجميع النقل', none: 'لا يراها أحد' },
  },
  message_retention_days: {
    name: 'عدد الأيام قبل حذف الرسائل',
    text: 'لكل القنوات التي ليست لها قاعدة خاصة، وللرسائل المباشرة.',
  },
  topics_policy: {
    name: 'الرسائل بلا موضوع',
    text: 'يمكن لكل قناة أن تقرر غير ذلك.',
    options: { allow_empty_topic: 'توضع في الدردشة العامة', disable_empty_topic: 'تحتاج إلى موضوع' },
  },
  default_code_block_language: {
    name: 'لغة كتل الشيفرة',
    text: `للكتل التي لا تذكر لغة، مثل ${isolated('python')}.`,
  },

  inline_image_preview: { name: 'عرض الصور المرتبطة', text: 'تحت الرسالة، عبر هذا الخادم.' },
  inline_url_embed_preview: { name: 'عرض الصفحات المرتبطة', text: 'عنوان الصفحة ووصفها.' },
  media_preview_size: {
    name: 'حجم الصور في الرسائل',
    text: 'للصور ومقاطع الفيديو التي تعرضها الرسائل.',
    options: { 100: '100%', 150: '150%', 200: '200%' },
  },
  gif_rating_policy: {
    name: `صور متحركة (${isolated('GIF')})`,
    text: 'الصور التي يمكن عرضها للاختيار.',
    options: { 0: 'لا شيء', 1: 'تصنيف G', 2: 'تصنيف PG', 3: 'تصنيف PG-13', 4: 'تصنيف R' },
  },
  video_chat_provider: {
    name: 'مكالمات الفيديو',
    text: 'الخدمة التي تبدأ بها المكالمات.',
    options: { 0: 'لا شيء', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: `عنوان خادم ${isolated('Jitsi')}`,
    text: `اكتب «${isolated('default')}» لاستخدام خادم هذا النشر.`,
  },

  digest_emails_enabled: { name: 'ملخص أسبوعي', text: 'يصل إلى الأعضاء الغائبين ما فاتهم.' },
  digest_weekday: {
    name: 'يوم الملخص',
    text: 'بالمنطقة الزمنية لكل عضو.',
    options: { 0: 'الاثنين', 1: 'الثلاثاء', 2: 'الأربعاء', 3: 'الخميس', 4: 'الجمعة', 5: 'السبت', 6: 'الأحد' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'نص الرسائل في البريد',
    text: 'من دونه، لا يذكر البريد إلا من كتب وأين.',
  },
  require_e2ee_push_notifications: {
    name: 'إشعارات هاتف مشفرة فقط',
    text: 'لا يصل شيء إلى الأجهزة التي لا تستطيع فك التشفير.',
  },

  moderation_request_channel_id: {
    name: 'قناة البلاغات',
    text: 'تُرسل إليها الرسائل المبلَّغ عنها، لذلك يجب أن تكون خاصة.',
  },
  new_stream_announcements_stream_id: {
    name: 'قناة الإعلان عن القنوات الجديدة',
    text: 'يعلن روبوت عن كل قناة عامة جديدة.',
  },
  signup_announcements_stream_id: {
    name: 'قناة الإعلان عن الأعضاء الجدد',
    text: 'يعلن روبوت عن كل عضو جديد.',
  },
  svc_update_announcements_stream_id: { name: 'قناة أخبار الخادم', text: 'يعلن روبوت عن الميزات الجديدة.' },
}
