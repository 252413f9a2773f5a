// The text around pictures, films, sound, tables and code, in Spanish.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tabla',
  scrolls: 'Desplázate a los lados para ver más columnas',
  enlarge: 'Ampliar',
  openIn: (playground) => `Abrir en ${playground}`,
  viewer: {
    picture: 'Imagen',
    missing: 'El mensaje ya no existe, o no puedes verlo.',
    place: (at, of) => `${at} de ${of}`,
    original: 'Abrir el original',
    message: 'Ir al mensaje',
  },
}
