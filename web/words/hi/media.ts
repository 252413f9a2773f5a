// The text around pictures, films, sound, tables and code, in Hindi.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'तालिका',
  openIn: (playground) => `${playground} में खोलें`,
  viewer: {
    place: (at, of) => `${of} में से ${at}`,
    previous: 'पिछला',
    next: 'अगला',
    original: 'मूल फ़ाइल खोलें',
    message: 'मैसेज पर जाएं',
  },
}
