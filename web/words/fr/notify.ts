// The text of notifications, in French.

import type { words as English } from '../en-notify'

export const words: typeof English = {
  ringing: 'Vous appelle.',
  answer: 'Répondre',
  decline: 'Refuser',
  newMessage: 'Nouveau message',
  title: 'Dans ce navigateur',
  text: {
    desktop: 'L’application de bureau vous avertit tant qu’elle est ouverte.',
    on: 'Ce navigateur vous avertit, même quand Parley est fermé.',
    off: 'Ce navigateur peut vous avertir des messages, même quand Parley est fermé. Il vous demandera l’autorisation.',
    denied:
      'Vous n’autorisez pas ce site à envoyer des notifications. Autorisez-le dans les paramètres du navigateur, puis rechargez la page.',
    unsupported:
      'Ce navigateur ne peut pas recevoir de notifications. Sur un iPhone ou un iPad, ajoutez d’abord Parley à l’écran d’accueil, et ouvrez-le à partir de là.',
    unavailable:
      'Ce serveur n’envoie pas de notifications aux navigateurs. Elles n’apparaissent que lorsque Parley est ouvert.',
  },
  offer: 'Ce navigateur peut vous avertir de tels messages.',
  turnOn: 'Activer les notifications',
  turnOff: 'Désactiver les notifications',
  test: 'Envoyer une notification de test',
  tested: 'Une notification est en route.',
  unreachable:
    'Le service push de ce navigateur est injoignable. Les notifications n’apparaissent que lorsque Parley est ouvert.',
}
