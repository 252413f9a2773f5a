// The text of the email address of a channel, in French.

import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'Adresse e-mail',
  text: 'Les e-mails envoyés à cette adresse deviennent des messages du canal, avec leur objet comme sujet. Un e-mail n’apparaît comme le vôtre que si votre fournisseur l’a signé. Toute personne qui connaît l’adresse peut écrire dans le canal.',
  none: 'Ce serveur ne reçoit pas d’e-mails.',
  copy: 'Copier l’adresse',
  choose: 'Dans les messages',
  options: {
    'show-sender': 'Afficher l’expéditeur de l’e-mail',
    'include-footer': 'Garder la signature',
    'include-quotes': 'Garder l’e-mail cité',
    'prefer-html': 'Garder le gras, les liens et les listes',
  },
  replace: 'Remplacer l’adresse',
  replaceText:
    'Les e-mails envoyés à votre ancienne adresse reviendront à leurs expéditeurs. Les adresses des autres personnes restent.',
}
