// The text of what administrators see of the organization's emails, in French.

import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: 'Les e-mails attendent ici jusqu’à leur envoi. Leurs destinataires et leurs textes ne sont pas affichés.',
  cannotSend: 'Ce serveur ne peut pas envoyer d’e-mails. Son opérateur ne l’a pas configuré.',
  noneWaits: 'Aucun e-mail n’attend.',
  waits: 'E-mails en attente',
  waiting: (count) => `${count} ${count < 2 ? 'e-mail attend' : 'e-mails attendent'}.`,
  waitingHeads: ['Prochaine tentative', 'Abandonné après', 'Échecs', 'Dernière erreur'],
  refused: 'Adresses qui ont refusé des e-mails',
  refusedText: 'Elles ne reçoivent pas d’e-mails pendant 30 jours.',
  noneRefused: 'Aucune adresse n’a refusé d’e-mail.',
  allow: 'Envoyer de nouveau des e-mails',
  figures: 'Les 30 derniers jours',
  figuresText: 'Comment se sont terminés les e-mails et les notifications push de chaque jour.',
  noFigures: 'Rien n’a été envoyé.',
  figureHeads: ['Jour', 'Type', 'Résultat', 'Nombre'],
  media: { email: 'E-mail', push: 'Push' },
  outcomes: {
    sent: 'Envoyés',
    failed: 'Tentative échouée',
    expired: 'Abandonnés',
    refused: 'Refusés',
    suppressed: 'Non envoyés à une adresse qui refuse',
    not_needed: 'Plus nécessaires',
  },
}
