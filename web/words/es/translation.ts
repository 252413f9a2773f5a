import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: 'Ningún hablante nativo ha revisado esta traducción.',
  correct: 'Corregirla',
  text: 'Busca un texto y escribe uno mejor. Lo que está entre llaves, como {name}, se sustituye. Si el texto depende de un número, solo son texto las palabras entre comillas.',
  where:
    'Copia tus correcciones y envíalas en un mensaje a un administrador de tu organización. Puede comunicarlas al proyecto como una incidencia (issue).',
  onlyHere: 'Tus correcciones están solo en este navegador.',
  find: 'Buscar un texto',
  none: 'Ningún texto tiene estas palabras.',
  copy: (corrections) => `Copiar correcciones (${corrections})`,
  deleteAll: 'Eliminar correcciones',
}
