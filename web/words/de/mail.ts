import type { mailWords as English } from '../en-mail'

export const mailWords: typeof English = {
  text: 'E-Mails warten hier, bis sie gesendet sind. Ihre Empfänger und Texte werden nicht gezeigt.',
  cannotSend: 'Dieser Server kann keine E-Mails senden. Sein Betreiber hat es nicht eingerichtet.',
  noneWaits: 'Keine E-Mail wartet.',
  waits: 'E-Mails, die warten',
  waiting: (count) => `${count} ${count === 1 ? 'E-Mail wartet' : 'E-Mails warten'}.`,
  waitingHeads: ['Nächster Versuch', 'Aufgegeben nach', 'Fehlschläge', 'Letzter Fehler'],
  refused: 'Adressen, die E-Mails abgelehnt haben',
  refusedText: 'Sie erhalten 30 Tage lang keine E-Mails.',
  noneRefused: 'Keine Adresse hat eine E-Mail abgelehnt.',
  allow: 'Wieder E-Mails senden',
  figures: 'Die letzten 30 Tage',
  figuresText: 'Wie viele E-Mails und Push-Benachrichtigungen jedes Tages wie geendet haben.',
  noFigures: 'Nichts wurde gesendet.',
  figureHeads: ['Tag', 'Art', 'Ende', 'Anzahl'],
  media: { email: 'E-Mail', push: 'Push' },
  outcomes: {
    sent: 'Gesendet',
    failed: 'Versuch fehlgeschlagen',
    expired: 'Aufgegeben',
    refused: 'Abgelehnt',
    suppressed: 'Nicht an abgelehnte Adresse gesendet',
    not_needed: 'Nicht mehr nötig',
  },
}
