// The text of what administrators see of the organization's emails, in Arabic.

import type { mailWords as English } from '../en-mail'
import { counted } from './grammar'

const emailsWait = counted({
  zero: 'لا رسائل بريد تنتظر.',
  one: 'رسالة بريد واحدة تنتظر.',
  two: 'رسالتا بريد تنتظران.',
  few: '# رسائل بريد تنتظر.',
  many: '# رسالة بريد تنتظر.',
  other: '# رسالة بريد تنتظر.',
})

export const mailWords: typeof English = {
  text: 'تنتظر رسائل البريد هنا حتى تُرسل. لا يظهر مستلموها ولا نصوصها.',
  cannotSend: 'لا يستطيع هذا الخادم إرسال البريد. لم يضبطه المشغّل.',
  noneWaits: 'لا رسائل بريد تنتظر.',
  waits: 'رسائل بريد تنتظر',
  waiting: (count: number) => emailsWait(count),
  waitingHeads: ['المحاولة التالية', 'يُتخلى عنها بعد', 'مرات الفشل', 'آخر خطأ'],
  refused: 'عناوين رفضت البريد',
  refusedText: 'لا يصلها بريد لمدة 30 يومًا.',
  noneRefused: 'لم يرفض أي عنوان بريدًا.',
  allow: 'إرسال البريد من جديد',
  figures: 'آخر 30 يومًا',
  figuresText: 'نتائج رسائل البريد وإشعارات الدفع في كل يوم.',
  noFigures: 'لم يُرسل شيء.',
  figureHeads: ['اليوم', 'النوع', 'النتيجة', 'العدد'],
  media: { email: 'بريد', push: 'إشعار دفع' },
  outcomes: {
    sent: 'أُرسلت',
    failed: 'فشلت المحاولة',
    expired: 'تُخلي عنها',
    refused: 'رُفضت',
    suppressed: 'لم تُرسل إلى عنوان رافض',
    not_needed: 'لم تعد لازمة',
  },
}
