import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: 'لم يراجع أي متحدث أصلي هذه الترجمة.',
  correct: 'صحّحها',
  text: 'ابحث عن نص، واكتب نصًا أفضل. ما بين القوسين المعقوفين، مثل {name}، يُستبدل. إذا كان النص يعتمد على عدد، فالكلمات بين علامات الاقتباس وحدها نص.',
  where: 'انسخ تصحيحاتك وأرسلها في رسالة إلى أحد مديري مؤسستك، فيمكنه إبلاغ المشروع بها كمشكلة (issue).',
  onlyHere: 'تصحيحاتك موجودة في هذا المتصفح فقط.',
  find: 'ابحث عن نص',
  none: 'لا يوجد نص بهذه الكلمات.',
  copy: (corrections) => `نسخ التصحيحات (${corrections})`,
  deleteAll: 'حذف التصحيحات',
}
