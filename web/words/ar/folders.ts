// The text of channel folders and of the groups of channels for new members, in Arabic.

import type { folderWords as English } from '../en-folders'
import { channels } from './grammar'

export const folderWords: typeof English = {
  text: 'تُعرض قنوات المجلد معًا، بهذا الترتيب.',
  none: 'لا مجلدات بعد.',
  newFolder: 'مجلد جديد',
  channels,
  inside: 'القنوات فيه',
  onlyEmpty: 'لا يمكن أرشفة مجلد إلا إذا خلا من القنوات.',

  archivedText: 'تبقى رسائلها قابلة للقراءة. بعد إلغاء الأرشفة تمكن الكتابة فيها من جديد.',
  noArchived: 'لا قنوات مؤرشفة.',

  sets: 'حزم القنوات',
  setsText: 'يمكن للمنضمين اختيار هذه الحزم. لا تدخل القنوات الافتراضية في أي حزمة.',
  noSets: 'لا حزم بعد.',
  newSet: 'حزمة جديدة',
}
