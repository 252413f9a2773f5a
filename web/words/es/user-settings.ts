// The name of each personal setting, one sentence about it, and its options, in Spanish.

import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: 'Cuando participas',
  2: 'Cuando escribes en ellos',
  3: 'Cuando los inicias',
  4: 'Nunca',
}

const onScreen = 'Una notificación en la pantalla.'
const aSound = 'Un sonido del cliente.'
const whileAway = 'Cuando no estás.'

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'Modo de color',
    text: 'Claro, oscuro o el de este dispositivo.',
    options: { 1: 'Como este dispositivo', 2: 'Oscuro', 3: 'Claro' },
  },
  web_font_size_px: { name: 'Tamaño del texto', text: 'En píxeles, para mensajes y listas.' },
  web_line_height_percent: { name: 'Altura de línea', text: 'En porcentaje del tamaño del texto.' },
  fluid_layout_width: { name: 'Usar todo el ancho', text: 'Los mensajes pueden ser tan anchos como la ventana.' },
  high_contrast_mode: {
    name: 'Alto contraste',
    text: 'Texto y líneas más oscuros sobre fondo claro, y más claros sobre fondo oscuro.',
  },
  emojiset: {
    name: 'Emojis',
    text: 'Cómo se ven los emojis en los mensajes.',
    options: { google: 'Como los dibuja este dispositivo', text: 'Como nombres, por ejemplo :smile:' },
  },
  twenty_four_hour_time: {
    name: 'Formato de 24 horas',
    text: 'Las horas se escriben como 17:30. Si no, como es habitual en tu idioma.',
  },
  default_language: { name: 'Idioma', text: 'Para la interfaz y los correos que recibes.' },
  timezone: { name: 'Zona horaria', text: 'Los demás ven tu hora local. Los correos también la usan.' },
  web_suggest_update_timezone: {
    name: 'Preguntar si cambia la zona horaria',
    text: 'El cliente puede sugerir la zona horaria del dispositivo.',
  },
  web_animate_image_previews: {
    name: 'Imágenes animadas',
    text: 'Cuándo se mueven las imágenes de los mensajes.',
    options: { always: 'Siempre', on_hover: 'Al pasar el puntero', never: 'Nunca' },
  },

  web_home_view: {
    name: 'Vista inicial',
    text: 'Lo que muestra el cliente al iniciarse.',
    options: {
      inbox: 'Bandeja de entrada',
      recent: 'Conversaciones recientes',
      all_messages: 'Feed combinado',
    },
  },
  web_escape_navigates_to_home_view: {
    name: 'Esc lleva a la vista inicial',
    text: 'Desde cualquier vista que no sea una conversación.',
  },
  web_mark_read_on_scroll_policy: {
    name: 'Marcar mensajes como leídos',
    text: 'Dónde se considera leído un mensaje cuando lo has visto hasta el final.',
    options: { 1: 'En todas las vistas', 2: 'Solo en conversaciones', 3: 'Nunca automáticamente' },
  },
  web_channel_default_view: {
    name: 'Al hacer clic en un canal se abre',
    text: 'Lo primero que ves de un canal.',
    options: {
      1: 'Su tema más reciente',
      2: 'Todos sus mensajes',
      4: 'Su tema sin leer más reciente',
    },
  },
  parley_link_previews: {
    name: 'Vistas previas de enlaces',
    text: 'Lo que dicen de sí mismas las páginas enlazadas, si tu organización lo muestra. Sin ellas, tampoco se consulta ninguna página por los enlaces de tus mensajes.',
  },
  hide_ai_features: {
    name: 'Nada de un modelo de lenguaje',
    text: 'Oculta lo que resume y traduce, si su organización lo tiene.',
  },
  display_emoji_reaction_users: {
    name: 'Nombres junto a las reacciones',
    text: 'Cuando hay pocas reacciones, se ve quién reaccionó en lugar de un número.',
  },
  automatically_follow_topics_policy: {
    name: 'Seguir temas',
    text: 'Recibes notificaciones de los temas que sigues.',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Dejar de silenciar temas en canales silenciados',
    text: 'El resto del canal sigue silenciado.',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'Seguir los temas que te mencionan',
    text: 'A partir de la mención.',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Dar por leídos los avisos de temas resueltos',
    text: 'Así no cuentan como mensajes sin leer.',
    options: { always: 'Siempre', except_followed: 'Excepto en temas seguidos', never: 'Nunca' },
  },

  enter_sends: { name: 'Enter envía', text: 'Entonces, Mayús y Enter empiezan una línea nueva.' },
  translate_emoticons: { name: 'Reemplazar emoticonos', text: '“:)” se convierte en un emoji en tus mensajes.' },
  enable_drafts_synchronization: {
    name: 'Guardar los borradores en el servidor',
    text: 'Puedes seguir escribiendo en otro dispositivo.',
  },
  web_navigate_to_sent_message: {
    name: 'Ir al mensaje enviado',
    text: 'Cuando respondes desde otra vista, el cliente abre la conversación.',
  },

  starred_message_counts: { name: 'Contar mensajes destacados', text: 'El número aparece junto a “Destacados”.' },
  demote_inactive_streams: {
    name: 'Canales inactivos al final',
    text: 'Los canales sin mensajes nuevos bajan en la lista.',
    options: { 1: 'Cuando hay muchos', 2: 'Siempre', 3: 'Nunca' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'Números junto a los canales',
    text: 'Qué canales muestran cuántos mensajes hay sin leer.',
    options: { 1: 'Todos los canales', 2: 'Canales no silenciados', 3: 'Ningún canal' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'Agrupar los canales por carpeta',
    text: 'Según el orden de la organización.',
  },
  web_inbox_show_channel_folders: {
    name: 'Agrupar la bandeja de entrada por carpeta',
    text: 'Las conversaciones no leídas de los canales aparecen bajo el nombre de su carpeta.',
  },
  web_left_sidebar_unreads_count_summary: {
    name: 'Número total de mensajes sin leer',
    text: 'Al principio de la lista.',
  },

  presence_enabled: { name: 'Mostrar cuándo estás en línea', text: 'Los demás ven un punto verde junto a tu nombre.' },
  send_private_typing_notifications: {
    name: 'Mostrar que escribes en mensajes directos',
    text: 'A quienes los reciben.',
  },
  send_stream_typing_notifications: {
    name: 'Mostrar que escribes en canales',
    text: 'A quienes tienen abierto el tema.',
  },
  receives_typing_notifications: {
    name: 'Ver cuándo escriben los demás',
    text: 'Debajo de los mensajes de una conversación.',
  },
  send_read_receipts: {
    name: 'Mostrar lo que has leído',
    text: 'Los demás ven tu nombre en las confirmaciones de lectura.',
  },
  email_address_visibility: {
    name: 'Quién ve tu correo electrónico',
    text: 'Los demás ven otra dirección, que no llega a nadie.',
    options: { 1: 'Todos', 2: 'Miembros', 5: 'Moderadores', 3: 'Administradores', 4: 'Nadie' },
  },
  allow_private_data_export: {
    name: 'Incluir tus datos privados en las exportaciones',
    text: 'Un administrador podrá exportar tus mensajes directos y canales privados.',
  },

  notification_sound: { name: 'Sonido', text: 'Cómo suena una notificación.' },
  pm_content_in_desktop_notifications: {
    name: 'Texto de los mensajes directos en el escritorio',
    text: 'Sin esta opción, la notificación solo dice quién escribió.',
  },
  desktop_icon_count_display: {
    name: 'Número en el título',
    text: 'Qué cuenta el número en el título de la ventana.',
    options: {
      1: 'Todos los mensajes sin leer',
      2: 'Mensajes directos, menciones y temas seguidos',
      3: 'Mensajes directos y menciones',
      4: 'Nada',
    },
  },
  enable_online_push_notifications: {
    name: 'Avisar al teléfono mientras usas otro dispositivo',
    text: 'Si no, el teléfono guarda silencio mientras usas otro dispositivo.',
  },
  parley_do_not_disturb_until: {
    name: 'No molestar hasta',
    text: 'Los teléfonos guardan silencio y los correos esperan hasta entonces.',
  },
  parley_quiet_hours: {
    name: 'Horas de silencio',
    text: 'Cada día en tu zona horaria, por ejemplo 22:00-07:00.',
  },
  email_notifications_batching_period_seconds: {
    name: 'Espera antes de un correo',
    text: 'En segundos. Los mensajes de ese tiempo llegan en un solo correo.',
  },
  message_content_in_email_notifications: {
    name: 'Texto de los mensajes en los correos',
    text: 'Sin esta opción, el correo solo dice dónde mirar.',
  },
  realm_name_in_email_notifications_policy: {
    name: 'Nombre de la organización en el asunto',
    text: 'Útil si perteneces a varias organizaciones.',
    options: { 1: 'Con varias organizaciones', 2: 'Siempre', 3: 'Nunca' },
  },
  enable_digest_emails: { name: 'Resumen', text: 'Lo que te perdiste si estuviste fuera unos días.' },
  enable_login_emails: {
    name: 'Nuevos inicios de sesión',
    text: 'Un correo cuando se inicia sesión en un dispositivo nuevo.',
  },
  enable_marketing_emails: { name: 'Novedades del producto', text: 'Pocas veces.' },
  wildcard_mentions_notify: { name: '@all cuenta como mención', text: 'Avisa como si se escribiera tu nombre.' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: '@all cuenta como mención en los temas seguidos',
    text: 'También donde no cuenta en otro caso.',
  },

  enable_desktop_notifications: { name: 'Mensajes directos y menciones: escritorio', text: onScreen },
  enable_sounds: { name: 'Mensajes directos y menciones: sonido', text: aSound },
  enable_offline_push_notifications: { name: 'Mensajes directos y menciones: push', text: whileAway },
  enable_offline_email_notifications: { name: 'Mensajes directos y menciones: correo', text: whileAway },
  enable_followed_topic_desktop_notifications: { name: 'Temas seguidos: escritorio', text: onScreen },
  enable_followed_topic_audible_notifications: { name: 'Temas seguidos: sonido', text: aSound },
  enable_followed_topic_push_notifications: { name: 'Temas seguidos: push', text: whileAway },
  enable_followed_topic_email_notifications: { name: 'Temas seguidos: correo', text: whileAway },
  enable_stream_desktop_notifications: { name: 'Todos los mensajes de canales: escritorio', text: onScreen },
  enable_stream_audible_notifications: { name: 'Todos los mensajes de canales: sonido', text: aSound },
  enable_stream_push_notifications: { name: 'Todos los mensajes de canales: push', text: whileAway },
  enable_stream_email_notifications: { name: 'Todos los mensajes de canales: correo', text: whileAway },
}
