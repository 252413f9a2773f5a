// The help about the formatting of messages, in Spanish.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'Formato de los mensajes',
  youWrite: 'Usted escribe',
  othersSee: 'Los demás ven',
  bold: 'negrita',
  italic: 'cursiva',
  struck: 'tachado',
  link: 'un enlace',
  channel: 'canal',
  topic: 'tema',
  name: 'Nombre completo',
  group: 'grupo',
  silent: 'sin notificación',
  code: 'código',
  quote: 'una cita',
  spoilerTitle: 'Título',
  spoiler: 'visible tras un clic',
  item: 'un elemento',
  heading: 'Encabezado',
  column: 'columna',
  cell: 'celda',
  waves: 'saluda',
  question: 'Pregunta',
  option: 'Opción',
  task: 'Tarea',
  pollResult: 'Una encuesta: todos pueden votar y añadir opciones.',
  todoResult: 'Una lista de tareas: todos pueden añadir tareas y marcarlas.',
}
