// The text of addresses, event subscriptions and slash commands, in French.

import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: 'Adresse pour un service',
  serviceText: 'Un service comme GitHub signale les événements à une adresse à lui, que vous créez ici :',

  addresses: 'Adresses pour les programmes d’autres messageries',
  addressesText:
    'Un programme qui sait envoyer à Slack, Discord, Mattermost, Rocket.Chat ou Teams peut envoyer ici. Les adresses ne s’affichent qu’une fois.',
  noAddresses: 'Aucune adresse.',
  channel: 'Canal',
  toOwner: 'Messages directs au propriétaire du bot',
  topic: 'Sujet (vide : chaque message le choisit)',
  mayMention: 'Peut mentionner tout le monde',
  newAddress: 'Créer une adresse',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams, connecteurs',
    teams_workflow: 'Teams, flux de travail',
  },

  events: 'Événements pour une adresse',
  eventsText: 'Une adresse reçoit ce que voit le bot, signé selon Standard Webhooks.',
  noSubscriptions: 'Aucune adresse ne reçoit d’événements.',
  url: 'Adresse',
  eventNames: {
    message: 'Messages',
    reaction: 'Réactions',
    membership: 'Personnes qui rejoignent ou quittent des canaux',
    topic_resolved: 'Sujets résolus',
  },
  allPublic: 'Et les messages de tous les canaux publics',
  newSubscription: 'Envoyer des événements',
  secret: 'Secret des signatures',
  newSecret: 'Nouveau secret',
  newSecretFor: (name) => `Nouveau secret pour ${name}`,
  newSecretText:
    'Saisissez le nouveau secret dans le programme qui reçoit les requêtes. Pendant un jour, le secret précédent signe aussi, sauf s’il a fuité.',
  hasLeaked: 'Le secret précédent a fuité : il ne doit plus rien signer',
  replace: 'Remplacer',
  enabled: 'Activé',
  deliveries: 'Événements récents',
  noDeliveries: 'Rien n’a encore été envoyé.',
  outcomes: { delivered: 'livré', failed: 'échoué', waiting: 'en attente d’un nouvel essai' },
  resend: 'Renvoyer',

  presses: 'Boutons, menus et champs',
  pressesText:
    'Quand quelqu’un appuie ou choisit, cette adresse est appelée. Slack la nomme Request URL. Sans elle, le texte ne fait que les nommer.',

  commandsText: 'Une commande telle que /deploy envoie son texte à une adresse et affiche la réponse.',
  noCommands: 'Aucune commande pour l’instant.',
  newCommand: 'Nouvelle commande',
  commandName: 'Nom, par exemple deploy',
  description: 'Ce qu’elle fait',
  hint: 'Ce que l’on écrit ensuite, par exemple [version]',
  bot: 'Le bot qui répond',
  noBots: 'Une commande a besoin d’un bot. Créez-en un d’abord.',
  createBot: 'Bots',
}
