import type { BotWords } from './bots-en'

/** All text of bot messages and notifications, in Spanish. */
export const botsEs: BotWords = {
  unnamed: 'Alguien',
  aMessage: 'un mensaje',
  channelNumber: (id) => `canal ${id}`,
  topics: {
    channelEvents: 'eventos del canal',
    newChannels: 'canales nuevos',
    signups: 'nuevos miembros',
    reports: (id, name) => `Denuncias sobre el usuario ${id}: ${name}`,
  },
  welcome: `¡Hola y te damos la bienvenida! :wave: Soy el bot de bienvenida. Aquí las conversaciones se organizan en canales y temas, para que cada persona pueda seguir lo que le importa y ponerse al día más tarde.

* [Tu bandeja de entrada](/#inbox) contiene todo lo que no has leído.
* [Todos los canales](/#channels/all) muestra a cuáles puedes suscribirte.
* Para empezar una conversación, abre un canal y escribe un tema nuevo: unas pocas palabras que digan de qué se trata.
* [Tu perfil](/#settings/profile) contiene tu nombre y tu imagen, y [tus notificaciones](/#settings/notifications) deciden qué te interrumpe.

Solo tú ves lo que me escribes, así que aquí puedes probarlo todo.`,
  firstChannels: {
    channels: {
      general: { name: 'general', description: 'Para todas las personas, sobre lo que nos concierne a todas.' },
      help: { name: 'ayuda', description: 'Preguntas y respuestas. Ninguna pregunta es demasiado pequeña.' },
      random: { name: 'pausa', description: 'Lo que no tiene que ver con el trabajo.' },
      introductions: { name: 'presentaciones', description: 'Quién eres y qué te trae aquí.' },
      questions: { name: 'preguntas', description: 'Preguntas sobre cursos y ejercicios, con sus respuestas.' },
      projects: { name: 'proyectos', description: 'En qué trabaja la gente en común.' },
    },
    welcome: {
      topic: 'bienvenida',
      content: `¡Te damos la bienvenida! :wave: Esto es un tema: una conversación sobre una sola cosa, en el canal cuyo nombre está arriba.

Responde aquí para probarlo. Tu respuesta queda en este tema y no molesta a ninguna otra conversación.`,
    },
    topics: {
      topic: 'cómo funcionan los temas',
      content: `* **¿Algo nuevo?** Escribe un tema nuevo: unas pocas palabras que digan de qué se trata.
* **¿Una pregunta ya tiene respuesta?** El menú de un tema tiene *Marcar como resuelto*.
* **¿Un mensaje está en el tema equivocado?** En el menú de un mensaje puedes moverlo.
* **¿Es demasiado, o es importante?** En el menú de un tema puedes silenciarlo o seguirlo.`,
    },
    asking: {
      topic: 'cómo hacer una pregunta',
      content: `Da a cada pregunta su propio tema, como este. Quien sepa la respuesta la encontrará en su bandeja de entrada, también mañana.

Para llamar a alguien, escribe \`@\` y el nombre.`,
    },
  },
  emailNotPosted: (subject, reason) => `Tu correo \`${subject}\` no se publicó. ${reason}`,
  emailRefused: {
    expired: 'El correo al que respondes es demasiado antiguo. Responde en la conversación.',
    unproven: (address) =>
      `Nada demuestra que el correo venga de tu dirección ${address}. Responde desde esta dirección, con un proveedor que firme tus correos (DKIM).`,
    conversation: 'La conversación ya no existe, o ya no puedes leerla.',
  },
  joined: (actor) => `${actor} se unió a esta organización.`,
  invitationAccepted: (actor) => `¡${actor} aceptó tu invitación para unirse a la organización!`,
  subscribed: (actor, channel) => `${actor} te suscribió a ${channel}.`,
  subscribedToSeveral: (actor) => `${actor} te suscribió a estos canales:`,
  channelsCreated: (actor, channels, names) =>
    `${actor} creó ${channels === 1 ? 'un canal nuevo' : 'canales nuevos'}: ${names}.`,
  addedToGroup: (actor, group) => `${actor} te añadió a ${group === undefined ? 'un grupo' : `este grupo: ${group}`}.`,
  removedFromGroup: (actor, group) =>
    `${actor} te quitó de ${group === undefined ? 'un grupo' : `este grupo: ${group}`}.`,
  channel: {
    created: (actor, privacy, description) => `${actor} creó este canal (${privacy}). ${description}`,
    archived: (actor) => `${actor} archivó este canal.`,
    restored: (actor) => `${actor} recuperó este canal del archivo.`,
    privacyChanged: (actor, before, after) =>
      `${actor} cambió quién puede leer este canal: ${after}. Antes: ${before}.`,
    privacy: {
      webPublic: 'público en la web',
      public: 'público',
      shared: 'privado, con los mensajes anteriores',
      protected: 'privado, sin los mensajes anteriores',
    },
    retentionChanged: (actor, before, after) =>
      `${actor} cambió cuánto tiempo se conservan aquí los mensajes: ${after}. Antes: ${before}.`,
    retention: {
      asRealm: 'como los demás mensajes de la organización',
      forEver: 'para siempre',
      days: (days) => (days === 1 ? 'un día' : `${days} días`),
    },
    folderRemoved: (actor) => `${actor} sacó este canal de su carpeta.`,
    folderChanged: (actor, folder) =>
      `${actor} movió este canal a ${folder === undefined ? 'una carpeta' : `la carpeta ${folder}`}.`,
    descriptionChanged: (actor) => `${actor} cambió la descripción de este canal.`,
    description: 'Descripción:',
    descriptionBefore: 'Antes:',
    descriptionAfter: 'Ahora:',
    none: 'ninguna.',
    renamed: (actor, before, after) => `${actor} cambió el nombre de este canal de ${before} a ${after}.`,
    renamedUnnamed: (actor) => `${actor} cambió el nombre de este canal.`,
    postingChanged: (actor) => `${actor} cambió quién puede escribir en este canal.`,
  },
  move: {
    here: (actor, what, place) => `${actor} movió aquí ${what} desde ${place}.`,
    away: (actor, what, place) => `${actor} movió ${what} desde aquí hasta ${place}.`,
    topic: 'este tema',
    messages: (messages) => (messages === 1 ? 'un mensaje' : `${messages} mensajes`),
    otherTopic: 'otro tema',
    privateChannel: 'un canal privado',
    otherChannel: 'otro canal',
    generalChat: (channel) => `el chat general de ${channel}`,
  },
  resolved: (actor) => `${actor} marcó este tema como resuelto.`,
  unresolved: (actor) => `${actor} marcó este tema como no resuelto.`,
  reminder: {
    of: (message) => `Pediste que te recordáramos ${message}.`,
    gone: 'Pediste que te recordáramos un mensaje que ya no puedes leer.',
    note: 'Tu nota:',
    wrote: (author) => `${author} escribió:`,
  },
  report: {
    summary: (reporter, message, author, reason) => `${reporter} denunció ${message} de ${author}. Motivo: ${reason}.`,
    reasons: {
      spam: 'spam',
      harassment: 'acoso',
      inappropriate: 'contenido inapropiado',
      norms: 'incumplimiento de las normas de la comunidad',
      other: 'otro motivo',
    },
    words: 'En sus palabras:',
    message: 'El mensaje:',
  },
  scheduled: {
    failed: (time) => `El mensaje que programaste para ${time} no se envió:`,
    next: 'Puedes cambiarlo o eliminarlo en tus [mensajes programados](#scheduled).',
  },
  exports: {
    ready:
      'Tu exportación de datos está lista. Los administradores encuentran su dirección en las exportaciones de la organización.',
    failed: 'Tu exportación de datos falló. Puedes solicitar otra.',
  },
  webhooks: {
    channelMissing: (bot, channel) =>
      `Tu bot ${bot} intentó enviar un mensaje al canal ${channel}, pero ese canal no existe. Haz clic [aquí](#streams/new) para crearlo.`,
    unnamedChannelMissing: (bot) => `Tu bot ${bot} intentó enviar un mensaje a un canal que no existe:`,
    refused: (service, bot) => `Falló una entrega de ${service} a tu bot ${bot}:`,
    cannotAnswer: 'No puedo responder: mi programa ha fallado.',
    failed: (bot, message_id, why) => `El webhook de tu bot ${bot} falló con el mensaje ${message_id}: ${why}.`,
    disabled: (subscription, bot, why) =>
      `La suscripción a eventos ${subscription} de tu bot ${bot} se desactivó: ${why}.`,
  },
  call: {
    started: 'Ha comenzado una llamada.',
    join: 'Unirse a la llamada',
    ended: (minutes, people) =>
      `Llamada: ${minutes === 1 ? '1 minuto' : `${minutes} minutos`}, ${people === 1 ? '1 persona' : `${people} personas`}.`,
    missed: 'Llamada perdida.',
    ringing: 'Te está llamando.',
    answer: 'Responder',
    decline: 'Rechazar',
  },
  notification: {
    hidden: 'Nuevo mensaje',
    test: 'Las notificaciones funcionan en este navegador.',
    mentionedYou: (name) => `${name} te mencionó:`,
    mentionedGroup: (name, group) => `${name} mencionó a @${group}:`,
    mentionedEveryone: (name) => `${name} mencionó a todos:`,
  },
}
