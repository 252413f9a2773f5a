// The name of each permission, and one sentence about it, in Spanish.

import type {
  channelPermissionWords as EnglishOfChannels,
  groupPermissionWords as EnglishOfGroups,
  realmPermissionWords as EnglishOfRealm,
} from '../en-permissions'

export const realmPermissionWords: typeof EnglishOfRealm = {
  can_access_all_users_group: {
    name: 'Ver a todas las personas',
    text: 'Los demás solo ven a quienes comparten con ellos un canal o una conversación.',
  },
  can_add_custom_emoji_group: { name: 'Añadir emojis', text: 'Todos pueden usarlos.' },
  can_add_subscribers_group: { name: 'Suscribir a otros', text: 'A los canales que ellos mismos pueden ver.' },
  can_create_bots_group: { name: 'Crear cualquier bot', text: 'Bots que leen y escriben.' },
  can_create_groups: { name: 'Crear grupos', text: 'Los grupos se pueden mencionar y pueden tener permisos.' },
  can_create_private_channel_group: { name: 'Crear canales privados', text: 'Solo los ven sus suscriptores.' },
  can_create_public_channel_group: {
    name: 'Crear canales públicos',
    text: 'Todos los miembros pueden encontrarlos y leerlos.',
  },
  can_create_web_public_channel_group: {
    name: 'Crear canales públicos en la web',
    text: 'Cualquiera en internet puede leerlos.',
  },
  can_create_write_only_bots_group: {
    name: 'Crear bots que solo escriben',
    text: 'Los servicios informan con webhooks entrantes.',
  },
  can_delete_any_message_group: { name: 'Eliminar cualquier mensaje', text: 'En cualquier momento.' },
  can_delete_own_message_group: {
    name: 'Eliminar los mensajes propios',
    text: 'Dentro del plazo para eliminar.',
  },
  can_invite_users_group: { name: 'Invitar por correo', text: 'Cada invitación es para una persona.' },
  can_manage_all_groups: { name: 'Administrar todos los grupos', text: 'Sus miembros, nombres y permisos.' },
  can_manage_billing_group: {
    name: 'Administrar los planes',
    text: 'Si el operador del servidor cobra por el servicio.',
  },
  can_mention_many_users_group: {
    name: 'Usar @all en canales grandes',
    text: 'Avisa a todos los que están en el canal.',
  },
  can_move_messages_between_channels_group: {
    name: 'Mover mensajes a otros canales',
    text: 'Dentro del plazo para mover.',
  },
  can_move_messages_between_topics_group: {
    name: 'Mover mensajes a otros temas',
    text: 'Dentro del plazo para mover.',
  },
  can_resolve_topics_group: { name: 'Marcar temas como resueltos', text: 'Y reabrirlos.' },
  can_set_delete_message_policy_group: {
    name: 'Decidir quién elimina en un canal',
    text: 'En los canales que administran.',
  },
  can_set_topics_policy_group: {
    name: 'Decidir sobre los temas de un canal',
    text: 'En los canales que administran.',
  },
  can_summarize_topics_group: {
    name: 'Resumir y traducir',
    text: 'Con el modelo de lenguaje, si los propietarios eligieron uno.',
  },
  create_multiuse_invite_group: {
    name: 'Crear enlaces de invitación',
    text: 'Cualquiera con el enlace puede unirse.',
  },
  direct_message_initiator_group: { name: 'Iniciar conversaciones directas', text: 'Los demás solo pueden responder.' },
  direct_message_permission_group: {
    name: 'Participar en conversaciones directas',
    text: 'Cada conversación necesita al menos una de estas personas.',
  },
  parley_can_create_automations_group: {
    name: 'Crear automatizaciones',
    text: 'Actúan con los permisos de la persona que las creó.',
  },
  parley_can_create_guest_links_group: {
    name: 'Crear enlaces de invitado',
    text: 'Cualquiera con el enlace puede escribir en un canal.',
  },
  parley_can_join_calls_group: { name: 'Unirse a llamadas', text: 'De las conversaciones que pueden leer.' },
  parley_can_search_everything_group: {
    name: 'Buscar en todo',
    text: 'Solo propietarios: todos los mensajes de todas las personas, también los eliminados que guarda una retención legal.',
  },
  parley_can_share_screens_group: { name: 'Compartir pantalla en llamadas', text: 'Donde pueden unirse a llamadas.' },
  parley_can_start_calls_group: { name: 'Iniciar llamadas', text: 'En las conversaciones en las que pueden escribir.' },
  workplace_users_group: {
    name: 'Personas del lugar de trabajo',
    text: 'Un plan puede contarlas de otro modo que a las demás. No permite nada.',
  },
}

export const channelPermissionWords: typeof EnglishOfChannels = {
  can_administer_channel_group: {
    name: 'Administrar el canal',
    text: 'Su nombre, descripción, privacidad y permisos.',
  },
  can_add_subscribers_group: { name: 'Suscribir a otros', text: 'Además de quienes pueden hacerlo en todas partes.' },
  can_remove_subscribers_group: { name: 'Cancelar la suscripción de otros', text: 'En este canal.' },
  can_subscribe_group: { name: 'Suscribirse', text: 'También si el canal es privado.' },
  can_create_topic_group: { name: 'Empezar temas', text: 'Los demás escriben en temas existentes.' },
  can_send_message_group: { name: 'Escribir', text: 'Los demás solo pueden leer.' },
  can_resolve_topics_group: {
    name: 'Marcar temas como resueltos',
    text: 'Además de quienes pueden hacerlo en todas partes.',
  },
  can_move_messages_within_channel_group: {
    name: 'Mover mensajes dentro del canal',
    text: 'A otros temas, en cualquier momento.',
  },
  can_move_messages_out_of_channel_group: {
    name: 'Mover mensajes fuera del canal',
    text: 'A otros canales, en cualquier momento.',
  },
  can_delete_any_message_group: { name: 'Eliminar cualquier mensaje', text: 'En este canal.' },
  can_delete_own_message_group: {
    name: 'Eliminar los mensajes propios',
    text: 'En este canal, dentro del plazo para eliminar.',
  },
}

export const groupPermissionWords: typeof EnglishOfGroups = {
  can_manage_group: { name: 'Administrar el grupo', text: 'Su nombre, miembros y permisos.' },
  can_add_members_group: { name: 'Añadir miembros', text: 'Y otros grupos.' },
  can_remove_members_group: { name: 'Quitar miembros', text: 'Y otros grupos.' },
  can_join_group: { name: 'Unirse', text: 'Sin que nadie los añada.' },
  can_leave_group: { name: 'Salir', text: 'Sin que nadie los quite.' },
  can_mention_group: { name: 'Mencionar al grupo', text: 'Una mención avisa a todos los miembros.' },
}
