import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: 'Nouveau lien d’invité',
  text: 'Une personne sans compte ouvre le lien, donne un nom, et lit et écrit dans un canal. Utilisez un canal privé pour ce que les invités peuvent lire.',
  channel: 'Canal',
  expires: 'Valable pendant',
  expiry: { 1440: 'Un jour', 10_080: 'Une semaine', 43_200: 'Un mois', 129_600: 'Trois mois' },
  uses: (most) => `Nombre d’invités, au plus ${most}`,
  leave: 'Les invités partent quand le lien prend fin',
  create: 'Créer un lien d’invité',
  link: 'Lien d’invité',
  copy: 'Copier',
  links: 'Liens d’invité',
  none: 'Il n’y a aucun lien d’invité.',
  facts: (creator, uses, most) => `De ${creator}. Utilisé ${uses} fois sur ${most},`,
  until: (time) => `jusqu’au ${time}`,
  ended: 'terminé',
  guests: 'Invités venus par ce lien',
  accept: 'Garder comme invité',
  end: 'Mettre fin',
  endText: 'Plus personne ne pourra venir par ce lien.',
  endGuests: (n) => `Mettre fin aussi aux comptes de ses invités : ${n}`,
}
