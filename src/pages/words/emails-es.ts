import type { EmailWords } from './emails-en'

const list = new Intl.ListFormat('es')

/** All text of the emails, in Spanish. */
export const emailsEs: EmailWords = {
  ignore: 'Si no fuiste tú, puedes ignorar este mensaje.',
  notYou: 'Si no fuiste tú, avisa a un administrador de la organización.',
  account: (realm) => `Tu cuenta en ${realm}`,
  password: (realm) => `Tu contraseña en ${realm}`,
  signUp: {
    ask: (realm) =>
      `Pediste una cuenta en ${realm}. Para elegir tu nombre y tu contraseña, abre este enlace en el plazo de un día:`,
    ignore: 'Si no fuiste tú, puedes ignorar este mensaje. La cuenta solo se crea con este enlace.',
  },
  hasAccount: {
    text: (realm) => `Alguien pidió una cuenta en ${realm} con esta dirección, pero la dirección ya tiene una.`,
    logIn: (url) =>
      `Si fuiste tú, inicia sesión en ${url}. Si olvidaste tu contraseña, elige una nueva en ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `Te damos la bienvenida a ${realm}`,
    text: (realm) => `Ya tienes una cuenta en ${realm}, con esta dirección.`,
    withPassword: (url) =>
      `Cualquier cliente para este tipo de servidor inicia sesión en ${url} con ella y con tu contraseña.`,
    withProvider: (url) =>
      `Cualquier cliente para este tipo de servidor inicia sesión en ${url} como acabas de hacerlo.`,
  },
  founder: {
    hello: 'Esta organización es tuya. Cuatro pasos la preparan:',
    steps: (url) => [
      `1. Su nombre y su imagen: ${url}/#organization/profile`,
      `2. Los canales en los que empiezan los nuevos miembros: ${url}/#organization/default-channels`,
      `3. Las personas: ${url}/#organization/invitations`,
      `4. Lo que puede interrumpirte: ${url}/#settings/notifications`,
    ],
    password: (url) => `Si no elegiste tu contraseña, cámbiala primero: ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `${inviter} te invita a ${realm}`,
    hello: '¡Hola!',
    ask: (inviter, realm) => `${inviter} te invita a unirte a ${realm}. Para empezar, abre este enlace:`,
    ignore: (inviter) => `El enlace es solo para ti. Si no conoces a ${inviter}, puedes ignorar este mensaje.`,
    isMember: (inviter, realm) =>
      `${inviter} te invita a unirte a ${realm}. Ya tienes allí una cuenta con esta dirección.`,
    logIn: (url) =>
      `Inicia sesión en ${url}. Si olvidaste tu contraseña, elige una nueva en ${url}/accounts/password/reset/`,
    unseen: (inviter) => `${inviter} no puede ver de quién es esta dirección, ni que tiene una cuenta.`,
    reminderSubject: (inviter, realm) => `Recordatorio: ${inviter} te invita a ${realm}`,
    reminder: (inviter, realm, day) =>
      `${inviter} te invita a unirte a ${realm}. La invitación termina el ${day}. Para empezar, abre este enlace:`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `Los temas separan las conversaciones en ${realm}`,
      paragraphs: [
        'Cada mensaje de un canal tiene un tema: unas pocas palabras que dicen de qué trata, como el asunto de un correo.',
        'Así lees una conversación cada vez, y respondes a una pregunta antigua sin interrumpir una nueva. Cuando empieces algo nuevo, escribe un tema nuevo. Puedes seguir los temas que te importan y silenciar los demás.',
      ],
    },
    guide: {
      subject: (realm) => `Cómo estar al día en ${realm}`,
      paragraphs: [
        'Empieza por tu bandeja de entrada: tiene todo lo que no has leído, por conversación. Lee lo importante y marca el resto como leído.',
        'Menciona a tus colegas con @ y su nombre cuando los necesites. Pon un recordatorio a un mensaje que quieras responder más tarde. En tus ajustes eliges qué te notifica y cuándo no quieres que te molesten.',
      ],
    },
    team: {
      subject: (realm) => `Cómo se muda un equipo a ${realm}`,
      paragraphs: [
        'Empieza con pocas personas que trabajan juntas cada día, y con una conversación que ahora tienen en otro lugar. Invítalas y escribe tú los primeros mensajes, cada uno con un tema claro.',
        'Crea canales para equipos y proyectos, y di en sus descripciones qué va en cada uno. Cuando el primer equipo esté a gusto, invita al siguiente. Puedes importar el historial de tu servidor de chat anterior.',
      ],
    },
    open: (url) => `Abre tu organización: ${url}`,
    unsubscribe: 'Puedes dejar de recibir estos correos aquí:',
  },
  digest: {
    subject: (realm) => `Lo que pasó en ${realm}`,
    intro: (realm) => `Estuviste unos días sin entrar en ${realm}. Esto pasó mientras tanto:`,
    more: (count, names) => `+ ${count} ${count === 1 ? 'mensaje' : 'mensajes'} más. Participan: ${names}.`,
    channels: (names) => `Canales nuevos: ${names}.`,
    open: (url) => `Abre tu organización: ${url}`,
    footer: 'Recibes este correo una vez por semana si no has estado. Puedes dejar de recibirlo aquí:',
  },
  exported: {
    ready: (realm) => `La exportación de ${realm} está lista`,
    readyText: (url) =>
      `Los administradores encuentran su dirección entre las exportaciones de la organización, y pueden eliminarla allí: ${url}/#organization/exports`,
    failed: (realm) => `La exportación de ${realm} falló`,
    failedText: (url) => `Puedes solicitar otra: ${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `${realm} se ha desactivado`,
    text: (realm) =>
      `La organización ${realm} se ha desactivado, y ya nadie puede iniciar sesión. Sus datos se conservan. El operador del servidor puede reactivarla.`,
  },
  realmReactivated: {
    subject: (realm) => `${realm} se ha reactivado`,
    text: (realm, url) =>
      `El operador del servidor ha reactivado la organización ${realm}. Sus usuarios pueden volver a iniciar sesión: ${url}`,
  },
  deactivation: {
    subject: (realm) => `Tu cuenta en ${realm} se ha desactivado`,
    text: (realm) => `Tu cuenta en ${realm} se ha desactivado, y ya no puedes iniciar sesión.`,
    comment: 'Los administradores escriben:',
  },
  reset: {
    ask: (realm) =>
      `Pediste una nueva contraseña para tu cuenta en ${realm}. Para elegirla, abre este enlace en el plazo de un día:`,
    ignore: 'Si no fuiste tú, puedes ignorar este mensaje. Tu contraseña no cambia.',
    noAccount: (realm) => `Pediste una nueva contraseña en ${realm}. Allí no hay ninguna cuenta con esta dirección.`,
    changedSubject: (realm) => `Tu contraseña en ${realm} ha cambiado`,
    changed: (realm) =>
      `Tu cuenta en ${realm} tiene una nueva contraseña, y todos los clientes deben iniciar sesión de nuevo.`,
    notYou: 'Si no la cambiaste tú, avisa a un administrador de la organización.',
  },
  find: {
    subject: 'Tus organizaciones',
    found: 'Preguntaste en qué organizaciones tiene una cuenta tu dirección. Estas son sus direcciones web:',
    none: 'Preguntaste en qué organizaciones tiene una cuenta tu dirección. Aquí no tiene ninguna.',
  },
  emailChange: {
    subject: (realm) => `Tu nuevo correo electrónico en ${realm}`,
    ask: (realm) =>
      `Quieres usar esta dirección para tu cuenta en ${realm}. Para confirmarla, abre este enlace en el plazo de un día:`,
    takenSubject: (realm) => `Tu correo electrónico en ${realm}`,
    taken: (realm) =>
      `Alguien quiere usar esta dirección para su cuenta en ${realm}, pero ya la tiene otra cuenta. Nada ha cambiado.`,
    changedSubject: (realm) => `Tu correo electrónico en ${realm} ha cambiado`,
    changed: (realm, email) => `Tu cuenta en ${realm} tiene ahora la dirección ${email}.`,
    notYou: 'Si no la cambiaste tú, avisa a un administrador de la organización.',
  },
  identityAdded: {
    subject: (provider, realm) => `${provider} abre ahora tu cuenta en ${realm}`,
    text: (provider, realm) =>
      `Tu cuenta en ${realm} se abrió por primera vez con ${provider}. ${provider} confirmó que esta dirección le pertenece.`,
  },
  newDevice: {
    program: (browser, system) =>
      [browser ?? 'un navegador desconocido', ...(system === undefined ? [] : [system])].join(' en '),
    subject: (realm, program) => `Nuevo inicio de sesión en ${realm} desde ${program}`,
    text: (realm, { program, address, time }) =>
      `Se inició sesión en tu cuenta de ${realm} desde ${program}, con la dirección de red ${address}: ${time}.`,
    notYou: (url) =>
      `Si no fuiste tú, elige otra contraseña en ${url}/accounts/password/reset: así se cierran todas las sesiones. Después, avisa a un administrador de la organización.`,
    unsubscribe: 'Aquí puedes dejar de recibir estos correos:',
  },
  change: {
    subject: (realm) => `Un cambio en tu cuenta de ${realm}`,
    when: (realm, time) => `Ocurrió en ${realm}: ${time}.`,
    logIn: 'Para iniciar sesión y añadir una llave de acceso, abre este enlace en el plazo de un día:',
    of: {
      password: 'Se cambió la contraseña de tu cuenta.',
      email: 'Se cambió el correo electrónico de tu cuenta.',
      passkey: 'Se cambiaron las llaves de acceso de tu cuenta.',
      one_time_codes: 'Se cambiaron los códigos de un solo uso de tu cuenta.',
      recovery_codes: 'Se reemplazaron los códigos de recuperación de tu cuenta. Los anteriores ya no se aceptan.',
      recovery_code_used:
        'Se usó un código de recuperación para iniciar sesión en tu cuenta. Ese código no vale otra vez.',
      agent: 'Se conectó un agente a tu cuenta. Puede usar tus mensajes como tú lo permitiste.',
      factors:
        'Se quitaron tus llaves de acceso y tus códigos de un solo uso, para que puedas volver a iniciar sesión.',
      provider: 'Se cambiaron los proveedores de identidad con los que inicias sesión.',
    },
  },
  missed: {
    sender: (realm) => `Notificaciones de ${realm}`,
    hiddenSubject: 'Mensajes nuevos',
    directSubject: (name) => `Mensajes directos con ${name}`,
    yourself: 'tú',
    groupSubject: (names) => `Mensajes directos en grupo con ${list.format(names)}`,
    others: (people) => `${people} más`,
    more: (messages) =>
      messages === 1
        ? 'Hay 1 mensaje más que no está en este correo.'
        : `Hay ${messages} mensajes más que no están en este correo.`,
    refusals: {
      realm: 'La organización no permite el texto de los mensajes en los correos.',
      user: 'Tu configuración no permite el texto de los mensajes en los correos.',
    },
    spoiler: 'Abre la conversación para ver el spoiler.',
    reply: 'Responder en la conversación',
    read: 'Leer los mensajes',
    choose: 'Elegir tus correos',
    stop: 'Dejar de recibir estos correos',
    youCanReply: 'También puedes responder a este correo desde esta dirección, durante 30 días.',
    doNotReply: 'No respondas a este correo, porque nadie leería la respuesta.',
    reasons: {
      direct_message: 'Recibes este correo porque recibiste un mensaje directo.',
      mentioned_by_name: 'Recibes este correo porque te mencionaron.',
      mentioned: 'Recibes este correo porque mencionaron a un grupo al que perteneces.',
      mentioned_group: (group) => `Recibes este correo porque mencionaron a @${group}.`,
      topic_wildcard_mentioned_in_followed_topic:
        'Recibes este correo porque mencionaron a todos en un tema que sigues.',
      stream_wildcard_mentioned_in_followed_topic:
        'Recibes este correo porque, en un tema que sigues, mencionaron a todos en el canal.',
      topic_wildcard_mentioned: 'Recibes este correo porque mencionaron a todos en un tema en el que participas.',
      stream_wildcard_mentioned: 'Recibes este correo porque mencionaron a todos en un canal.',
      followed_topic: 'Recibes este correo porque sigues este tema y elegiste recibir correos sobre él.',
      channel: 'Recibes este correo porque elegiste recibir correos de este canal.',
    },
  },
}
