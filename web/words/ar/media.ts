// The text around pictures, films, sound, tables and code, in Arabic.

import type { mediaWords as English } from '../en-media'
import { isolated } from './grammar'

export const mediaWords: typeof English = {
  table: 'جدول',
  openIn: (playground) => `فتح في ${isolated(playground)}`,
  viewer: {
    place: (at, of) => `${at} من ${of}`,
    previous: 'السابق',
    next: 'التالي',
    original: 'فتح الأصل',
    message: 'الانتقال إلى الرسالة',
  },
}
