// The text of what administrators see of the organization's emails, in Spanish.

import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: 'Los correos esperan aquí hasta que se envían. No se muestran sus destinatarios ni sus textos.',
  cannotSend: 'Este servidor no puede enviar correos. Su operador no lo ha configurado.',
  noneWaits: 'Ningún correo espera.',
  waits: 'Correos que esperan',
  waiting: (count) => `${count} ${count === 1 ? 'correo espera' : 'correos esperan'}.`,
  waitingHeads: ['Próximo intento', 'Se abandona después de', 'Fallos', 'Último error'],
  refused: 'Direcciones que rechazaron correos',
  refusedText: 'No reciben correos durante 30 días.',
  noneRefused: 'Ninguna dirección rechazó un correo.',
  allow: 'Volver a enviar correos',
  figures: 'Los últimos 30 días',
  figuresText: 'Cómo terminaron los correos y las notificaciones push de cada día.',
  noFigures: 'No se envió nada.',
  figureHeads: ['Día', 'Tipo', 'Resultado', 'Cantidad'],
  media: { email: 'Correo', push: 'Push' },
  outcomes: {
    sent: 'Enviados',
    failed: 'Intento fallido',
    expired: 'Abandonados',
    refused: 'Rechazados',
    suppressed: 'No enviados a una dirección que rechaza',
    not_needed: 'Ya no necesarios',
  },
}
