import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'صور GIF', sticker: 'ملصقات' },
  search: { gif: 'البحث عن صور GIF', sticker: 'البحث عن ملصقات' },
  found: 'الصور',
  searching: 'جارٍ البحث…',
  none: 'لا توجد صور كهذه.',
  more: 'صور أخرى',
  unnamed: 'GIF',
  from: (service: string) => `مقدَّم من ${service}`,
  goesWhere:
    'تُرسل كلمات البحث إلى هذه الخدمة. الخادم هو من يرسلها، ولا تعرف الخدمة من يبحث. «صورة GIF أو ملصق» في قائمة حقل الكتابة.',
}
