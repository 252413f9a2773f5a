// The text of addresses, event subscriptions and slash commands, in Spanish.

import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: 'Dirección para un servicio',
  serviceText: 'Un servicio como GitHub informa de los eventos a una dirección propia, que se crea aquí:',

  addresses: 'Direcciones para programas de otros servidores de chat',
  addressesText:
    'Un programa que sabe enviar a Slack, Discord, Mattermost, Rocket.Chat o Teams puede enviar aquí. Las direcciones se muestran una sola vez.',
  noAddresses: 'No hay direcciones.',
  channel: 'Canal',
  toOwner: 'Mensajes directos al propietario del bot',
  topic: 'Tema (vacío: lo elige cada mensaje)',
  mayMention: 'Puede mencionar a todos',
  newAddress: 'Crear una dirección',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams, conectores',
    teams_workflow: 'Teams, flujos de trabajo',
  },

  events: 'Eventos para una dirección',
  eventsText: 'Una dirección recibe lo que ve el bot, firmado según Standard Webhooks.',
  noSubscriptions: 'Ninguna dirección recibe eventos.',
  url: 'Dirección',
  eventNames: {
    message: 'Mensajes',
    reaction: 'Reacciones',
    membership: 'Personas que entran en canales o salen de ellos',
    topic_resolved: 'Temas resueltos',
  },
  allPublic: 'Y los mensajes de todos los canales públicos',
  newSubscription: 'Enviar eventos',
  secret: 'Secreto de las firmas',
  newSecret: 'Nuevo secreto',
  newSecretFor: (name) => `Nuevo secreto para ${name}`,
  newSecretText:
    'Introduce el nuevo secreto en el programa que recibe las solicitudes. Durante un día, el secreto anterior también firma, salvo que se haya filtrado.',
  hasLeaked: 'El secreto anterior se filtró: ya no debe firmar nada',
  replace: 'Reemplazar',
  enabled: 'Activado',
  deliveries: 'Eventos recientes',
  noDeliveries: 'Aún no se ha enviado nada.',
  outcomes: { delivered: 'entregado', failed: 'fallido', waiting: 'pendiente de otro intento' },
  resend: 'Enviar de nuevo',

  presses: 'Botones, menús y campos',
  pressesText:
    'Cuando alguien pulsa o elige algo, se llama a esta dirección. Slack la llama Request URL. Sin ella, el texto solo los nombra.',

  commandsText: 'Un comando como /deploy envía su texto a una dirección y muestra la respuesta.',
  noCommands: 'Aún no hay comandos.',
  newCommand: 'Nuevo comando',
  commandName: 'Nombre, por ejemplo deploy',
  description: 'Qué hace',
  hint: 'Lo que se escribe después, por ejemplo [version]',
  bot: 'El bot que responde',
  noBots: 'Un comando necesita un bot. Crea uno primero.',
  createBot: 'Bots',
}
