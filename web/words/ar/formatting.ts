// The help about the formatting of messages, in Arabic.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'تنسيق الرسائل',
  youWrite: 'ما تكتبه',
  othersSee: 'ما يراه الآخرون',
  bold: 'عريض',
  italic: 'مائل',
  struck: 'مشطوب',
  link: 'رابط',
  channel: 'قناة',
  topic: 'موضوع',
  name: 'الاسم الكامل',
  group: 'مجموعة',
  silent: 'من دون إشعار',
  code: 'code',
  quote: 'اقتباس',
  spoilerTitle: 'العنوان',
  spoiler: 'يظهر بعد النقر',
  item: 'عنصر',
  heading: 'عنوان رئيسي',
  column: 'عمود',
  cell: 'خلية',
  waves: 'يلوّح بيده',
  question: 'سؤال',
  option: 'خيار',
  task: 'مهمة',
  pollResult: 'استطلاع: يمكن للجميع التصويت وإضافة خيارات.',
  todoResult: 'قائمة مهام: يمكن للجميع إضافة مهام ووضع علامة على ما أُنجز.',
}
