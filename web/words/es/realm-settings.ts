// The name of each setting of the organization, one sentence about it, and its options, in Spanish.

import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: 'Nombre', text: 'De la organización, en la parte superior de cada cliente.' },
  description: { name: 'Descripción', text: 'La gente la ve antes de unirse. Admite Markdown.' },
  org_type: {
    name: 'Tipo de organización',
    text: 'Ayuda a los nuevos miembros a saber dónde están.',
    options: {
      0: 'Sin indicar',
      10: 'Empresa',
      20: 'Proyecto de código abierto',
      30: 'Educación (sin fines de lucro)',
      35: 'Educación (con fines de lucro)',
      40: 'Investigación',
      50: 'Evento o conferencia',
      60: 'Sin fines de lucro (registrada)',
      70: 'Gobierno',
      80: 'Grupo político',
      90: 'Comunidad',
      100: 'Personal',
      1000: 'Otro',
    },
  },
  default_language: { name: 'Idioma', text: 'Para los nuevos miembros y los mensajes de los bots.' },
  welcome_message_custom_text: {
    name: 'Bienvenida',
    text: 'El bot de bienvenida la envía a los nuevos miembros. Admite Markdown.',
  },

  invite_required: {
    name: 'Solo con invitación',
    text: 'Sin esta opción, cualquiera con una dirección permitida puede unirse.',
  },
  emails_restricted_to_domains: {
    name: 'Solo dominios permitidos',
    text: 'Los nuevos miembros necesitan una dirección de un dominio de la lista.',
  },
  disallow_disposable_email_addresses: {
    name: 'Sin direcciones desechables',
    text: 'Se rechazan los servicios conocidos de direcciones temporales.',
  },
  enable_spectator_access: {
    name: 'Lectores sin cuenta',
    text: 'Cualquiera en internet puede leer los canales públicos en la web.',
  },
  parley_public_pages_indexed: {
    name: 'Páginas públicas en los buscadores',
    text: 'Los canales públicos en la web tienen páginas para lectores sin cuenta. Con esta opción, los buscadores pueden mostrarlas.',
  },
  want_advertise_in_communities_directory: {
    name: 'Aparecer en directorios',
    text: 'Los directorios de comunidades abiertas pueden incluir la organización.',
  },
  send_welcome_emails: {
    name: 'Correos de bienvenida',
    text: 'Los nuevos miembros reciben correos con los primeros pasos.',
  },
  waiting_period_threshold: {
    name: 'Días hasta ser miembro pleno',
    text: 'Los nuevos miembros pasan a ser miembros plenos después de estos días.',
  },
  parley_passkey_login: {
    name: 'Llaves de acceso',
    text: 'Los miembros pueden iniciar sesión con una llave de acceso.',
  },
  parley_factor_required_of: {
    name: 'Quién necesita un segundo factor',
    text: 'Las personas con este rol deben añadir una llave de acceso o códigos de un solo uso antes de continuar.',
    options: {
      none: 'Nadie',
      owners: 'Propietarios',
      administrators: 'Administradores y propietarios',
      moderators: 'Moderadores y superiores',
      members: 'Miembros y superiores',
      everyone: 'Todos, también los invitados',
    },
  },
  parley_factor_required: {
    name: 'Qué factores cuentan',
    text: 'Ningún otro sitio puede pedir una llave de acceso, así que protege contra páginas de inicio de sesión falsas.',
    options: { any: 'Llaves de acceso y códigos de un solo uso', passkey: 'Solo llaves de acceso' },
  },
  parley_agents_enabled: {
    name: 'Agentes',
    text: 'Los miembros pueden conectar programas controlados por un modelo de lenguaje. Sin esta opción, los agentes conectados no pueden hacer nada.',
  },
  parley_scim_manages_owners: {
    name: 'El directorio administra a los propietarios',
    text: 'Entonces puede modificarlos y desactivarlos.',
  },
  parley_session_idle_days: {
    name: 'Días hasta que termina una sesión sin uso',
    text: 'Se cierra la sesión en un navegador que no se usa durante ese tiempo.',
  },
  parley_session_absolute_days: {
    name: 'Días hasta que termina cualquier sesión',
    text: 'Después hay que volver a iniciar sesión en cada navegador.',
  },
  parley_keep_in_browsers: {
    name: 'Los navegadores guardan mensajes',
    text: 'Se abren al instante, también sin red. Sin esta opción, los navegadores borran lo que han guardado.',
  },
  parley_language_model: {
    name: 'Modelo de lenguaje',
    text: 'Resume y traduce cuando alguien lo pide. Entonces lee los mensajes.',
    options: { none: 'Ninguno', platform: 'El de la plataforma', address: 'En una dirección' },
  },
  parley_language_model_url: {
    name: 'Dirección del modelo',
    text: 'La dirección completa de una API de chat, por ejemplo https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: {
    name: 'Nombre del modelo',
    text: 'Como lo llama la API. La plataforma tiene uno habitual.',
  },
  parley_speech_model_name: {
    name: 'Nombre del modelo para mensajes de voz',
    text: 'Escribe lo que se dice cuando alguien lo pide. Sin nombre, no hay ninguno en una dirección, y en la plataforma es el habitual.',
  },
  parley_language_model_requests: {
    name: 'Preguntas al día',
    text: 'De todas las personas juntas. Después el modelo descansa.',
  },
  parley_gif_service: {
    name: 'Servicio de GIF',
    text: 'En él se buscan GIF y stickers.',
    options: { none: 'Ninguno', giphy: 'GIPHY', klipy: 'KLIPY', address: 'En una dirección' },
  },
  parley_gif_url: {
    name: 'Dirección del servicio',
    text: 'La de una API como la de Tenor, versión 2, por ejemplo https://gifs.example.com/v2.',
  },
  parley_audit_log_days: {
    name: 'Días en el registro de auditoría',
    text: 'Las entradas más antiguas se eliminan.',
  },

  require_unique_names: { name: 'Nombres únicos', text: 'Dos personas no pueden tener el mismo nombre.' },
  name_changes_disabled: {
    name: 'Solo los administradores cambian nombres',
    text: 'Los miembros conservan el nombre que tienen.',
  },
  email_changes_disabled: {
    name: 'Solo los administradores cambian direcciones',
    text: 'Los miembros conservan la dirección que tienen.',
  },
  avatar_changes_disabled: {
    name: 'Solo los administradores cambian imágenes',
    text: 'Los miembros conservan la imagen que tienen.',
  },
  default_avatar_source: {
    name: 'Imágenes de los nuevos miembros',
    text: 'Hasta que suban una propia.',
    options: { G: 'De Gravatar, según su dirección', J: 'Un dibujo que hace este servidor' },
  },
  presence_disabled: { name: 'Ocultar quién está en línea', text: 'Nadie ve el punto verde.' },
  enable_read_receipts: {
    name: 'Confirmaciones de lectura',
    text: 'Los miembros pueden ver quién ha leído un mensaje.',
  },
  enable_guest_user_indicator: {
    name: 'Señalar a los invitados',
    text: 'Los clientes escriben “invitado” junto a su nombre.',
  },
  enable_guest_user_dm_warning: {
    name: 'Avisar antes de escribir a invitados por mensaje directo',
    text: 'El cliente lo indica encima del texto.',
  },
  send_channel_events_messages: {
    name: 'Avisos sobre canales',
    text: 'Cada cambio de un canal aparece también como mensaje en él.',
  },

  allow_message_editing: {
    name: 'Los miembros pueden editar sus mensajes',
    text: 'Mover y resolver temas tiene sus propios permisos.',
  },
  message_content_edit_limit_seconds: {
    name: 'Plazo para editar un mensaje',
    text: 'Después, el texto se queda como está.',
  },
  message_content_delete_limit_seconds: {
    name: 'Plazo para eliminar un mensaje',
    text: 'Para los miembros que pueden eliminar sus propios mensajes.',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'Plazo para mover a otro tema',
    text: 'Los moderadores pueden mover también mensajes más antiguos.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Plazo para mover a otro canal',
    text: 'Los moderadores pueden mover también mensajes más antiguos.',
  },
  message_edit_history_visibility_policy: {
    name: 'Quién ve las versiones anteriores',
    text: 'De los mensajes editados o movidos.',
    options: {
      all: 'Todos ven ediciones y movimientos',
      moves: 'Todos ven los movimientos',
      none: 'Nadie las ve',
    },
  },
  message_retention_days: {
    name: 'Días hasta eliminar los mensajes',
    text: 'Para todos los canales sin una regla propia y para los mensajes directos.',
  },
  topics_policy: {
    name: 'Mensajes sin tema',
    text: 'Los canales pueden decidir otra cosa.',
    options: { allow_empty_topic: 'Van al chat general', disable_empty_topic: 'Necesitan un tema' },
  },
  default_code_block_language: {
    name: 'Lenguaje de los bloques de código',
    text: 'Para los bloques que no indican ninguno, por ejemplo python.',
  },

  inline_image_preview: { name: 'Mostrar imágenes enlazadas', text: 'Debajo del mensaje, a través de este servidor.' },
  inline_url_embed_preview: { name: 'Mostrar páginas enlazadas', text: 'Título y descripción de la página.' },
  media_preview_size: {
    name: 'Tamaño de las imágenes en los mensajes',
    text: 'De las imágenes y los vídeos que muestran los mensajes.',
    options: { 100: '100 %', 150: '150 %', 200: '200 %' },
  },
  gif_rating_policy: {
    name: 'Imágenes animadas (GIF)',
    text: 'Cuáles pueden ofrecer los clientes.',
    options: {
      0: 'Ninguna',
      1: 'Clasificación G',
      2: 'Clasificación PG',
      3: 'Clasificación PG-13',
      4: 'Clasificación R',
    },
  },
  video_chat_provider: {
    name: 'Videollamadas',
    text: 'Con qué servicio se inician las llamadas.',
    options: { 0: 'Ninguno', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: 'Dirección del servidor de Jitsi',
    text: 'Escribe “default” para usar el servidor de esta instalación.',
  },

  digest_emails_enabled: {
    name: 'Resumen semanal',
    text: 'Los miembros que estuvieron ausentes reciben lo que se perdieron.',
  },
  digest_weekday: {
    name: 'Día del resumen',
    text: 'En la zona horaria de cada miembro.',
    options: { 0: 'Lunes', 1: 'Martes', 2: 'Miércoles', 3: 'Jueves', 4: 'Viernes', 5: 'Sábado', 6: 'Domingo' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Texto de los mensajes en los correos',
    text: 'Sin esta opción, los correos solo dicen quién escribió y dónde.',
  },
  require_e2ee_push_notifications: {
    name: 'Solo notificaciones cifradas en el teléfono',
    text: 'Los dispositivos que no pueden descifrarlas no reciben nada.',
  },

  moderation_request_channel_id: {
    name: 'Canal para denuncias',
    text: 'Ahí se envían los mensajes denunciados, así que debe ser privado.',
  },
  new_stream_announcements_stream_id: {
    name: 'Canal para los canales nuevos',
    text: 'Un bot anuncia cada nuevo canal público.',
  },
  signup_announcements_stream_id: {
    name: 'Canal para los nuevos miembros',
    text: 'Un bot anuncia a cada nuevo miembro.',
  },
  svc_update_announcements_stream_id: {
    name: 'Canal para las novedades del servidor',
    text: 'Un bot anuncia las nuevas funciones.',
  },
}
