// What each command does, in Spanish.

import type { commandWords as English } from '../en-commands'

export const commandWords: typeof English = {
  onlyYou: 'Solo tú ves esto.',
  pong: 'El servidor responde.',
  commands: {
    me: 'di lo que haces: “/me saluda”',
    poll: 'una encuesta: “/poll Pregunta” y luego una opción por línea',
    todo: 'una lista de tareas: “/todo Título” y luego una tarea por línea',
    dark: 'el modo oscuro',
    light: 'el modo claro',
    'fluid-width': 'mensajes tan anchos como la ventana',
    'fixed-width': 'mensajes con un ancho cómodo de leer',
    ping: 'comprobar si el servidor responde',
  },
}
