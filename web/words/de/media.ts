import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tabelle',
  openIn: (playground) => `In ${playground} öffnen`,
  viewer: {
    place: (at, of) => `${at} von ${of}`,
    previous: 'Vorige',
    next: 'Nächste',
    original: 'Original öffnen',
    message: 'Zur Nachricht',
  },
}
