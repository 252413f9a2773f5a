import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: 'Nuevo enlace de invitado',
  text: 'Una persona sin cuenta abre el enlace, da un nombre, y lee y escribe en un canal. Usa un canal privado para lo que los invitados pueden leer.',
  channel: 'Canal',
  expires: 'Válido durante',
  expiry: { 1440: 'Un día', 10_080: 'Una semana', 43_200: 'Un mes', 129_600: 'Tres meses' },
  uses: (most) => `Número de invitados, como máximo ${most}`,
  leave: 'Los invitados salen cuando termina el enlace',
  create: 'Crear un enlace de invitado',
  link: 'Enlace de invitado',
  copy: 'Copiar',
  links: 'Enlaces de invitado',
  none: 'No hay enlaces de invitado.',
  facts: (creator, uses, most) => `De ${creator}. Usado ${uses} de ${most} veces,`,
  until: (time) => `hasta ${time}`,
  ended: 'terminado',
  guests: 'Invitados que entraron por él',
  accept: 'Mantener como invitado',
  end: 'Terminar',
  endText: 'Nadie más podrá entrar por este enlace.',
  endGuests: (n) => `Terminar también las cuentas de sus invitados: ${n}`,
}
