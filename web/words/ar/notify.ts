// The text of notifications, and of their settings in this browser, in Arabic.

import type { words as English } from '../en-notify'
import { isolated } from './grammar'

const PARLEY = isolated('Parley')

export const words: typeof English = {
  ringing: 'يتصل بك.',
  answer: 'رد',
  decline: 'رفض',
  newMessage: 'رسالة جديدة',
  title: 'في هذا المتصفح',
  text: {
    desktop: 'يرسل إليك تطبيق سطح المكتب إشعارات ما دام مفتوحًا.',
    on: `يرسل إليك هذا المتصفح إشعارات، حتى عند إغلاق ${PARLEY}.`,
    off: `يمكن لهذا المتصفح إشعارك بالرسائل، حتى عند إغلاق ${PARLEY}. سيطلب منك الإذن.`,
    denied: 'لم تسمح لهذا الموقع بإرسال الإشعارات. اسمح بذلك في إعدادات المتصفح، ثم أعد تحميل الصفحة.',
    unsupported: `لا يمكن لهذا المتصفح استقبال الإشعارات. على ${isolated('iPhone')} أو ${isolated('iPad')}، أضف ${PARLEY} إلى الشاشة الرئيسية أولًا، ثم افتحه منها.`,
    unavailable: `لا يرسل هذا الخادم إشعارات إلى المتصفحات. تظهر الإشعارات فقط عندما يكون ${PARLEY} مفتوحًا.`,
  },
  offer: 'يمكن لهذا المتصفح إشعارك بمثل هذه الرسائل.',
  turnOn: 'تشغيل الإشعارات',
  turnOff: 'إيقاف الإشعارات',
  test: 'إرسال إشعار تجريبي',
  tested: 'الإشعار في الطريق.',
  unreachable: `تعذر الوصول إلى خدمة الإشعارات لهذا المتصفح. تظهر الإشعارات فقط عندما يكون ${PARLEY} مفتوحًا.`,
}
