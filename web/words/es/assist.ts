import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: 'Resumir',
  summarizeUnread: 'Resumir los mensajes no leídos',
  translate: 'Traducir',
  asking: 'El modelo de lenguaje está leyendo…',
  byModel: 'Esto lo escribió un modelo de lenguaje. Puede equivocarse.',
  read: (n: number) => `Mensajes leídos: ${n}`,
  onlyNewest: 'No se leyeron los mensajes anteriores.',
  onlyUnread: 'Solo los mensajes no leídos',
  noPoints: 'El modelo de lenguaje no encontró nada que decir.',
  showMessage: (n: number) => `Mostrar el mensaje ${n}`,
  language: 'Idioma',
  again: 'Intentar de nuevo',
}
