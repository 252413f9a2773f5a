import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere:
    'Nachrichten, die jemand zusammenfassen oder übersetzen lässt, gehen an dieses Modell. Bevor Eigentümer eines wählen, wird nichts gesendet.',
  key: 'Schlüssel',
  keyText: 'Der Server sendet ihn nur an die gewählte Adresse. Hier kann ihn niemand lesen.',
  keyFor: (server: string) => `Es gibt einen Schlüssel für ${server}.`,
  noKey: 'Es gibt keinen Schlüssel.',
  saveKey: 'Schlüssel speichern',
  try: 'Ausprobieren',
  tryText: 'Fragt das Modell nach einem Wort. Es liest nichts von der Organisation.',
  tryButton: 'Modell fragen',
  answered: (text: string) => `Das Modell hat geantwortet: ${text}`,
  usage: 'Fragen und Tokens',
  usageText: 'Die letzten 30 Tage in UTC. Was ein Token kostet, sagt der Betreiber des Modells.',
  none: 'Niemand hat das Modell gefragt.',
  heads: {
    day: 'Tag',
    requests: 'Fragen',
    failures: 'Fehlgeschlagen',
    input_tokens: 'Gelesene Tokens',
    output_tokens: 'Geschriebene Tokens',
  },
}
