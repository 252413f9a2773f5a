import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: 'تلخيص',
  summarizeUnread: 'تلخيص الرسائل غير المقروءة',
  translate: 'ترجمة',
  asking: 'النموذج اللغوي يقرأ…',
  byModel: 'كتب هذا نموذج لغوي، وقد يخطئ.',
  read: (n: number) => `عدد الرسائل التي قرأها: ${n}`,
  onlyNewest: 'لم تُقرأ الرسائل الأقدم.',
  onlyUnread: 'الرسائل غير المقروءة فقط',
  noPoints: 'لم يجد النموذج اللغوي ما يقوله.',
  showMessage: (n: number) => `عرض الرسالة ${n}`,
  language: 'اللغة',
  again: 'إعادة المحاولة',
}
