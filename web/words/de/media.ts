import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tabelle',
  scrolls: 'Seitwärts scrollen für mehr Spalten',
  enlarge: 'Vergrößern',
  openIn: (playground) => `In ${playground} öffnen`,
  viewer: {
    picture: 'Bild',
    missing: 'Die Nachricht gibt es nicht mehr, oder du kannst sie nicht sehen.',
    place: (at, of) => `${at} von ${of}`,
    original: 'Original öffnen',
    message: 'Zur Nachricht',
  },
}
