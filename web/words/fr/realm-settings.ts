// The name of each setting of the organization, one sentence about it, and its options, in French.

import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: 'Nom', text: 'De l’organisation, en haut de chaque client.' },
  description: { name: 'Description', text: 'On la voit avant de s’inscrire. Markdown est accepté.' },
  org_type: {
    name: 'Type d’organisation',
    text: 'Il aide les nouveaux membres à savoir où ils sont.',
    options: {
      0: 'Non précisé',
      10: 'Entreprise',
      20: 'Projet open source',
      30: 'Enseignement (à but non lucratif)',
      35: 'Enseignement (à but lucratif)',
      40: 'Recherche',
      50: 'Événement ou conférence',
      60: 'À but non lucratif (enregistrée)',
      70: 'Administration publique',
      80: 'Groupe politique',
      90: 'Communauté',
      100: 'Personnelle',
      1000: 'Autre',
    },
  },
  default_language: { name: 'Langue', text: 'Pour les nouveaux membres et les messages des bots.' },
  welcome_message_custom_text: {
    name: 'Bienvenue',
    text: 'Le bot de bienvenue l’envoie aux nouveaux membres. Markdown est accepté.',
  },

  invite_required: {
    name: 'Sur invitation seulement',
    text: 'Sinon, toute personne ayant une adresse autorisée peut s’inscrire.',
  },
  emails_restricted_to_domains: {
    name: 'Domaines autorisés seulement',
    text: 'Les nouveaux membres ont besoin d’une adresse d’un domaine de la liste.',
  },
  disallow_disposable_email_addresses: {
    name: 'Pas d’adresses jetables',
    text: 'Les services connus d’adresses temporaires sont refusés.',
  },
  enable_spectator_access: {
    name: 'Lecture sans compte',
    text: 'Tout le monde sur internet peut lire les canaux publics sur le web.',
  },
  parley_public_pages_indexed: {
    name: 'Pages publiques dans les moteurs de recherche',
    text: 'Les canaux publics sur le web ont des pages pour les lecteurs sans compte. Les moteurs de recherche peuvent alors les répertorier.',
  },
  want_advertise_in_communities_directory: {
    name: 'Figurer dans les répertoires',
    text: 'Les répertoires de communautés ouvertes peuvent citer l’organisation.',
  },
  send_welcome_emails: {
    name: 'E-mails de bienvenue',
    text: 'Les nouveaux membres reçoivent des e-mails sur les premiers pas.',
  },
  waiting_period_threshold: {
    name: 'Jours avant de devenir membre à part entière',
    text: 'Les nouveaux membres le deviennent après ce nombre de jours.',
  },
  parley_passkey_login: { name: 'Clés d’accès', text: 'Les membres peuvent se connecter avec une clé d’accès.' },
  parley_factor_required_of: {
    name: 'Qui a besoin d’un second facteur',
    text: 'Les personnes de ce rôle doivent ajouter une clé d’accès ou des codes à usage unique avant de continuer.',
    options: {
      none: 'Personne',
      owners: 'Propriétaires',
      administrators: 'Administrateurs et propriétaires',
      moderators: 'Modérateurs et rôles supérieurs',
      members: 'Membres et rôles supérieurs',
      everyone: 'Tout le monde, invités compris',
    },
  },
  parley_factor_required: {
    name: 'Quels facteurs comptent',
    text: 'Aucun autre site ne peut demander une clé d’accès : elle protège donc des fausses pages de connexion.',
    options: { any: 'Clés d’accès et codes à usage unique', passkey: 'Clés d’accès seulement' },
  },
  parley_agents_enabled: {
    name: 'Agents',
    text: 'Les membres peuvent connecter des programmes pilotés par un modèle de langage. Sinon, les agents connectés ne peuvent rien faire.',
  },
  parley_scim_manages_owners: {
    name: 'L’annuaire gère les propriétaires',
    text: 'Il peut alors les modifier et les désactiver.',
  },
  parley_session_idle_days: {
    name: 'Jours avant la fin d’une session inutilisée',
    text: 'Un navigateur inutilisé pendant ce temps est déconnecté.',
  },
  parley_session_absolute_days: {
    name: 'Jours avant la fin de toute session',
    text: 'Il faut ensuite se reconnecter dans chaque navigateur.',
  },
  parley_keep_in_browsers: {
    name: 'Les navigateurs conservent des messages',
    text: 'Ils s’ouvrent aussitôt, même sans réseau. Sans cette option, les navigateurs effacent ce qu’ils ont conservé.',
  },
  parley_language_model: {
    name: 'Modèle de langage',
    text: 'Il résume et traduit quand quelqu’un le demande. Il lit alors les messages.',
    options: { none: 'Aucun', platform: 'Celui de la plateforme', address: 'À une adresse' },
  },
  parley_language_model_url: {
    name: 'Adresse du modèle',
    text: 'L’adresse complète d’une API de complétion, par exemple https://models.example.com/v1/chat/completions.',
  },
  parley_language_model_name: {
    name: 'Nom du modèle',
    text: 'Tel que l’API le nomme. La plateforme en a un habituel.',
  },
  parley_speech_model_name: {
    name: 'Nom du modèle pour les messages vocaux',
    text: 'Il écrit ce qui est dit quand quelqu’un le demande. Sans nom, il n’y en a aucun à une adresse, et c’est le modèle habituel sur la plateforme.',
  },
  parley_language_model_requests: {
    name: 'Questions par jour',
    text: 'Pour toutes les personnes ensemble. Ensuite, le modèle se repose.',
  },
  parley_gif_service: {
    name: 'Service de GIF',
    text: 'On y cherche des GIF et des autocollants.',
    options: { none: 'Aucun', giphy: 'GIPHY', klipy: 'KLIPY', address: 'À une adresse' },
  },
  parley_gif_url: {
    name: 'Adresse du service',
    text: 'Celle d’une API comme celle de Tenor, version 2, par exemple https://gifs.example.com/v2.',
  },
  parley_audit_log_days: {
    name: 'Jours dans le journal d’audit',
    text: 'Les entrées plus anciennes sont supprimées.',
  },

  require_unique_names: { name: 'Noms uniques', text: 'Deux personnes ne peuvent pas avoir le même nom.' },
  name_changes_disabled: {
    name: 'Seuls les administrateurs changent les noms',
    text: 'Les membres gardent le nom qu’ils ont.',
  },
  email_changes_disabled: {
    name: 'Seuls les administrateurs changent les adresses',
    text: 'Les membres gardent l’adresse qu’ils ont.',
  },
  avatar_changes_disabled: {
    name: 'Seuls les administrateurs changent les images',
    text: 'Les membres gardent l’image qu’ils ont.',
  },
  default_avatar_source: {
    name: 'Images des nouveaux membres',
    text: 'Jusqu’à ce qu’ils envoient la leur.',
    options: { G: 'De Gravatar, selon leur adresse', J: 'Un motif dessiné par ce serveur' },
  },
  presence_disabled: { name: 'Masquer qui est en ligne', text: 'Personne ne voit de point vert.' },
  enable_read_receipts: {
    name: 'Confirmations de lecture',
    text: 'Les membres peuvent voir qui a lu un message.',
  },
  enable_guest_user_indicator: {
    name: 'Signaler les invités',
    text: 'Les clients écrivent « invité » à côté de leur nom.',
  },
  enable_guest_user_dm_warning: {
    name: 'Avertir avant un message direct à un invité',
    text: 'Le client le dit au-dessus du texte.',
  },
  send_channel_events_messages: {
    name: 'Avis sur les canaux',
    text: 'Chaque modification d’un canal y apparaît aussi comme message.',
  },

  allow_message_editing: {
    name: 'Les membres peuvent modifier leurs messages',
    text: 'Déplacer et résoudre des sujets dépend d’autres autorisations.',
  },
  message_content_edit_limit_seconds: {
    name: 'Délai pour modifier un message',
    text: 'Ensuite, le texte reste tel quel.',
  },
  message_content_delete_limit_seconds: {
    name: 'Délai pour supprimer un message',
    text: 'Pour les membres qui peuvent supprimer leurs propres messages.',
  },
  move_messages_within_stream_limit_seconds: {
    name: 'Délai pour déplacer vers un autre sujet',
    text: 'Les modérateurs peuvent aussi déplacer des messages plus anciens.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Délai pour déplacer vers un autre canal',
    text: 'Les modérateurs peuvent aussi déplacer des messages plus anciens.',
  },
  message_edit_history_visibility_policy: {
    name: 'Qui voit les versions antérieures',
    text: 'Des messages modifiés ou déplacés.',
    options: {
      all: 'Tout le monde voit les modifications et les déplacements',
      moves: 'Tout le monde voit les déplacements',
      none: 'Personne ne les voit',
    },
  },
  message_retention_days: {
    name: 'Jours avant la suppression des messages',
    text: 'Pour tous les canaux sans règle propre, et pour les messages directs.',
  },
  topics_policy: {
    name: 'Messages sans sujet',
    text: 'Les canaux peuvent en décider autrement.',
    options: {
      allow_empty_topic: 'Ils vont dans la discussion générale',
      disable_empty_topic: 'Ils ont besoin d’un sujet',
    },
  },
  default_code_block_language: {
    name: 'Langage des blocs de code',
    text: 'Pour les blocs qui n’en indiquent aucun, par exemple python.',
  },

  inline_image_preview: {
    name: 'Afficher les images liées',
    text: 'Sous le message, par l’intermédiaire de ce serveur.',
  },
  inline_url_embed_preview: { name: 'Afficher les pages liées', text: 'Titre et description de la page.' },
  media_preview_size: {
    name: 'Taille des images dans les messages',
    text: 'Pour les images et les vidéos que les messages affichent.',
    options: { 100: '100 %', 150: '150 %', 200: '200 %' },
  },
  gif_rating_policy: {
    name: 'Images animées (GIF)',
    text: 'Celles que les clients peuvent proposer.',
    options: { 0: 'Aucune', 1: 'Classées G', 2: 'Classées PG', 3: 'Classées PG-13', 4: 'Classées R' },
  },
  video_chat_provider: {
    name: 'Appels vidéo',
    text: 'Le service avec lequel les appels commencent.',
    options: { 0: 'Aucun', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: {
    name: 'Adresse du serveur Jitsi',
    text: 'Écrivez « default » pour le serveur de cette installation.',
  },

  digest_emails_enabled: {
    name: 'Récapitulatif hebdomadaire',
    text: 'Les membres qui étaient absents reçoivent ce qu’ils ont manqué.',
  },
  digest_weekday: {
    name: 'Jour du récapitulatif',
    text: 'Dans le fuseau horaire de chaque membre.',
    options: { 0: 'Lundi', 1: 'Mardi', 2: 'Mercredi', 3: 'Jeudi', 4: 'Vendredi', 5: 'Samedi', 6: 'Dimanche' },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Texte des messages dans les e-mails',
    text: 'Sinon, les e-mails disent seulement qui a écrit et où.',
  },
  require_e2ee_push_notifications: {
    name: 'Notifications chiffrées seulement sur téléphone',
    text: 'Les appareils qui ne peuvent pas les déchiffrer ne reçoivent rien.',
  },

  moderation_request_channel_id: {
    name: 'Canal des signalements',
    text: 'Les messages signalés y sont envoyés, il doit donc être privé.',
  },
  new_stream_announcements_stream_id: {
    name: 'Canal des nouveaux canaux',
    text: 'Un bot annonce chaque nouveau canal public.',
  },
  signup_announcements_stream_id: {
    name: 'Canal des nouveaux membres',
    text: 'Un bot annonce chaque nouveau membre.',
  },
  svc_update_announcements_stream_id: {
    name: 'Canal des nouveautés du serveur',
    text: 'Un bot annonce les nouvelles fonctions.',
  },
}
