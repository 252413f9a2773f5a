// The text of creating and changing channels, in French.

import type { channelWords as English } from '../en-channels'
import { count } from './grammar'

export const channelWords: typeof English = {
  newChannel: 'Nouveau canal',
  create: 'Créer le canal',
  cannotCreate: 'Vous ne pouvez pas créer de canaux dans cette organisation.',
  settingsOf: (name) => `Paramètres de # ${name}`,
  settings: 'Paramètres',
  name: { name: 'Nom', text: 'Court, et qui dit de quoi on parle.' },
  description: { name: 'Description', text: 'Ce dont il est question ici. Markdown est accepté.' },
  privacy: {
    name: 'Qui peut le lire',
    text: 'Un canal privé n’est visible que pour ses abonnés.',
    options: {
      webPublic: 'Tout le monde sur internet',
      public: 'Tous les membres',
      private: 'Ses abonnés, avec les messages antérieurs',
      protected: 'Ses abonnés, à partir de leur arrivée',
    },
  },
  folder: { name: 'Dossier', text: 'La liste regroupe les canaux par dossier.' },
  noFolder: 'Aucun dossier',
  retention: {
    name: 'Jours avant la suppression des messages',
    text: 'Vide : comme dans toute l’organisation.',
  },
  retentionKinds: {
    realm_default: 'Comme l’organisation',
    unlimited: 'Jamais supprimés',
    limited: 'Après quelques jours',
  },
  phones: {
    name: 'Notifier les téléphones des nouveaux abonnés',
    text: 'À chaque message, jusqu’à ce qu’ils choisissent autrement.',
  },
  topics: {
    name: 'Messages sans sujet',
    text: 'Ils vont dans la discussion générale du canal.',
    options: {
      inherit: 'Comme l’organisation',
      allow_empty_topic: 'Autorisés',
      disable_empty_topic: 'Non autorisés',
      empty_topic_only: 'Le canal n’a pas de sujets',
    },
  },
  announce: 'Annoncer le nouveau canal',
  subscribers: 'Abonnés',
  addPeople: 'Abonner une personne',
  addGroups: 'Abonner un groupe',
  remove: (name) => `Désabonner ${name}`,
  more: (people) =>
    `et ${count(people, 'autre personne', 'autres personnes')}. Utilisez la recherche pour les trouver.`,
  findSubscriber: 'Rechercher un abonné',

  yours: 'Pour vous',
  colour: { name: 'Couleur', text: 'Le carré à côté du nom.' },
  pin: { name: 'Épingler en haut', text: 'Au-dessus des autres canaux de la liste.' },
  mute: { name: 'Mettre en sourdine', text: 'Ses messages ne sont pas comptés et ne vous avertissent pas.' },
  notify: { name: 'Notifications', text: 'Le bureau, le son, le téléphone et l’e-mail ont leur propre tableau.' },
  notifyLink: 'Ouvrir le tableau',
  channel: 'Canal',
  permissions: 'Qui peut',
  topicList: 'Sujets',
  topicsOf: (name) => `Sujets de # ${name}`,
  findTopic: 'Rechercher un sujet',
  resolve: (topic) => `Marquer ${topic} comme résolu`,
  open: (topic) => `Rouvrir ${topic}`,
  resolveShort: 'Résoudre',
  openShort: 'Rouvrir',
  deleteTopic: (topic) => `Supprimer ${topic}`,
  deleteShort: 'Supprimer',
  deleteTopicText: 'Tous les messages du sujet sont supprimés pour tout le monde.',
  noTopics: 'Aucun sujet pour l’instant.',
  archive: 'Archiver',
  archiveText: 'Plus personne ne peut écrire. Les messages sont conservés.',
  unarchive: 'Rouvrir',
  missing: 'Ce canal n’existe pas, ou vous ne pouvez pas le voir.',
}
