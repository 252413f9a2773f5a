import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIF', sticker: 'स्टिकर' },
  search: { gif: 'GIF खोजें', sticker: 'स्टिकर खोजें' },
  found: 'चित्र',
  searching: 'खोज जारी है…',
  none: 'ऐसे चित्र नहीं हैं।',
  more: 'और चित्र',
  unnamed: 'GIF',
  from: (service: string) => `${service} द्वारा`,
  goesWhere:
    'खोज के शब्द इस सेवा को भेजे जाते हैं। उन्हें सर्वर भेजता है, और सेवा नहीं जानती कि कौन खोजता है। “GIF या स्टिकर” लिखने की जगह के मेनू में है।',
}
