// The text of creating and changing channels, in Arabic.

import type { channelWords as English } from '../en-channels'
import { counted, isolated } from './grammar'

const morePeople = counted({
  zero: 'ولا أحد غيرهم',
  one: 'وشخص واحد آخر',
  two: 'وشخصان آخران',
  few: 'و# أشخاص آخرين',
  many: 'و# شخصًا آخر',
  other: 'و# شخص آخر',
})

export const channelWords: typeof English = {
  newChannel: 'قناة جديدة',
  create: 'إنشاء القناة',
  cannotCreate: 'لا يمكنك إنشاء قنوات في هذه المؤسسة.',
  settingsOf: (name) => `إعدادات ${isolated(`# ${name}`)}`,
  settings: 'الإعدادات',
  name: { name: 'الاسم', text: 'قصير، ويدل على ما يتحدث الناس عنه.' },
  description: { name: 'الوصف', text: `ما يخص هذه القناة. يمكن استخدام ${isolated('Markdown')}.` },
  privacy: {
    name: 'من يمكنه قراءتها',
    text: 'لا تظهر القناة الخاصة إلا للمشتركين فيها.',
    options: {
      webPublic: 'أي شخص على الإنترنت',
      public: 'كل الأعضاء',
      private: 'المشتركون، مع الرسائل السابقة',
      protected: 'المشتركون، منذ اشتراكهم',
    },
  },
  folder: { name: 'المجلد', text: 'تُجمَّع القنوات في القائمة حسب المجلد.' },
  noFolder: 'بلا مجلد',
  retention: { name: 'عدد الأيام قبل حذف الرسائل', text: 'إذا تُرك فارغًا، يُطبَّق إعداد المؤسسة كلها.' },
  retentionKinds: { realm_default: 'حسب إعداد المؤسسة', unlimited: 'لا تُحذف أبدًا', limited: 'بعد عدة أيام' },
  phones: { name: 'إشعار هواتف المشتركين الجدد', text: 'بكل رسالة، حتى يختاروا غير ذلك.' },
  topics: {
    name: 'الرسائل بلا موضوع',
    text: 'توضع في الدردشة العامة للقناة.',
    options: {
      inherit: 'حسب إعداد المؤسسة',
      allow_empty_topic: 'مسموح بها',
      disable_empty_topic: 'غير مسموح بها',
      empty_topic_only: 'لا مواضيع في هذه القناة',
    },
  },
  announce: 'الإعلان عن القناة الجديدة',
  subscribers: 'المشتركون',
  addPeople: 'إضافة شخص',
  addGroups: 'إضافة مجموعة',
  remove: (name) => `إلغاء اشتراك ${isolated(name)}`,
  more: (people) => `${morePeople(people)}. استخدم البحث للعثور على البقية.`,
  findSubscriber: 'البحث عن مشترك',

  yours: 'إعداداتك',
  colour: { name: 'اللون', text: 'المربع بجانب الاسم.' },
  pin: { name: 'تثبيت في الأعلى', text: 'فوق القنوات الأخرى في القائمة.' },
  mute: { name: 'كتم', text: 'لا تُحسب رسائلها ولا تُرسل إشعارات.' },
  notify: { name: 'الإشعارات', text: 'لسطح المكتب والصوت والهاتف والبريد جدول خاص.' },
  notifyLink: 'فتح الجدول',
  channel: 'القناة',
  permissions: 'الأذونات',
  topicList: 'المواضيع',
  topicsOf: (name) => `مواضيع ${isolated(`# ${name}`)}`,
  findTopic: 'البحث عن موضوع',
  resolve: (topic) => `تحديد ${isolated(topic)} كمحلول`,
  open: (topic) => `تحديد ${isolated(topic)} كغير محلول`,
  resolveShort: 'تحديد كمحلول',
  openShort: 'تحديد كغير محلول',
  deleteTopic: (topic) => `حذف ${isolated(topic)}`,
  deleteShort: 'حذف',
  deleteTopicText: 'تُحذف كل رسائل الموضوع لدى الجميع.',
  noTopics: 'لا مواضيع بعد.',
  archive: 'أرشفة',
  archiveText: 'لن يتمكن أحد من الكتابة. تبقى الرسائل.',
  unarchive: 'إلغاء الأرشفة',
  missing: 'هذه القناة غير موجودة، أو لا يمكنك رؤيتها.',
}
