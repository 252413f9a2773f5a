import type { Words } from './en'

/** All text of the pages, in Spanish. */
export const es: Words = {
  fields: {
    address: 'Correo electrónico',
    password: 'Contraseña',
    newPassword: 'Nueva contraseña',
    passwordHint: (min) =>
      `Al menos ${min} caracteres. Es buena idea usar varias palabras; no hacen falta signos ni cifras.`,
    strength: { weak: 'Fácil de adivinar', fair: 'Difícil de adivinar', strong: 'Muy difícil de adivinar' },
    name: 'Tu nombre',
  },
  login: {
    title: (realm) => `Iniciar sesión en ${realm}`,
    button: 'Iniciar sesión',
    forgotten: '¿Olvidaste tu contraseña?',
    signUp: 'Crear una cuenta',
  },
  provider: {
    button: (provider) => `Iniciar sesión con ${provider}`,
    failedTitle: 'No has iniciado sesión',
    failed: (provider) => `${provider} no confirmó tu identidad. Inténtalo de nuevo o inicia sesión de otra forma.`,
    notBegun:
      'Este inicio de sesión no empezó en este navegador, o empezó hace más de diez minutos. Inténtalo de nuevo.',
    again: 'Iniciar sesión',
    refusals: {
      'address not trusted': (provider) =>
        `Ninguna cuenta de aquí está conectada con ${provider}, y ${provider} no confirmó ninguna dirección en la que esta organización confíe. Si tienes una cuenta, inicia sesión de otra forma.`,
      'account not proven': (provider) =>
        `Una cuenta tiene tu dirección, pero nunca se confirmó que le pertenezca. Restablece una vez su contraseña por correo. Después, ${provider} la abrirá.`,
      'account closed': () => 'La cuenta está desactivada.',
      'by invitation only': () => 'Necesitas una invitación para unirte a esta organización.',
      'another session': () =>
        'Entretanto cerraste la sesión o la iniciaste de nuevo. Vuelve a empezar en tu configuración.',
      'another account': (provider) => `Esta identidad de ${provider} abre otra cuenta.`,
      'too many identities': () => 'Tu cuenta tiene demasiadas identidades. Quita una primero.',
    },
  },
  app: {
    confirmTitle: '¿Iniciar sesión en la aplicación?',
    confirm: (email) =>
      `La aplicación de este dispositivo iniciará sesión como ${email}. Si no lo empezaste en la aplicación, cierra esta página.`,
    confirmButton: 'Iniciar sesión en la aplicación',
    otherAccount: 'Usar otra cuenta',
    account: (email) => `Has iniciado sesión como ${email}.`,
    copyTitle: 'Vuelve a la aplicación',
    copy: 'Copia este texto en menos de un minuto y vuelve a la aplicación de escritorio. Solo ella puede leerlo.',
    copyButton: 'Copiar',
    finishTitle: 'Terminar el inicio de sesión',
    finish: 'Inicia sesión con tu navegador. Te mostrará un texto para copiar, con el que esta aplicación continúa.',
    openBrowser: 'Abrir el navegador',
    token: 'Texto del navegador',
    finishButton: 'Continuar',
    wrongToken: 'Este texto no es de la página que abrió esta aplicación. Vuelve a empezar.',
    expired: 'Este inicio de sesión ya se usó o tiene más de un minuto. Vuelve a empezar.',
  },
  agents: {
    title: (client) => `¿Conectar ${client}?`,
    ask: (client, email) =>
      `El agente “${client}” pide usar esta organización como ${email}. Los demás ven cuándo escribe un agente.`,
    host: 'Viene de',
    redirect: 'Después de tu respuesta, tu navegador va a',
    local:
      'El agente es un programa de tu computadora. Cualquier programa puede usar este nombre: continúa solo si acabas de iniciarlo tú.',
    unverified: 'Nada demuestra este nombre. Continúa solo si acabas de iniciar el agente tú.',
    may: 'Puede',
    scopes: {
      'messages:read': 'Leer mensajes, perfiles y archivos',
      'messages:write': 'Enviar y editar mensajes, reaccionar y marcar mensajes como leídos',
      'drafts:write': 'Guardar borradores, que envías tú',
      'status:write': 'Cambiar tu estado',
      'teams:write': 'Crear canales y cambiar quién está en los grupos',
    },
    where: 'Dónde',
    everywhere:
      'En todos los canales y mensajes directos que puedes leer. O marca los canales a los que quieres limitarlo:',
    allow: 'Conectar',
    refuse: 'No conectar',
    problemTitle: 'No se puede conectar el agente',
    problems: {
      client: 'El agente no dijo quién es, o no se pudo leer su descripción.',
      redirect_uri: 'La dirección a la que el agente quiere volver no le pertenece.',
      response_type: 'El agente pidió algo que este servidor no ofrece.',
      code_challenge: 'El agente no protegió la conexión (PKCE con S256).',
      scope: 'El agente no pidió ningún derecho que exista.',
      resource: 'El agente pidió acceso a otro servidor.',
      disabled: 'Esta organización no permite agentes.',
      nothing: 'No marcaste ningún derecho, así que el agente no se conectó.',
    },
  },
  secondFactor: {
    title: 'Segundo factor',
    explanation: 'Escribe el código que muestra tu aplicación o uno de tus códigos de recuperación.',
    recovery: 'O escribe uno de tus códigos de recuperación.',
    code: 'Código',
    button: 'Iniciar sesión',
  },
  passkey: {
    logIn: 'Iniciar sesión con una llave de acceso',
    only: 'Esta organización no permite contraseñas.',
    use: 'Usar una llave de acceso',
    problems: {
      refused: 'No se aceptó esta llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.',
      cancelled: 'No se usó ninguna llave de acceso. Inténtalo de nuevo o inicia sesión de otra forma.',
    },
    title: 'Llaves de acceso',
    explanation:
      'Con una llave de acceso inicias sesión con el bloqueo de tu dispositivo: el dedo, la cara o un PIN. Solo funciona en este sitio, así que ningún otro sitio puede pedírtela. Tu contraseña sola ya no abre entonces tu cuenta.',
    required: 'Tu organización te pide que añadas una llave de acceso antes de continuar.',
    none: 'No tienes llaves de acceso.',
    unsupported: 'Este navegador no admite llaves de acceso.',
    added: (date) => `Añadida el ${date}`,
    used: (date) => `último uso el ${date}`,
    backedUp: 'sincronizada',
    name: 'Nombre de la llave de acceso',
    add: 'Añadir una llave de acceso',
    rename: 'Cambiar nombre',
    remove: 'Quitar',
    taken: 'Este dispositivo ya tiene una llave de acceso para tu cuenta.',
    back: (realm) => `Volver a ${realm}`,
  },
  lostPasskey: {
    title: '¿Perdiste tu llave de acceso?',
    explanation:
      'Escribe uno de los códigos de recuperación que guardaste. Vale una sola vez. Después, añade otra llave de acceso.',
    code: 'Código de recuperación',
  },
  confirmation: {
    title: 'Confirma tu identidad',
    explanation: 'Para cambiar cómo inicias sesión, confirma tu identidad.',
    button: 'Confirmar',
    again: (provider) => `Volver a iniciar sesión con ${provider}`,
  },
  codes: {
    title: 'Códigos de un solo uso',
    explanation:
      'Una aplicación de tu teléfono muestra otro código cada 30 segundos. Tu contraseña sola ya no abre entonces tu cuenta.',
    on: (date) => `Activados desde el ${date}.`,
    left: (left) => `Códigos de recuperación disponibles: ${left}.`,
    begin: 'Configurar códigos de un solo uso',
    scan: 'Escanea esta imagen con una aplicación de códigos de un solo uso, o escribe en ella la clave. Después, escribe el código que muestra.',
    picture: 'Código QR con la clave',
    key: 'Clave',
    open: 'Abrir una aplicación en este dispositivo',
    code: 'Código de la aplicación',
    turnOn: 'Activar',
    turnOff: 'Desactivar',
    renew: 'Nuevos códigos de recuperación',
  },
  recovery: {
    title: 'Tus códigos de recuperación',
    text: 'Guarda estos códigos donde solo tú los encuentres. Cada uno sustituye una vez a una llave de acceso o al código de tu aplicación. No se volverán a mostrar.',
    done: 'He guardado los códigos',
  },
  join: {
    title: (realm) => `Unirse a ${realm}`,
    account: (email) => `Tu cuenta tendrá la dirección ${email}.`,
    button: 'Unirse',
    notHere: 'No puedes registrarte aquí',
    haveAccount: 'Iniciar sesión con una cuenta que ya tienes',
  },
  guest: {
    title: (realm) => `Escribir con ${realm} como invitado`,
    about: 'No necesitas una cuenta. Como invitado, lees y escribes en un canal:',
    seesAll: 'Ves todos los mensajes de este canal, también los anteriores.',
    seesNew: 'Ves los mensajes que se envíen a partir de ahora.',
    isSeen:
      'Las personas de este canal ven tu nombre, que eres invitado y lo que escribes. Los administradores también ven desde qué dirección de red llegaste.',
    leaves: (until) => `Tu acceso termina con el enlace: como máximo, ${until}.`,
    stays: 'Tu acceso continúa después del final del enlace, hasta que un administrador lo termine.',
    browser:
      'Solo este navegador tiene la sesión iniciada. Para iniciar sesión en otro lugar, o de nuevo, añade después tu dirección de correo en los ajustes.',
    button: 'Entrar como invitado',
    notHere: 'No puedes entrar aquí',
    obstacles: {
      ended: 'Este enlace ha terminado. Pide otro a la persona que te lo dio.',
      'used up': 'Por este enlace entraron tantas personas como era posible. Pide otro a la persona que te lo dio.',
    },
    loggedInTitle: 'Has iniciado sesión',
    loggedIn: (name) => `Has iniciado sesión como ${name}, así que no necesitas un enlace de invitado.`,
    open: 'Abrir la organización',
  },
  obstacles: {
    'deactivated realm': 'Esta organización se ha desactivado.',
    'no passwords': 'Esta organización no permite iniciar sesión con contraseña.',
    'invalid link': 'Este enlace no es válido o ya no lo es. Pide otro.',
    'by invitation only': 'Necesitas una invitación para unirte a esta organización.',
  },
  address: {
    button: 'Enviarme un enlace',
    sentTitle: 'Revisa tu correo',
    sent: (email) => `Enviamos un correo a ${email}. Su enlace funciona durante un día.`,
  },
  find: {
    title: 'Encontrar tus organizaciones',
    sent: (email) =>
      `Enviamos un correo a ${email}. Nombra las organizaciones en las que esta dirección tiene una cuenta.`,
  },
  reset: {
    title: 'Elige una nueva contraseña',
    button: 'Usar esta contraseña',
    about: 'Cierra todas las demás sesiones, y los clientes necesitan una nueva clave de API.',
  },
  emailChange: {
    title: 'Tu correo electrónico',
    ask: (email) => `¿Usar ${email} para tu cuenta?`,
    button: 'Usar esta dirección',
    done: (email) => `Tu dirección es ahora ${email}.`,
  },
  unsubscribe: {
    title: 'Correos',
    ask: {
      missed_messages: '¿Dejar de recibir correos sobre los mensajes que te perdiste?',
      digest: '¿Dejar de recibir resúmenes?',
      login: '¿Dejar de recibir correos sobre nuevos inicios de sesión? Te avisan si otra persona usa tu cuenta.',
      marketing: '¿Dejar de recibir novedades?',
    },
    button: 'Dejar de recibir estos correos',
    done: 'No recibirás más correos de este tipo. Puedes cambiarlo en la configuración.',
  },
  calls: {
    connectedTitle: 'Zoom está conectado',
    connected: 'Puede cerrar esta página. El enlace a la llamada está en el mensaje que escribe.',
    failedTitle: 'Zoom no está conectado',
    failed: 'Zoom no confirmó su cuenta, o usted inició sesión de nuevo mientras tanto. Inténtelo otra vez.',
    again: 'Conectar Zoom',
  },
  public: {
    title: (realm) => `Canales públicos de ${realm}`,
    channels: 'Todos los canales públicos',
    topics: (channel) => `Todos los temas de # ${channel}`,
    noTopics: 'Aquí aún no hay mensajes.',
    olderTopics: 'Temas anteriores',
    older: 'Mensajes anteriores',
    newest: 'Mensajes más recientes',
    spoiler: 'Spoiler',
    missingTitle: 'Aquí no hay nada',
    missing: 'Esta página no existe o no es pública.',
  },
  open: (realm) => `Abrir ${realm}`,
  refusals: {
    'This organization has as many guests as it can have by links.':
      'Esta organización tiene tantos invitados por enlaces como puede tener.',
    'Another user has a name like this. Choose another one.': 'Otra persona tiene un nombre parecido. Elige otro.',
    'Your username or password is incorrect': 'La dirección o la contraseña no es correcta.',
    'Password authentication is disabled in this organization.':
      'Esta organización no permite iniciar sesión con contraseña.',
    'This organization has been deactivated': 'Esta organización se ha desactivado.',
    'Account is deactivated': 'La cuenta está desactivada.',
    'The password is too weak.': 'La contraseña es demasiado corta o demasiado larga.',
    'New password is too weak!': 'La contraseña es demasiado corta o demasiado larga.',
    'This password is too easy to guess. Use several words that have nothing to do with you or this organization.':
      'Esta contraseña es demasiado fácil de adivinar. Usa varias palabras que no tengan nada que ver contigo ni con esta organización.',
    'This password is known from a data leak of another site. Choose another one.':
      'Esta contraseña aparece en una filtración de datos de otro sitio. Elige otra.',
    'Your address or your recovery code is incorrect': 'La dirección o el código de recuperación no es correcto.',
    'Wrong password!': 'La contraseña no es correcta.',
    'This passkey was not accepted': 'No se aceptó esta llave de acceso.',
    'This code is wrong, or was used before': 'Este código no es correcto o ya se usó.',
    'Log in first: no login waits for a second factor': 'Primero inicia sesión con tu contraseña.',
    'API usage exceeded rate limit': 'Demasiados intentos. Espera un poco.',
  },
}
