// The text around pictures, films, sound, tables and code, in French.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tableau',
  scrolls: 'Faites défiler sur le côté pour voir d’autres colonnes',
  enlarge: 'Agrandir',
  openIn: (playground) => `Ouvrir dans ${playground}`,
  viewer: {
    picture: 'Image',
    missing: 'Le message n’existe plus, ou vous ne pouvez pas le voir.',
    place: (at, of) => `${at} sur ${of}`,
    original: 'Ouvrir l’original',
    message: 'Aller au message',
  },
}
