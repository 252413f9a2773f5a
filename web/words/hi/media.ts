// The text around pictures, films, sound, tables and code, in Hindi.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'तालिका',
  scrolls: 'और स्तंभों के लिए बग़ल में स्क्रॉल करें',
  enlarge: 'बड़ा करें',
  openIn: (playground) => `${playground} में खोलें`,
  viewer: {
    picture: 'चित्र',
    missing: 'संदेश अब नहीं है, या आप उसे नहीं देख सकते।',
    place: (at, of) => `${of} में से ${at}`,
    original: 'मूल फ़ाइल खोलें',
    message: 'मैसेज पर जाएं',
  },
}
