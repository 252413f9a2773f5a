// The text around pictures, films, sound, tables and code.

import { translated } from './translated'

export const mediaWords = translated('mediaWords', {
  table: 'Table',
  openIn: (playground: string) => `Open in ${playground}`,
  viewer: {
    place: (at: number, of: string) => `${at} of ${of}`,
    previous: 'Previous',
    next: 'Next',
    original: 'Open original',
    message: 'Go to message',
  },
})
