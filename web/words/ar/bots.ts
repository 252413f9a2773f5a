// The text about bots and what services send to them, in Arabic.

import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: 'روبوتاتك',
  text: 'الروبوت برنامج يكتب باسمه، وله مفتاح خاص به.',
  none: 'ليس لديك روبوتات.',
  cannotCreate: 'لا يمكنك إنشاء روبوتات في هذه المؤسسة.',
  create: 'إنشاء روبوت',
  name: 'الاسم',
  shortName: 'اسم قصير لعنوانه',
  type: 'النوع',
  types: {
    1: 'عام: يقرأ ويكتب',
    2: 'ويب هوك وارد: تكتب الخدمات بواسطته',
    3: 'ويب هوك صادر: يُستدعى عندما تشير إليه رسالة',
    4: 'مدمج',
  },
  address: 'العنوان الذي تُرسل إليه الرسائل',
  manage: 'إدارة',
  showKey: 'عرض المفتاح',
  deactivate: 'تعطيل',
  deactivateText: 'لن يتمكن الروبوت من الكتابة، ولن يعمل مفتاحه. تبقى رسائله.',
  deliveries: 'آخر ما وصل',
  noDeliveries: 'لم ترسل أي خدمة شيئًا بعد.',
  outcomes: { sent: 'أُرسلت رسالة', nothing: 'لا شيء يُرسل', repeated: 'مكرر', refused: 'مرفوض' },
  resend: 'إعادة الإرسال',
  secret: 'المفتاح السري للخدمة',
  replaceSecret: 'تغيير المفتاح السري للخدمة',
  secretText: 'مع مفتاح سري، يُرفض كل ما يصل بلا توقيع. ترك الحقل فارغًا يزيل المفتاح.',
}
