import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: 'ما الذي سيتغير',
  loseChannel: 'لن يروا القناة بعد الآن',
  gainChannel: 'سيرون القناة',
  loseMessages: 'سيقرؤون رسائل أقل',
  gainMessages: 'سيقرؤون رسائل أكثر',
  messages: 'الرسائل',
  people: 'الأشخاص',
  losePeople: 'سيرون أشخاصًا أقل',
  gainPeople: 'سيرون أشخاصًا أكثر',
  direct: 'الرسائل المباشرة',
  notSaved: 'لم يُحفظ',
  moreChannels: (n: number) => `قنوات أخرى: ${n}`,
  uncounted: (n: number) => `ضيوف لم يُحسبوا: ${n}`,
  expired: (place: string, before: number, after: number) => `${place}: الرسائل التي ستُحذف: ${after} (الآن: ${before})`,
}
