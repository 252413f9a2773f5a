// The name of each personal setting, one sentence about it, and its options, in French.

import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: 'Quand vous y participez',
  2: 'Quand vous y écrivez',
  3: 'Quand vous les commencez',
  4: 'Jamais',
}

const onScreen = 'Une notification à l’écran.'
const aSound = 'Un son du client.'
const whileAway = 'Pendant votre absence.'

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'Thème',
    text: 'Clair, sombre ou selon cet appareil.',
    options: { 1: 'Comme cet appareil', 2: 'Sombre', 3: 'Clair' },
  },
  web_font_size_px: { name: 'Taille du texte', text: 'En pixels, pour les messages et les listes.' },
  web_line_height_percent: { name: 'Hauteur des lignes', text: 'En pourcentage de la taille du texte.' },
  fluid_layout_width: {
    name: 'Utiliser toute la largeur',
    text: 'Les messages peuvent être aussi larges que la fenêtre.',
  },
  high_contrast_mode: {
    name: 'Contraste élevé',
    text: 'Texte et lignes plus sombres sur fond clair, et plus clairs sur fond sombre.',
  },
  emojiset: {
    name: 'Émojis',
    text: 'L’aspect des émojis dans les messages.',
    options: { google: 'Tels que cet appareil les dessine', text: 'Sous forme de noms, par exemple :smile:' },
  },
  twenty_four_hour_time: {
    name: 'Horloge sur 24 heures',
    text: 'Les heures s’écrivent 17:30. Sinon, comme il est d’usage dans votre langue.',
  },
  default_language: { name: 'Langue', text: 'Pour l’interface et les e-mails que vous recevez.' },
  timezone: { name: 'Fuseau horaire', text: 'Les autres voient votre heure locale. Les e-mails l’utilisent aussi.' },
  web_suggest_update_timezone: {
    name: 'Demander si le fuseau horaire diffère',
    text: 'Le client peut proposer le fuseau horaire de l’appareil.',
  },
  web_animate_image_previews: {
    name: 'Images animées',
    text: 'Quand les images des messages s’animent.',
    options: { always: 'Toujours', on_hover: 'Sous le pointeur', never: 'Jamais' },
  },

  web_home_view: {
    name: 'Première vue',
    text: 'Ce que le client affiche au démarrage.',
    options: {
      inbox: 'Boîte de réception',
      recent: 'Conversations récentes',
      all_messages: 'Flux combiné',
    },
  },
  web_escape_navigates_to_home_view: {
    name: 'Échap ramène à la première vue',
    text: 'Depuis toute vue qui n’est pas une conversation.',
  },
  web_mark_read_on_scroll_policy: {
    name: 'Marquer les messages comme lus',
    text: 'Là où un message compte comme lu quand vous l’avez vu jusqu’au bout.',
    options: { 1: 'Dans toutes les vues', 2: 'Seulement dans les conversations', 3: 'Jamais automatiquement' },
  },
  web_channel_default_view: {
    name: 'Un clic sur un canal ouvre',
    text: 'Ce que vous voyez d’abord d’un canal.',
    options: {
      1: 'Son sujet le plus récent',
      2: 'Tous ses messages',
      4: 'Son sujet non lu le plus récent',
    },
  },
  parley_link_previews: {
    name: 'Aperçus des liens',
    text: 'Ce que les pages liées disent d’elles-mêmes, si votre organisation l’affiche. Sans eux, aucune page n’est consultée pour les liens de vos messages.',
  },
  hide_ai_features: {
    name: 'Rien d’un modèle de langage',
    text: 'Masque ce qui résume et traduit, si votre organisation l’a.',
  },
  display_emoji_reaction_users: {
    name: 'Noms à côté des réactions',
    text: 'S’il y a peu de réactions, on voit qui a réagi plutôt qu’un nombre.',
  },
  automatically_follow_topics_policy: {
    name: 'Suivre les sujets',
    text: 'Vous recevez des notifications des sujets que vous suivez.',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Retirer la sourdine des sujets dans les canaux en sourdine',
    text: 'Le reste du canal reste en sourdine.',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'Suivre les sujets qui vous mentionnent',
    text: 'À partir de la mention.',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Considérer comme lus les avis de sujets résolus',
    text: 'Ils ne comptent alors pas comme non lus.',
    options: { always: 'Toujours', except_followed: 'Sauf dans les sujets suivis', never: 'Jamais' },
  },

  enter_sends: { name: 'Entrée envoie', text: 'Maj et Entrée commencent alors une nouvelle ligne.' },
  translate_emoticons: { name: 'Remplacer les émoticônes', text: '« :) » devient un émoji dans vos messages.' },
  enable_drafts_synchronization: {
    name: 'Conserver les brouillons sur le serveur',
    text: 'Vous pouvez continuer à écrire sur un autre appareil.',
  },
  web_navigate_to_sent_message: {
    name: 'Aller au message envoyé',
    text: 'Quand vous répondez depuis une autre vue, le client ouvre la conversation.',
  },

  starred_message_counts: {
    name: 'Compter les messages favoris',
    text: 'Le nombre figure à côté de « Favoris ».',
  },
  demote_inactive_streams: {
    name: 'Canaux inactifs à la fin',
    text: 'Les canaux sans nouveaux messages descendent dans la liste.',
    options: { 1: 'Quand il y en a beaucoup', 2: 'Toujours', 3: 'Jamais' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'Nombres à côté des canaux',
    text: 'Les canaux qui affichent leur nombre de messages non lus.',
    options: { 1: 'Tous les canaux', 2: 'Les canaux qui ne sont pas en sourdine', 3: 'Aucun canal' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'Regrouper les canaux par dossier',
    text: 'Selon l’ordre choisi par l’organisation.',
  },
  web_inbox_show_channel_folders: {
    name: 'Regrouper la boîte de réception par dossier',
    text: 'Les conversations non lues des canaux sont placées sous le nom de leur dossier.',
  },
  web_left_sidebar_unreads_count_summary: {
    name: 'Nombre total de messages non lus',
    text: 'En haut de la liste.',
  },

  presence_enabled: {
    name: 'Montrer quand vous êtes en ligne',
    text: 'Les autres voient un point vert à côté de votre nom.',
  },
  send_private_typing_notifications: {
    name: 'Montrer que vous écrivez un message direct',
    text: 'Aux personnes qui le reçoivent.',
  },
  send_stream_typing_notifications: {
    name: 'Montrer que vous écrivez dans un canal',
    text: 'Aux personnes qui ont ouvert le sujet.',
  },
  receives_typing_notifications: {
    name: 'Voir quand les autres écrivent',
    text: 'Sous les messages d’une conversation.',
  },
  send_read_receipts: {
    name: 'Montrer ce que vous avez lu',
    text: 'Les autres voient votre nom dans les confirmations de lecture.',
  },
  email_address_visibility: {
    name: 'Qui voit votre adresse e-mail',
    text: 'Les autres voient une autre adresse, qui n’atteint personne.',
    options: { 1: 'Tout le monde', 2: 'Membres', 5: 'Modérateurs', 3: 'Administrateurs', 4: 'Personne' },
  },
  allow_private_data_export: {
    name: 'Inclure vos données privées dans les exports',
    text: 'Un administrateur peut alors exporter vos messages directs et vos canaux privés.',
  },

  notification_sound: { name: 'Son', text: 'Le son d’une notification.' },
  pm_content_in_desktop_notifications: {
    name: 'Texte des messages directs sur le bureau',
    text: 'Sinon, une notification dit seulement qui a écrit.',
  },
  desktop_icon_count_display: {
    name: 'Nombre dans le titre',
    text: 'Ce que compte le nombre dans le titre de la fenêtre.',
    options: {
      1: 'Tous les messages non lus',
      2: 'Messages directs, mentions et sujets suivis',
      3: 'Messages directs et mentions',
      4: 'Rien',
    },
  },
  enable_online_push_notifications: {
    name: 'Notifications sur le téléphone même si vous êtes actif ailleurs',
    text: 'Sinon, le téléphone reste silencieux pendant que vous utilisez un autre appareil.',
  },
  parley_do_not_disturb_until: {
    name: 'Ne pas déranger jusqu’à',
    text: 'Les téléphones restent silencieux et les e-mails attendent jusque-là.',
  },
  parley_quiet_hours: {
    name: 'Heures de silence',
    text: 'Chaque jour dans votre fuseau horaire, par exemple 22:00-07:00.',
  },
  email_notifications_batching_period_seconds: {
    name: 'Attente avant un e-mail',
    text: 'En secondes. Les messages de cette période arrivent dans un seul e-mail.',
  },
  message_content_in_email_notifications: {
    name: 'Texte des messages dans les e-mails',
    text: 'Sinon, un e-mail dit seulement où regarder.',
  },
  realm_name_in_email_notifications_policy: {
    name: 'Nom de l’organisation dans l’objet',
    text: 'Utile si vous avez plusieurs organisations.',
    options: { 1: 'Avec plusieurs organisations', 2: 'Toujours', 3: 'Jamais' },
  },
  enable_digest_emails: {
    name: 'Récapitulatif',
    text: 'Ce que vous avez manqué après quelques jours d’absence.',
  },
  enable_login_emails: { name: 'Nouvelles connexions', text: 'Un e-mail quand un nouvel appareil se connecte.' },
  enable_marketing_emails: { name: 'Nouveautés du produit', text: 'Rarement.' },
  wildcard_mentions_notify: {
    name: '@all compte comme une mention',
    text: 'Vous êtes averti comme si votre nom était écrit.',
  },
  enable_followed_topic_wildcard_mentions_notify: {
    name: '@all compte comme une mention dans les sujets suivis',
    text: 'Même là où il ne compte pas autrement.',
  },

  enable_desktop_notifications: { name: 'Messages directs et mentions : bureau', text: onScreen },
  enable_sounds: { name: 'Messages directs et mentions : son', text: aSound },
  enable_offline_push_notifications: { name: 'Messages directs et mentions : push', text: whileAway },
  enable_offline_email_notifications: { name: 'Messages directs et mentions : e-mail', text: whileAway },
  enable_followed_topic_desktop_notifications: { name: 'Sujets suivis : bureau', text: onScreen },
  enable_followed_topic_audible_notifications: { name: 'Sujets suivis : son', text: aSound },
  enable_followed_topic_push_notifications: { name: 'Sujets suivis : push', text: whileAway },
  enable_followed_topic_email_notifications: { name: 'Sujets suivis : e-mail', text: whileAway },
  enable_stream_desktop_notifications: { name: 'Tous les messages des canaux : bureau', text: onScreen },
  enable_stream_audible_notifications: { name: 'Tous les messages des canaux : son', text: aSound },
  enable_stream_push_notifications: { name: 'Tous les messages des canaux : push', text: whileAway },
  enable_stream_email_notifications: { name: 'Tous les messages des canaux : e-mail', text: whileAway },
}
