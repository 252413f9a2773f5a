import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: 'Ihre Bots',
  text: 'Ein Bot ist ein Programm, das unter eigenem Namen schreibt, mit einem eigenen Schlüssel.',
  none: 'Sie haben keine Bots.',
  cannotCreate: 'Sie können in dieser Organisation keine Bots erstellen.',
  create: 'Bot anlegen',
  name: 'Name',
  shortName: 'Kurzer Name, für seine Adresse',
  type: 'Art',
  types: {
    1: 'Allgemein: liest und schreibt',
    2: 'Eingehender Webhook: Dienste schreiben mit ihm',
    3: 'Ausgehender Webhook: wird aufgerufen, wenn eine Nachricht ihn erwähnt',
    4: 'Eingebaut',
  },
  address: 'Adresse, an die Nachrichten gesendet werden',
  manage: 'Verwalten',
  showKey: 'Schlüssel zeigen',
  deactivate: 'Deaktivieren',
  deactivateText:
    'Der Bot kann nicht mehr schreiben, und sein Schlüssel gilt nicht mehr. Seine Nachrichten bleiben erhalten.',
  deliveries: 'Letzte Lieferungen',
  noDeliveries: 'Noch hat kein Dienst etwas gesendet.',
  outcomes: { sent: 'Nachricht gesendet', nothing: 'nichts zu sagen', repeated: 'wiederholt', refused: 'abgelehnt' },
  resend: 'Noch einmal senden',
  secret: 'Geheimnis des Dienstes',
  replaceSecret: 'Geheimnis des Dienstes ersetzen',
  secretText: 'Mit einem Geheimnis werden Lieferungen ohne Signatur abgelehnt. Ein leeres Feld entfernt es.',
}
