// All text of the client in French.

import type { words as English } from '../en'
import { count, list } from './grammar'

export const words: typeof English = {
  inbox: 'Boîte de réception',
  recent: 'Conversations récentes',
  search: 'Rechercher',
  feed: 'Flux combiné',
  mentions: 'Mentions',
  starred: 'Favoris',
  drafts: 'Brouillons',
  scheduled: 'Planifiés',
  settings: 'Paramètres',
  channels: 'Canaux',
  allChannels: 'Tous les canaux',
  moreViews: 'Autres vues',
  pinned: 'Épinglé',
  otherChannels: 'Autres canaux',
  moreRows: (number) => `${number} de plus`,
  moreTopics: (number) => count(number, 'autre sujet', 'autres sujets'),
  directMessages: 'Messages directs',
  directMessage: 'message direct',
  conversations: 'Conversations',
  messages: 'Messages',
  tabs: 'Vues',
  tab: { direct: 'Directs', you: 'Vous' },
  notesToSelf: 'Notes personnelles',
  noTopic: 'discussion générale',
  presence: { active: 'En ligne', idle: 'Absent', offline: 'Hors ligne' },
  unknownChannel: 'canal inconnu',
  archived: 'archivé',
  unknownUser: 'Utilisateur inconnu',

  goTo: 'Aller à ou faire…',
  goToKey: 'Ctrl K',
  undo: 'Annuler',
  tryAgain: 'Réessayer',

  newLine: (messages, since) =>
    messages === 0
      ? `Nouveaux depuis ${since}`
      : `${count(messages, 'nouveau message', 'nouveaux messages')} depuis ${since}`,
  newBelow: (number) => `${count(number, 'nouveau', 'nouveaux')} ↓`,
  beginning: 'La conversation commence ici.',
  emptyConversation: 'Aucun message pour l’instant. Écrivez le premier.',
  emptyView: 'Rien ici pour l’instant.',
  noConversation: 'Cette conversation n’existe pas, ou vous ne pouvez pas la voir.',
  allRead: 'Tout est lu.',
  moreConversations: (number) => `Afficher plus : ${count(number, 'conversation', 'conversations')}`,
  openFeed: 'Ouvrir le flux combiné',
  unreachable: 'Le serveur est injoignable.',
  noSuchView: 'Cette adresse ne mène à aucune vue.',

  unreadIn: (messages, conversations) =>
    messages === 0
      ? ''
      : `${count(messages, 'non lu', 'non lus')} dans ${count(conversations, 'conversation', 'conversations')}`,
  unreadCount: (messages, mentions) =>
    mentions > 0
      ? `${count(messages, 'non lu', 'non lus')}, ${count(mentions, 'mention', 'mentions')}`
      : count(messages, 'non lu', 'non lus'),
  markedRead: (messages) => `${count(messages, 'message marqué comme lu', 'messages marqués comme lus')}.`,

  starredMessage: 'Favori',
  markRead: 'Marquer comme lu',
  edit: 'Modifier',
  edited: 'modifié',
  delete: 'Supprimer',
  back: 'Retour',
  more: 'Plus',
  collapsed: 'Afficher le message en entier',
  topicPolicy: {
    0: (topic) => `« ${topic} » suit de nouveau les réglages de son canal.`,
    1: (topic) => `« ${topic} » est en sourdine.`,
    2: (topic) => `« ${topic} » n’est plus en sourdine.`,
    3: (topic) => `Vous suivez « ${topic} ».`,
  },
  people: (names, others) =>
    list.format(others > 0 ? [...names, count(others, 'autre personne', 'autres personnes')] : names),
  reactedWith: (people, emoji) => `Réaction :${emoji}: par ${people}`,

  inboxSections: {
    first: 'Pour vous',
    followed: 'Suivis',
    kept: 'Pour plus tard',
  },
  inboxKeys: {
    select: 'sélectionner',
    move: 'se déplacer',
    open: 'ouvrir',
    done: 'terminé',
    keep: 'garder non lu',
    mute: 'sourdine',
    follow: 'suivre',
    undo: 'annuler',
    next: 'non lu suivant',
  },
  triage: {
    selected: (count) => `${count} sélectionnées`,
    kept: 'Gardé non lu.',
    directNotMuted:
      'Une conversation directe ne peut pas être mise en sourdine. La fiche d’une personne permet de mettre cette personne en sourdine.',
    directNotFollowed: 'Les messages directs passent toujours en premier : rien ne change.',
    nothingToUndo: 'Il n’y a rien à annuler.',
    progress: (decided, all) => (all === 0 ? '' : `${decided} sur ${all}`),
  },
  picture: 'Image',
  code: 'Code',
  spoiler: 'Spoiler',

  composer: {
    format: 'Mise en forme',
    to: 'À',
    topicIn: (channel) => `Nouveau sujet dans ${channel}`,
    topic: 'Sujet',
    topicMissing: 'Donnez d’abord un nom au sujet.',
    messageTo: (place) => `Message pour ${place}`,
    chooseMessage: 'Choisissez un message pour y répondre.',
    newMessage: 'Nouveau message',
    sentTo: (place) => `Envoyé à ${place}.`,
    openSent: 'Ouvrir',
    tooLong: (most) => `Un message contient au plus ${most} caractères.`,
    send: 'Envoyer',
    topics: 'Sujets de ce canal',
    topicExists: (ago) => (ago === '' ? 'existe déjà' : `existe déjà, dernier message ${ago}`),
    attach: 'Joindre',
    emoji: 'Émoji',
    mention: 'Mentionner quelqu’un',
    poll: 'Sondage',
    voice: 'Message vocal',
    other: 'Ajouter autre chose',
    preview: 'Aperçu',
    later: 'Plus tard',
    uploading: 'Un fichier est encore en cours d’envoi.',
    running: (name) => `Exécution de /${name}…`,
  },
  typing: (names) => `${list.format(names)} ${names.length === 1 ? 'écrit' : 'écrivent'}…`,
  manyTyping: 'Plusieurs personnes écrivent…',
  outbox: {
    waiting: 'en attente de connexion',
    notSent: (reason) => `Non envoyé : ${reason}`,
    notConfirmed: 'la page s’est fermée avant la confirmation du serveur',
  },
  status: {
    starting: 'Connexion…',
    waiting: 'Hors ligne. Les messages et les modifications attendent le retour de la connexion.',
    fault: (reason, request_id) =>
      `${reason || 'Le serveur a une panne. Cette page réessaie d’elle-même.'} (Requête ${request_id})`,
    updated: 'Une nouvelle version est disponible.',
    broken: 'Ceci ne peut pas être affiché.',
    reload: 'Recharger',
  },
}
