// The name of each permission, and one sentence about it, in French.

import type {
  channelPermissionWords as EnglishOfChannels,
  groupPermissionWords as EnglishOfGroups,
  realmPermissionWords as EnglishOfRealm,
} from '../en-permissions'

export const realmPermissionWords: typeof EnglishOfRealm = {
  can_access_all_users_group: {
    name: 'Voir toutes les personnes',
    text: 'Les autres ne voient que celles qui partagent avec eux un canal ou une conversation.',
  },
  can_add_custom_emoji_group: { name: 'Ajouter des émojis', text: 'Tout le monde peut les utiliser.' },
  can_add_subscribers_group: { name: 'Abonner d’autres personnes', text: 'Aux canaux que l’on peut voir soi-même.' },
  can_create_bots_group: { name: 'Créer tout type de bot', text: 'Des bots qui lisent et écrivent.' },
  can_create_groups: {
    name: 'Créer des groupes',
    text: 'Un groupe peut être mentionné et détenir des autorisations.',
  },
  can_create_private_channel_group: { name: 'Créer des canaux privés', text: 'Seuls les abonnés les voient.' },
  can_create_public_channel_group: {
    name: 'Créer des canaux publics',
    text: 'Tous les membres peuvent les trouver et les lire.',
  },
  can_create_web_public_channel_group: {
    name: 'Créer des canaux publics sur le web',
    text: 'Tout le monde sur internet peut les lire.',
  },
  can_create_write_only_bots_group: {
    name: 'Créer des bots qui ne font qu’écrire',
    text: 'Des services s’en servent avec des webhooks entrants.',
  },
  can_delete_any_message_group: { name: 'Supprimer n’importe quel message', text: 'À tout moment.' },
  can_delete_own_message_group: { name: 'Supprimer ses propres messages', text: 'Dans le délai de suppression.' },
  can_invite_users_group: { name: 'Inviter par e-mail', text: 'Chaque invitation est destinée à une personne.' },
  can_manage_all_groups: { name: 'Gérer tous les groupes', text: 'Leurs membres, noms et autorisations.' },
  can_manage_billing_group: {
    name: 'Gérer les abonnements payants',
    text: 'Là où l’opérateur du serveur demande un paiement.',
  },
  can_mention_many_users_group: {
    name: 'Utiliser @all dans les grands canaux',
    text: 'Toutes les personnes du canal reçoivent une notification.',
  },
  can_move_messages_between_channels_group: {
    name: 'Déplacer des messages vers d’autres canaux',
    text: 'Dans le délai de déplacement.',
  },
  can_move_messages_between_topics_group: {
    name: 'Déplacer des messages vers d’autres sujets',
    text: 'Dans le délai de déplacement.',
  },
  can_resolve_topics_group: { name: 'Marquer des sujets comme résolus', text: 'Et les rouvrir.' },
  can_set_delete_message_policy_group: {
    name: 'Décider qui supprime dans un canal',
    text: 'Pour les canaux que l’on administre.',
  },
  can_set_topics_policy_group: {
    name: 'Décider des sujets d’un canal',
    text: 'Pour les canaux que l’on administre.',
  },
  can_summarize_topics_group: {
    name: 'Résumer et traduire',
    text: 'Avec le modèle de langage, si les propriétaires en ont choisi un.',
  },
  create_multiuse_invite_group: {
    name: 'Créer des liens d’invitation',
    text: 'Toute personne qui a le lien peut s’inscrire.',
  },
  direct_message_initiator_group: {
    name: 'Commencer des conversations directes',
    text: 'Les autres peuvent seulement répondre.',
  },
  direct_message_permission_group: {
    name: 'Participer à des conversations directes',
    text: 'Une conversation doit compter au moins une de ces personnes.',
  },
  parley_can_create_automations_group: {
    name: 'Créer des automatisations',
    text: 'Elles agissent avec les droits de la personne qui les a créées.',
  },
  parley_can_create_guest_links_group: {
    name: 'Créer des liens d’invité',
    text: 'Toute personne qui a le lien peut écrire dans un canal.',
  },
  parley_can_join_calls_group: { name: 'Rejoindre des appels', text: 'Des conversations qu’ils peuvent lire.' },
  parley_can_search_everything_group: {
    name: 'Chercher partout',
    text: 'Propriétaires seulement : tous les messages de tous, même supprimés si un gel les conserve.',
  },
  parley_can_share_screens_group: {
    name: 'Partager un écran dans les appels',
    text: 'Là où ils peuvent rejoindre des appels.',
  },
  parley_can_start_calls_group: { name: 'Commencer des appels', text: 'Dans les conversations où ils peuvent écrire.' },
  workplace_users_group: {
    name: 'Personnes du lieu de travail',
    text: 'Un forfait peut les compter autrement que les autres. Cela ne permet rien.',
  },
}

export const channelPermissionWords: typeof EnglishOfChannels = {
  can_administer_channel_group: {
    name: 'Administrer le canal',
    text: 'Son nom, sa description, sa confidentialité et ses autorisations.',
  },
  can_add_subscribers_group: {
    name: 'Abonner d’autres personnes',
    text: 'En plus des personnes qui peuvent le faire partout.',
  },
  can_remove_subscribers_group: { name: 'Désabonner d’autres personnes', text: 'De ce canal.' },
  can_subscribe_group: { name: 'S’abonner', text: 'Même si le canal est privé.' },
  can_create_topic_group: { name: 'Commencer des sujets', text: 'Les autres écrivent dans des sujets existants.' },
  can_send_message_group: { name: 'Écrire', text: 'Les autres peuvent seulement lire.' },
  can_resolve_topics_group: {
    name: 'Marquer des sujets comme résolus',
    text: 'En plus des personnes qui peuvent le faire partout.',
  },
  can_move_messages_within_channel_group: {
    name: 'Déplacer des messages dans le canal',
    text: 'Vers d’autres sujets, à tout moment.',
  },
  can_move_messages_out_of_channel_group: {
    name: 'Déplacer des messages hors du canal',
    text: 'Vers d’autres canaux, à tout moment.',
  },
  can_delete_any_message_group: { name: 'Supprimer n’importe quel message', text: 'Dans ce canal.' },
  can_delete_own_message_group: {
    name: 'Supprimer ses propres messages',
    text: 'Dans ce canal, dans le délai de suppression.',
  },
}

export const groupPermissionWords: typeof EnglishOfGroups = {
  can_manage_group: { name: 'Gérer le groupe', text: 'Son nom, ses membres et ses autorisations.' },
  can_add_members_group: { name: 'Ajouter des membres', text: 'Et d’autres groupes.' },
  can_remove_members_group: { name: 'Retirer des membres', text: 'Et d’autres groupes.' },
  can_join_group: { name: 'Rejoindre', text: 'Sans être ajouté par quelqu’un.' },
  can_leave_group: { name: 'Quitter', text: 'Sans être retiré par quelqu’un.' },
  can_mention_group: { name: 'Mentionner le groupe', text: 'Une mention avertit tous les membres.' },
}
