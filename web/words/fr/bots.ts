// The text about bots, in French.

import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: 'Vos bots',
  text: 'Un bot est un programme qui écrit en son propre nom, avec sa propre clé.',
  none: 'Vous n’avez aucun bot.',
  cannotCreate: 'Vous ne pouvez pas créer de bots dans cette organisation.',
  create: 'Créer un bot',
  name: 'Nom',
  shortName: 'Nom court, pour son adresse',
  type: 'Type',
  types: {
    1: 'Générique : lit et écrit',
    2: 'Webhook entrant : des services écrivent avec lui',
    3: 'Webhook sortant : il est appelé quand un message le mentionne',
    4: 'Intégré',
  },
  address: 'Adresse à laquelle les messages sont envoyés',
  manage: 'Gérer',
  showKey: 'Afficher la clé',
  deactivate: 'Désactiver',
  deactivateText: 'Le bot ne peut plus écrire et sa clé ne fonctionne plus. Ses messages sont conservés.',
  deliveries: 'Livraisons récentes',
  noDeliveries: 'Aucun service n’a encore rien envoyé.',
  outcomes: { sent: 'message envoyé', nothing: 'rien à dire', repeated: 'répétée', refused: 'refusée' },
  resend: 'Renvoyer',
  secret: 'Secret du service',
  replaceSecret: 'Remplacer le secret du service',
  secretText: 'Avec un secret, les livraisons non signées sont refusées. Un champ vide le retire.',
}
