import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIF', sticker: 'Stickers' },
  search: { gif: 'Buscar GIF', sticker: 'Buscar stickers' },
  found: 'Imágenes',
  searching: 'Buscando…',
  none: 'No hay imágenes así.',
  more: 'Más imágenes',
  unnamed: 'GIF',
  from: (service: string) => `Con la tecnología de ${service}`,
  goesWhere:
    'Las palabras de una búsqueda se envían a este servicio. Las envía el servidor, y el servicio no sabe quién busca. «GIF o sticker» está en el menú del campo en el que se escribe.',
}
