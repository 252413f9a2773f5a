import type { guestWords as English } from '../en-guests'

export const guestWords: typeof English = {
  add: 'Neuer Gastlink',
  text: 'Eine Person ohne Konto öffnet den Link, gibt einen Namen an und liest und schreibt in einem Kanal. Verwenden Sie einen privaten Kanal für das, was Gäste lesen dürfen.',
  channel: 'Kanal',
  expires: 'Gültig für',
  expiry: { 1440: 'Einen Tag', 10_080: 'Eine Woche', 43_200: 'Einen Monat', 129_600: 'Drei Monate' },
  uses: (most) => `Anzahl der Gäste, höchstens ${most}`,
  leave: 'Gäste gehen, wenn der Link endet',
  create: 'Gastlink anlegen',
  link: 'Gastlink',
  copy: 'Kopieren',
  links: 'Gastlinks',
  none: 'Es gibt keine Gastlinks.',
  facts: (creator, uses, most) => `Von ${creator}. ${uses} von ${most} Mal benutzt,`,
  until: (time) => `bis ${time}`,
  ended: 'beendet',
  guests: 'Gäste, die darüber kamen',
  accept: 'Als Gast behalten',
  end: 'Beenden',
  endText: 'Über diesen Link kann niemand mehr kommen.',
  endGuests: (n) => `Auch die Konten seiner Gäste beenden: ${n}`,
}
