// The text of views that load when the first one opens, in Arabic.

import type { laterWords as English } from '../en-later'
import { counted, isolated } from './grammar'

const votes = counted({
  zero: 'لا أصوات',
  one: 'صوت واحد',
  two: 'صوتان',
  few: '# أصوات',
  many: '# صوتًا',
  other: '# صوت',
})

export const laterWords: typeof English = {
  emojiSearch: 'البحث في الرموز التعبيرية',
  emojiOften: 'كثيرة الاستخدام',
  emojiFound: 'الرموز التعبيرية',
  emojiNone: 'لا رمز تعبيري بهذا الاسم.',
  editedWasDeleted: 'حُذفت الرسالة. نصك موجود الآن في حقل الكتابة.',
  onlyUnread: 'غير المقروء فقط',
  olderConversations: 'المحادثات الأقدم موجودة في قنواتها، ويمكن العثور عليها بالبحث أيضًا.',
  switcher: {
    placeholder: 'قناة أو موضوع أو شخص أو طريقة عرض',
    results: 'أماكن',
    channel: 'قناة',
    person: 'رسالة مباشرة',
    topicIn: (channel) => isolated(`# ${channel}`),
    search: (text) => `رسائل تحتوي على «${isolated(text)}»`,
    group: 'مجموعة',
    otherChannel: 'قناة بلا اشتراك',
    archivedChannel: 'قناة مؤرشفة',
    nothing: 'لا شيء بهذا الاسم.',
  },
  viewer: {
    place: (at, of) => `${at} من ${of}`,
    previous: 'السابق',
    next: 'التالي',
    original: 'فتح الأصل',
  },
  widgets: {
    poll: 'استطلاع',
    todo: 'قائمة مهام',
    noQuestion: 'استطلاع بلا سؤال',
    noOptions: 'لا خيارات بعد.',
    option: (text, number) => `${isolated(text)}، ${votes(number)}`,
    addOption: 'خيار جديد',
    addTask: 'مهمة جديدة',
    add: 'إضافة',
  },
  planned: {
    noDrafts: 'لا مسودات. يُحفظ هنا ما تكتبه ولا ترسله.',
    nothingScheduled: 'لا رسائل مجدولة. يرسل الزر «إرسال لاحقًا» تحت الرسالة في وقت آخر.',
    noPlace: 'بلا مستلم بعد',
    draftDeleted: 'تم حذف المسودة.',
    goOn: 'متابعة الكتابة',
    reminders: 'التذكيرات',
    reminder: 'تذكير',
    openMessage: 'فتح الرسالة',
    reschedule: 'تغيير الوقت',
    failed: 'تعذر الإرسال. عدّل الرسالة أو احذفها.',
  },
  remind: {
    title: 'ذكّرني',
    done: (time) => `سيصلك تذكير: ${isolated(time)}.`,
  },
  schedule: {
    title: 'إرسال لاحقًا',
    nothing: 'اكتب رسالة أولًا.',
    done: (time) => `ستُرسل الرسالة: ${isolated(time)}.`,
    ownTime: 'وقت آخر',
    choose: 'اختيار',
    noTime: 'اختر يومًا ووقتًا.',
  },
  emojiGroups: {
    custom: 'خاصة بهذه المؤسسة',
    faces: 'وجوه',
    people: 'أشخاص وأيدٍ',
    nature: 'طبيعة',
    food: 'طعام وشراب',
    travel: 'سفر',
    activities: 'أنشطة',
    flags: 'أعلام',
    objects: 'أشياء',
    symbols: 'رموز',
  },
}
