// The text around pictures, films, sound, tables and code.

import { translated } from './translated'

export const mediaWords = translated('mediaWords', {
  table: 'Table',
  scrolls: 'Scroll sideways for more columns',
  enlarge: 'Enlarge',
  openIn: (playground: string) => `Open in ${playground}`,
  viewer: {
    picture: 'Picture',
    missing: 'The message is gone, or you cannot see it.',
    place: (at: number, of: string) => `${at} of ${of}`,
    original: 'Open original',
    message: 'Go to message',
  },
})
