import type { BotWords } from './bots-en'

const rules = new Intl.PluralRules('ar')
const ofMessages = {
  zero: 'لا رسائل',
  one: 'رسالة',
  two: 'رسالتين',
  few: '# رسائل',
  many: '# رسالة',
  other: '# رسالة',
}
const ofDays = { zero: '# يوم', one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }
const counted = (forms: Record<Intl.LDMLPluralRule, string>, number: number) =>
  forms[rules.select(number)].replace('#', String(number))

/** All text of bot messages and notifications, in Arabic. A space is before each mention and link. */
export const botsAr: BotWords = {
  unnamed: 'أحد المستخدمين',
  aMessage: 'رسالة',
  channelNumber: (id) => `القناة ${id}`,
  topics: {
    channelEvents: 'تغييرات القناة',
    newChannels: 'قنوات جديدة',
    signups: 'أعضاء جدد',
    reports: (id, name) => `بلاغات عن المستخدم ${id}: ${name}`,
  },
  welcome: `أهلًا ومرحبًا! :wave: أنا Welcome Bot. المحادثات هنا مرتبة في قنوات ومواضيع، ليتابع كل شخص ما يهمه ويلحق به لاحقًا.

* في [صندوق الوارد](/#inbox) كل ما لم تقرأه.
* تعرض [كل القنوات](/#channels/all) ما يمكنك الانضمام إليه.
* لبدء محادثة، افتح قناة واكتب موضوعًا جديدًا: بضع كلمات تدل على محتواه.
* في [ملفك الشخصي](/#settings/profile) اسمك وصورتك، وتحدد [إشعاراتك](/#settings/notifications) ما الذي ينبّهك.

لا يرى أحد غيرك ما تكتبه لي، فجرّب هنا ما تشاء.`,
  firstChannels: {
    channels: {
      general: { name: 'عام', description: 'للجميع، حول ما يهمّ الجميع.' },
      help: { name: 'مساعدة', description: 'أسئلة وأجوبة. لا سؤال أصغر من أن يُطرح.' },
      random: { name: 'استراحة', description: 'ما لا علاقة له بالعمل.' },
      introductions: { name: 'تعارف', description: 'من أنت، وما الذي جاء بك إلى هنا.' },
      questions: { name: 'أسئلة', description: 'أسئلة عن الدروس والتمارين مع أجوبتها.' },
      projects: { name: 'مشاريع', description: 'ما يعمل عليه الناس معًا.' },
    },
    welcome: {
      topic: 'ترحيب',
      content: `أهلًا وسهلًا! :wave: هذا موضوع: محادثة حول أمر واحد، في القناة التي يظهر اسمها في الأعلى.

أجب هنا لتجرّب. يبقى جوابك في هذا الموضوع ولا يزعج أي محادثة أخرى.`,
    },
    topics: {
      topic: 'كيف تعمل المواضيع',
      content: `* **أمر جديد؟** اكتب موضوعًا جديدًا: بضع كلمات تدل على محتواه.
* **هل أُجيب عن السؤال؟** في قائمة الموضوع: *تحديد كمحلول*.
* **هل الرسالة في الموضوع الخطأ؟** يمكنك نقلها من قائمة الرسالة.
* **كثير جدًا، أو مهم؟** يمكنك كتم الموضوع أو متابعته من قائمته.`,
    },
    asking: {
      topic: 'كيف تطرح سؤالًا',
      content: `اجعل لكل سؤال موضوعًا خاصًا به، مثل هذا. من يعرف الجواب يجده في صندوق الوارد، غدًا أيضًا.

لمناداة شخص، اكتب \`@\` والاسم.`,
    },
  },
  emailNotPosted: (subject, reason) => `لم يُنشر بريدك \`${subject}\`. ${reason}`,
  emailRefused: {
    expired: 'البريد الذي أجبت عنه قديم جدًا. أجب في المحادثة بدلًا من ذلك.',
    unproven: (address) =>
      `لا شيء يثبت أن البريد جاء من عنوانك \u2068${address}\u2069. أجب من هذا العنوان، عبر مزوّد يوقّع رسائلك (DKIM).`,
    conversation: 'المحادثة لم تعد موجودة، أو لم يعد بإمكانك قراءتها.',
  },
  joined: (actor) => `انضم ${actor} إلى هذه المؤسسة.`,
  invitationAccepted: (actor) => `قبِل ${actor} دعوتك للانضمام إلى المؤسسة!`,
  subscribed: (actor, channel) => `أضافك ${actor} إلى ${channel}.`,
  subscribedToSeveral: (actor) => `أضافك ${actor} إلى هذه القنوات:`,
  channelsCreated: (actor, channels, names) =>
    `أنشأ ${actor} ${channels === 1 ? 'قناة جديدة' : 'قنوات جديدة'}: ${names}.`,
  addedToGroup: (actor, group) => `أضافك ${actor} إلى ${group === undefined ? 'مجموعة' : `المجموعة ${group}`}.`,
  removedFromGroup: (actor, group) => `أزالك ${actor} من ${group === undefined ? 'مجموعة' : `المجموعة ${group}`}.`,
  channel: {
    created: (actor, privacy, description) => `أنشأ ${actor} هذه القناة (${privacy}). ${description}`,
    archived: (actor) => `أرشف ${actor} هذه القناة.`,
    restored: (actor) => `ألغى ${actor} أرشفة هذه القناة.`,
    privacyChanged: (actor, before, after) => `غيّر ${actor} خصوصية هذه القناة إلى «${after}»، وكانت «${before}».`,
    privacy: {
      webPublic: 'عامة على الويب',
      public: 'عامة',
      shared: 'خاصة، مع الرسائل السابقة',
      protected: 'خاصة، بلا الرسائل السابقة',
    },
    retentionChanged: (actor, before, after) => `غيّر ${actor} مدة حفظ الرسائل هنا إلى «${after}»، وكانت «${before}».`,
    retention: {
      asRealm: 'حسب إعداد المؤسسة',
      forEver: 'دائمًا',
      days: (days) => counted(ofDays, days),
    },
    folderRemoved: (actor) => `أخرج ${actor} هذه القناة من مجلدها.`,
    folderChanged: (actor, folder) =>
      `نقل ${actor} هذه القناة إلى ${folder === undefined ? 'مجلد آخر' : `المجلد ${folder}`}.`,
    descriptionChanged: (actor) => `غيّر ${actor} وصف هذه القناة.`,
    description: 'الوصف:',
    descriptionBefore: 'كان:',
    descriptionAfter: 'الآن:',
    none: 'لا يوجد.',
    renamed: (actor, before, after) => `غيّر ${actor} اسم هذه القناة من ${before} إلى ${after}.`,
    renamedUnnamed: (actor) => `غيّر ${actor} اسم هذه القناة.`,
    postingChanged: (actor) => `غيّر ${actor} من يمكنه الكتابة في هذه القناة.`,
  },
  move: {
    here: (actor, what, place) => `نقل ${actor} ${what} إلى هنا من ${place}.`,
    away: (actor, what, place) => `نقل ${actor} ${what} من هنا إلى ${place}.`,
    topic: 'هذا الموضوع',
    messages: (messages) => counted(ofMessages, messages),
    otherTopic: 'موضوع آخر',
    privateChannel: 'قناة خاصة',
    otherChannel: 'قناة أخرى',
    generalChat: (channel) => `الدردشة العامة في ${channel}`,
  },
  resolved: (actor) => `حدّد ${actor} هذا الموضوع كمحلول.`,
  unresolved: (actor) => `حدّد ${actor} هذا الموضوع كغير محلول.`,
  reminder: {
    of: (message) => `طلبت تذكيرك بهذا: ${message}.`,
    gone: 'طلبت تذكيرك برسالة لم يعد بإمكانك قراءتها.',
    note: 'ملاحظتك:',
    wrote: (author) => `كتب ${author}:`,
  },
  report: {
    summary: (reporter, message, author, reason) => `أبلغ ${reporter} عن ${message} من ${author}. السبب: ${reason}.`,
    reasons: {
      spam: 'رسائل مزعجة',
      harassment: 'مضايقة',
      inappropriate: 'محتوى غير لائق',
      norms: 'مخالفة قواعد المجتمع',
      other: 'سبب آخر',
    },
    words: 'نص البلاغ:',
    message: 'الرسالة:',
  },
  scheduled: {
    failed: (time) => `لم تُرسل الرسالة التي جدولتها في ${time}:`,
    next: 'يمكنك تغييرها أو حذفها من [الرسائل المجدولة](#scheduled).',
  },
  exports: {
    ready: 'اكتمل تصدير البيانات. يجد المديرون عنوانه بين عمليات التصدير في المؤسسة.',
    failed: 'فشل تصدير البيانات. يمكنك طلب تصدير آخر.',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `حاول روبوتك ${bot} إرسال رسالة إلى القناة ${channel} لكنها غير موجودة. يمكنك إنشاؤها [هنا](#streams/new).`,
    unnamedChannelMissing: (bot) => `حاول روبوتك ${bot} إرسال رسالة إلى قناة غير موجودة:`,
    refused: (service, bot) => `فشل ما أرسلته خدمة ${service} إلى روبوتك ${bot}:`,
    cannotAnswer: 'لا أستطيع الرد: فشل برنامجي.',
    failed: (bot, message_id, why) => `فشل الويب هوك لروبوتك ${bot} عند الرسالة ${message_id}: ${why}.`,
    disabled: (subscription, bot, why) => `تم تعطيل إرسال الأحداث ${subscription} لروبوتك ${bot}: ${why}.`,
  },
  call: {
    started: 'بدأت مكالمة.',
    join: 'انضم إلى المكالمة',
    ended: (minutes, people) => `مكالمة: الدقائق ${minutes}، المشاركون ${people}.`,
    missed: 'مكالمة فائتة.',
    ringing: 'يتصل بك.',
    answer: 'رد',
    decline: 'رفض',
  },
  notification: {
    hidden: 'رسالة جديدة',
    test: 'تعمل الإشعارات في هذا المتصفح.',
    mentionedYou: (name) => `أشار إليك ${name}:`,
    mentionedGroup: (name, group) => `أشار ${name} إلى @${group}:`,
    mentionedEveryone: (name) => `أشار ${name} إلى الجميع:`,
  },
}
