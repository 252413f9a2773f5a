// The text of notifications, in Spanish.

import type { words as English } from '../en-notify'

export const words: typeof English = {
  ringing: 'Te está llamando.',
  answer: 'Responder',
  decline: 'Rechazar',
  newMessage: 'Nuevo mensaje',
  title: 'En este navegador',
  text: {
    desktop: 'La aplicación de escritorio te avisa mientras está abierta.',
    on: 'Este navegador te avisa, también cuando Parley está cerrado.',
    off: 'Este navegador puede avisarte de los mensajes, también cuando Parley está cerrado. Te pedirá permiso.',
    denied:
      'No permites que este sitio envíe notificaciones. Permítelo en la configuración del navegador y recarga la página.',
    unsupported:
      'Este navegador no puede recibir notificaciones. En un iPhone o iPad, añade primero Parley a la pantalla de inicio y ábrelo desde allí.',
    unavailable: 'Este servidor no envía notificaciones a los navegadores. Solo aparecen mientras Parley está abierto.',
  },
  offer: 'Este navegador puede avisarte de mensajes como este.',
  turnOn: 'Activar notificaciones',
  turnOff: 'Desactivar notificaciones',
  test: 'Enviar una notificación de prueba',
  tested: 'La notificación está en camino.',
  unreachable:
    'No se puede conectar con el servicio push de este navegador. Las notificaciones solo aparecen mientras Parley está abierto.',
}
