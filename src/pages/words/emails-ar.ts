import type { EmailWords } from './emails-en'
import { isolated } from './isolated'

const list = new Intl.ListFormat('ar')
const rules = new Intl.PluralRules('ar')
const others = {
  zero: 'لا أحد غيرهم',
  one: 'شخص واحد آخر',
  two: 'شخصين آخرين',
  few: '# أشخاص آخرين',
  many: '# شخصًا آخر',
  other: '# شخص آخر',
}
const more = {
  zero: 'كل الرسائل في هذا البريد.',
  one: 'رسالة واحدة أخرى ليست في هذا البريد.',
  two: 'رسالتان أخريان ليستا في هذا البريد.',
  few: '# رسائل أخرى ليست في هذا البريد.',
  many: '# رسالة أخرى ليست في هذا البريد.',
  other: '# رسالة أخرى ليست في هذا البريد.',
}

const further = {
  zero: 'لا رسائل أخرى.',
  one: 'ورسالة واحدة أخرى.',
  two: 'ورسالتان أخريان.',
  few: 'و# رسائل أخرى.',
  many: 'و# رسالة أخرى.',
  other: 'و# رسالة أخرى.',
}

/** All text of the emails, in Arabic. */
export const emailsAr: EmailWords = {
  ignore: 'إذا لم تكن أنت من طلب هذا، فتجاهل هذه الرسالة.',
  notYou: 'إذا لم تكن أنت من فعل هذا، فأخبر أحد مديري المؤسسة.',
  account: (realm) => `حسابك في ${isolated(realm)}`,
  password: (realm) => `كلمة مرورك في ${isolated(realm)}`,
  signUp: {
    ask: (realm) => `طلبت حسابًا في ${isolated(realm)}. لاختيار اسمك وكلمة مرورك، افتح هذا الرابط خلال يوم واحد:`,
    ignore: 'إذا لم تكن أنت من طلب هذا، فتجاهل هذه الرسالة. لا يُنشأ حساب إلا بهذا الرابط.',
  },
  hasAccount: {
    text: (realm) => `طُلب حساب في ${isolated(realm)} بهذا العنوان، لكن لهذا العنوان حساب بالفعل.`,
    logIn: (url) =>
      `إذا كنت أنت من طلبه، فسجّل الدخول هنا: ${url} وإذا نسيت كلمة المرور، فاختر واحدة جديدة هنا: ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `مرحبًا بك في ${isolated(realm)}`,
    text: (realm) => `لديك الآن حساب في ${isolated(realm)} بهذا العنوان.`,
    withPassword: (url) => `يمكن لأي برنامج لهذا النوع من الخوادم الدخول به وبكلمة المرور الخاصة بك: ${url}`,
    withProvider: (url) => `يمكن لأي برنامج لهذا النوع من الخوادم الدخول كما فعلت للتو: ${url}`,
  },
  founder: {
    hello: 'أنت مالك هذه المؤسسة. أربع خطوات تُعدّها:',
    steps: (url) => [
      `1. اسمها وصورتها: ${url}/#organization/profile`,
      `2. القنوات التي يبدأ فيها الأعضاء الجدد: ${url}/#organization/default-channels`,
      `3. الأشخاص: ${url}/#organization/invitations`,
      `4. ما الذي يجوز أن ينبّهك: ${url}/#settings/notifications`,
    ],
    password: (url) => `إن لم تختر كلمة المرور بنفسك، فغيّرها أولًا: ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `دعوة من ${isolated(inviter)} للانضمام إلى ${isolated(realm)}`,
    hello: 'مرحبًا!',
    ask: (inviter, realm) =>
      `وصلتك دعوة من ${isolated(inviter)} للانضمام إلى ${isolated(realm)}. للبدء، افتح هذا الرابط:`,
    ignore: (inviter) => `هذا الرابط لك وحدك. إذا كنت لا تعرف ${isolated(inviter)}، فتجاهل هذه الرسالة.`,
    isMember: (inviter, realm) =>
      `وصلتك دعوة من ${isolated(inviter)} للانضمام إلى ${isolated(realm)}. لديك هناك حساب بهذا العنوان بالفعل.`,
    logIn: (url) =>
      `سجّل الدخول هنا: ${url} وإذا نسيت كلمة المرور، فاختر واحدة جديدة هنا: ${url}/accounts/password/reset/`,
    unseen: (inviter) => `لا يظهر لـ${isolated(inviter)} لمن هذا العنوان، ولا أن له حسابًا.`,
    reminderSubject: (inviter, realm) => `تذكير: دعوة من ${isolated(inviter)} للانضمام إلى ${isolated(realm)}`,
    reminder: (inviter, realm, day) =>
      `وصلتك دعوة من ${isolated(inviter)} للانضمام إلى ${isolated(realm)}. تنتهي الدعوة في ${isolated(day)}. للبدء، افتح هذا الرابط:`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `المواضيع تفصل بين المحادثات في ${isolated(realm)}`,
      paragraphs: [
        'لكل رسالة في القناة موضوع: كلمات قليلة تصف محتواها، مثل عنوان البريد الإلكتروني.',
        'هكذا تقرأ محادثة واحدة في كل مرة، وتجيب عن سؤال قديم دون مقاطعة حديث جديد. عندما تبدأ شيئًا جديدًا، اكتب موضوعًا جديدًا. يمكنك متابعة المواضيع المهمة وكتم غيرها.',
      ],
    },
    guide: {
      subject: (realm) => `كيف تواكب ما يجري في ${isolated(realm)}`,
      paragraphs: [
        'ابدأ بصندوق الوارد: فيه كل ما لم تقرأه، مرتبًا حسب المحادثة. اقرأ المهم، وعلّم الباقي كمقروء.',
        'أشر إلى زملائك بعلامة @ مع الاسم عند الحاجة. اضبط تذكيرًا لرسالة تريد الرد عليها لاحقًا. في الإعدادات تختار ما يصلك من إشعارات، ومتى لا تريد الإزعاج.',
      ],
    },
    team: {
      subject: (realm) => `كيف ينتقل فريق إلى ${isolated(realm)}`,
      paragraphs: [
        'ابدأ بعدد قليل من الأشخاص الذين يعملون معًا كل يوم، وبمحادثة يجرونها الآن في مكان آخر. ادعهم، واكتب أنت الرسائل الأولى، لكل منها موضوع واضح.',
        'أنشئ قنوات للفرق والمشاريع، واذكر في وصفها ما ينتمي إليها. عندما يستقر الفريق الأول، ادع الفريق التالي. يمكنك استيراد سجل خادم الدردشة السابق.',
      ],
    },
    open: (url) => `افتح مؤسستك: ${url}`,
    unsubscribe: 'يمكنك إيقاف هذه الرسائل هنا:',
  },
  digest: {
    subject: (realm) => `ما حدث في ${isolated(realm)}`,
    intro: (realm) => `غبت عن ${isolated(realm)} بضعة أيام. هذا ما حدث خلالها:`,
    more: (count, names) =>
      `${further[rules.select(count)].replace('#', String(count))} المشاركون: ${isolated(names)}.`,
    channels: (names) => `قنوات جديدة: ${isolated(names)}.`,
    open: (url) => `افتح مؤسستك: ${url}`,
    footer: 'يصلك هذا البريد مرة في الأسبوع إذا غبت. يمكنك إيقافه هنا:',
  },
  exported: {
    ready: (realm) => `اكتمل تصدير بيانات ${isolated(realm)}`,
    readyText: (url) => `يجد المديرون عنوانه بين عمليات تصدير المؤسسة، ويمكنهم حذفه هناك: ${url}/#organization/exports`,
    failed: (realm) => `فشل تصدير بيانات ${isolated(realm)}`,
    failedText: (url) => `يمكنك طلب تصدير آخر: ${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `تم تعطيل ${isolated(realm)}`,
    text: (realm) =>
      `تم تعطيل المؤسسة ${isolated(realm)}، ولم يعد بإمكان أحد تسجيل الدخول. بياناتها محفوظة، ويستطيع مشغّل الخادم إعادة تفعيلها.`,
  },
  realmReactivated: {
    subject: (realm) => `أُعيد تفعيل ${isolated(realm)}`,
    text: (realm, url) =>
      `أعاد مشغّل الخادم تفعيل المؤسسة ${isolated(realm)}. يستطيع مستخدموها تسجيل الدخول من جديد: ${url}`,
  },
  deactivation: {
    subject: (realm) => `تم تعطيل حسابك في ${isolated(realm)}`,
    text: (realm) => `تم تعطيل حسابك في ${isolated(realm)}، ولم يعد بإمكانك تسجيل الدخول.`,
    comment: 'كتب المديرون:',
  },
  reset: {
    ask: (realm) => `طلبت كلمة مرور جديدة لحسابك في ${isolated(realm)}. لاختيارها، افتح هذا الرابط خلال يوم واحد:`,
    ignore: 'إذا لم تكن أنت من طلب هذا، فتجاهل هذه الرسالة. لن تتغير كلمة مرورك.',
    noAccount: (realm) => `طلبت كلمة مرور جديدة في ${isolated(realm)}. لا يوجد حساب بهذا العنوان.`,
    changedSubject: (realm) => `تغيرت كلمة مرورك في ${isolated(realm)}`,
    changed: (realm) => `لحسابك في ${isolated(realm)} كلمة مرور جديدة، وعلى كل برنامج تسجيل الدخول من جديد.`,
    notYou: 'إذا لم تكن أنت من غيّرها، فأخبر أحد مديري المؤسسة.',
  },
  find: {
    subject: 'مؤسساتك',
    found: 'سألت عن المؤسسات التي لعنوانك حساب فيها. هذه عناوينها على الويب:',
    none: 'سألت عن المؤسسات التي لعنوانك حساب فيها. لا حساب له هنا.',
  },
  emailChange: {
    subject: (realm) => `عنوان بريدك الجديد في ${isolated(realm)}`,
    ask: (realm) => `تريد استخدام هذا العنوان لحسابك في ${isolated(realm)}. لتأكيده، افتح هذا الرابط خلال يوم واحد:`,
    takenSubject: (realm) => `عنوان بريدك في ${isolated(realm)}`,
    taken: (realm) => `أراد مستخدم استخدام هذا العنوان لحسابه في ${isolated(realm)}، لكنه لحساب آخر. لم يتغير شيء.`,
    changedSubject: (realm) => `تغير عنوان بريدك في ${isolated(realm)}`,
    changed: (realm, email) => `عنوان حسابك في ${isolated(realm)} هو الآن ${isolated(email)}.`,
    notYou: 'إذا لم تكن أنت من غيّره، فأخبر أحد مديري المؤسسة.',
  },
  identityAdded: {
    subject: (provider, realm) => `يفتح ${isolated(provider)} الآن حسابك في ${isolated(realm)}`,
    text: (provider, realm) =>
      `فُتح حسابك في ${isolated(realm)} عبر ${isolated(provider)} لأول مرة. أكد ${isolated(provider)} أن هذا العنوان لصاحب الدخول.`,
  },
  newDevice: {
    program: (browser, system) =>
      [browser ?? 'متصفح غير معروف', ...(system === undefined ? [] : [system])].map(isolated).join(' على '),
    subject: (realm, program) => `دخول جديد إلى ${isolated(realm)} من ${isolated(program)}`,
    text: (realm, { program, address, time }) =>
      `سُجّل الدخول بحسابك في ${isolated(realm)} من ${isolated(program)}، من عنوان الشبكة ${isolated(address)}، في ${isolated(time)}.`,
    notYou: (url) =>
      `إذا لم تكن أنت من فعل هذا، فاختر كلمة مرور أخرى هنا: ${url}/accounts/password/reset وبذلك تنتهي كل الجلسات. ثم أخبر أحد مديري المؤسسة.`,
    unsubscribe: 'يمكنك إيقاف هذه الرسائل هنا:',
  },
  change: {
    subject: (realm) => `تغيير في حسابك في ${isolated(realm)}`,
    when: (realm, time) => `حدث هذا في ${isolated(realm)}، ${isolated(time)}.`,
    logIn: 'لتسجيل الدخول وإضافة مفتاح مرور، افتح هذا الرابط خلال يوم واحد:',
    of: {
      password: 'تم تغيير كلمة مرور حسابك.',
      email: 'تم تغيير عنوان البريد الإلكتروني لحسابك.',
      passkey: 'تم تغيير مفاتيح المرور لحسابك.',
      one_time_codes: 'تم تغيير الرموز لمرة واحدة لحسابك.',
      recovery_codes: 'تم استبدال رموز الاسترداد لحسابك. لم تعد الرموز القديمة مقبولة.',
      recovery_code_used: 'استُخدم رمز استرداد لتسجيل الدخول إلى حسابك. لن يعمل هذا الرمز مرة أخرى.',
      agent: 'رُبط وكيل بحسابك. يمكنه استخدام رسائلك كما سمحت.',
      factors: 'أُزيلت مفاتيح المرور والرموز لمرة واحدة، لتتمكن من تسجيل الدخول من جديد.',
      provider: 'تم تغيير موفّري الهوية الذين تسجّل الدخول عبرهم.',
    },
  },
  missed: {
    sender: (realm) => `إشعارات ${isolated(realm)}`,
    hiddenSubject: 'رسائل جديدة',
    directSubject: (name) => `رسائل مباشرة مع ${isolated(name)}`,
    yourself: 'نفسك',
    groupSubject: (names) => `رسائل مباشرة جماعية مع ${list.format([...names].map(isolated))}`,
    others: (people) => others[rules.select(people)].replace('#', String(people)),
    more: (messages) => more[rules.select(messages)].replace('#', String(messages)),
    refusals: {
      realm: 'لا تسمح المؤسسة بنص الرسائل في البريد.',
      user: 'لا تسمح إعداداتك بنص الرسائل في البريد.',
    },
    spoiler: 'افتح المحادثة لرؤية النص المخفي.',
    reply: 'الرد في المحادثة',
    read: 'قراءة الرسائل',
    choose: 'اختيار رسائل البريد',
    stop: 'إيقاف هذه الرسائل',
    youCanReply: 'يمكنك أيضًا الرد على هذا البريد من هذا العنوان خلال 30 يومًا.',
    doNotReply: 'لا ترد على هذه الرسالة، فلن يقرأ أحد الرد.',
    reasons: {
      direct_message: 'وصلك هذا البريد لأنك تلقيت رسالة مباشرة.',
      mentioned_by_name: 'وصلك هذا البريد بسبب الإشارة إليك.',
      mentioned: 'وصلك هذا البريد بسبب الإشارة إلى مجموعة تنتمي إليها.',
      mentioned_group: (group) => `وصلك هذا البريد بسبب الإشارة إلى @${isolated(group)}.`,
      topic_wildcard_mentioned_in_followed_topic: 'وصلك هذا البريد بسبب الإشارة إلى كل من في موضوع تتابعه.',
      stream_wildcard_mentioned_in_followed_topic: 'وصلك هذا البريد بسبب الإشارة إلى كل من في القناة في موضوع تتابعه.',
      topic_wildcard_mentioned: 'وصلك هذا البريد بسبب الإشارة إلى كل من في موضوع تشارك فيه.',
      stream_wildcard_mentioned: 'وصلك هذا البريد بسبب الإشارة إلى كل من في قناة.',
      followed_topic: 'وصلك هذا البريد لأنك تتابع هذا الموضوع واخترت البريد له.',
      channel: 'وصلك هذا البريد لأنك اخترت البريد لهذه القناة.',
    },
  },
}
