// The text around pictures, films, sound, tables and code, in French.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tableau',
  openIn: (playground) => `Ouvrir dans ${playground}`,
  viewer: {
    place: (at, of) => `${at} sur ${of}`,
    previous: 'Précédent',
    next: 'Suivant',
    original: 'Ouvrir l’original',
    message: 'Aller au message',
  },
}
