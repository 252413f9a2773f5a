import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIFs', sticker: 'Sticker' },
  search: { gif: 'GIFs suchen', sticker: 'Sticker suchen' },
  found: 'Bilder',
  searching: 'Suche läuft …',
  none: 'Solche Bilder gibt es nicht.',
  more: 'Mehr Bilder',
  unnamed: 'GIF',
  from: (service: string) => `Bereitgestellt von ${service}`,
  goesWhere:
    'Die Wörter einer Suche gehen an diesen Dienst. Der Server sendet sie, und der Dienst erfährt nicht, wer sucht. „GIF oder Sticker“ ist im Menü des Felds, in dem man schreibt.',
}
