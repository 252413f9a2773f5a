// The text about bots, in Spanish.

import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: 'Tus bots',
  text: 'Un bot es un programa que escribe con su propio nombre y su propia clave.',
  none: 'No tienes ningún bot.',
  cannotCreate: 'No puedes crear bots en esta organización.',
  create: 'Crear un bot',
  name: 'Nombre',
  shortName: 'Nombre corto para su dirección',
  type: 'Tipo',
  types: {
    1: 'Genérico: lee y escribe',
    2: 'Webhook entrante: los servicios escriben con él',
    3: 'Webhook saliente: recibe una llamada cuando un mensaje lo menciona',
    4: 'Integrado',
  },
  address: 'Dirección a la que se envían los mensajes',
  manage: 'Administrar',
  showKey: 'Mostrar la clave',
  deactivate: 'Desactivar',
  deactivateText: 'El bot ya no podrá escribir y su clave dejará de funcionar. Sus mensajes se conservan.',
  deliveries: 'Entregas recientes',
  noDeliveries: 'Ningún servicio ha enviado nada todavía.',
  outcomes: { sent: 'mensaje enviado', nothing: 'nada que decir', repeated: 'repetida', refused: 'rechazada' },
  resend: 'Enviar de nuevo',
  secret: 'Secreto del servicio',
  replaceSecret: 'Reemplazar el secreto del servicio',
  secretText: 'Con un secreto se rechazan las entregas sin firma. Deja el campo vacío para quitarlo.',
}
