// The text around pictures, films, sound, tables and code, in Spanish.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: 'Tabla',
  openIn: (playground) => `Abrir en ${playground}`,
  viewer: {
    place: (at, of) => `${at} de ${of}`,
    previous: 'Anterior',
    next: 'Siguiente',
    original: 'Abrir el original',
    message: 'Ir al mensaje',
  },
}
