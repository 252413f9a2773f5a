// The text around pictures, films, sound, tables and code, in Arabic.

import type { mediaWords as English } from '../en-media'
import { isolated } from './grammar'

export const mediaWords: typeof English = {
  table: 'جدول',
  scrolls: 'مرّر جانبيًا لرؤية المزيد من الأعمدة',
  enlarge: 'تكبير',
  openIn: (playground) => `فتح في ${isolated(playground)}`,
  viewer: {
    picture: 'صورة',
    missing: 'لم تعد الرسالة موجودة، أو لا يمكنك رؤيتها.',
    place: (at, of) => `${at} من ${of}`,
    original: 'فتح الأصل',
    message: 'الانتقال إلى الرسالة',
  },
}
