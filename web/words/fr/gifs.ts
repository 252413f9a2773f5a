import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIF', sticker: 'Autocollants' },
  search: { gif: 'Chercher des GIF', sticker: 'Chercher des autocollants' },
  found: 'Images',
  searching: 'Recherche…',
  none: 'Il n’y a pas de telles images.',
  more: 'Plus d’images',
  unnamed: 'GIF',
  from: (service: string) => `Fourni par ${service}`,
  goesWhere:
    'Les mots d’une recherche sont envoyés à ce service. C’est le serveur qui les envoie, et le service ne sait pas qui cherche. « GIF ou autocollant » est dans le menu du champ où l’on écrit.',
}
