// The first tasks of an owner, in Spanish.

import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: 'Primeros pasos',
  text: 'Cinco pasos preparan tu organización. Cada uno se abre en la configuración, y esta lista se queda hasta que termines.',
  tasks: {
    profile: { name: 'Nombre e imagen', text: 'Para que la gente reconozca la organización.' },
    channels: {
      name: 'Canales',
      text: 'Uno por cada asunto o equipo, y aquellos en los que empiezan los nuevos miembros.',
    },
    invitations: { name: 'Invitaciones', text: 'Por correo, o con un enlace para muchas personas.' },
    integrations: { name: 'Integraciones', text: 'Bots y servicios que escriben aquí, como GitHub.' },
    notifications: { name: 'Notificaciones', text: 'Decide qué te interrumpe.' },
  },
  done: 'Marcar como hecho',
  isDone: '✓ Hecho',
  markDone: (name) => `Marcar como hecho: ${name}`,
  hide: 'Ocultar',
  step: (at, all, name) => `Paso ${at} de ${all}: ${name}`,
  next: 'Hecho, siguiente paso',
  finish: 'Hecho',
  newChannel: 'Nuevo canal',
}
