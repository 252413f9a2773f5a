// The text around voice messages, in German.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('de')

export const voiceWords: typeof English = {
  named: (length: string) => `Sprachnachricht, ${length}`,
  link: (length: string) => `Sprachnachricht (${length})`,
  play: 'Abspielen',
  pause: 'Anhalten',
  place: 'Stelle in der Sprachnachricht',
  placeOf: (at: string, length: string) => `${at} von ${length}`,
  speed: (rate: number) => `Geschwindigkeit: ${decimal.format(rate)}-fach`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'Datei öffnen',
  cannotPlay: 'Dieser Browser kann die Datei nicht abspielen. Öffnen Sie sie, um sie zu speichern.',
  text: 'Text',
  transcribing: 'Das Sprachmodell hört zu …',
  noWords: 'Das Sprachmodell hat keine Wörter gehört.',
  recorder: 'Sprachnachricht aufnehmen',
  asking: 'Erlauben Sie dieser Seite, das Mikrofon zu benutzen.',
  recording: 'Aufnahme läuft',
  stop: 'Aufnahme beenden',
  discard: 'Verwerfen',
  discarded: 'Sprachnachricht verworfen.',
  longest: (minutes: number) =>
    `Eine Sprachnachricht dauert höchstens ${minutes} Minuten. Bis hierhin ist sie aufgenommen.`,
  largest: (mebibytes: number) =>
    `Eine Datei hat höchstens ${mebibytes} MiB. Bis hierhin ist die Sprachnachricht aufgenommen.`,
  silent: 'Es wurde nichts aufgenommen. Versuchen Sie es noch einmal.',
  refused:
    'Der Browser lässt diese Seite das Mikrofon nicht benutzen. Erlauben Sie es in den Einstellungen der Seite, und versuchen Sie es noch einmal.',
  absent: 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, und versuchen Sie es noch einmal.',
  busy: 'Das Mikrofon ist nicht benutzbar. Vielleicht benutzt es ein anderes Programm.',
  impossible: 'Dieser Browser kann keinen Ton aufnehmen.',
  noUploads: 'Diese Organisation erlaubt keine Dateien, also auch keine Sprachnachrichten.',
  sending: (share: string) => `Wird gesendet, ${share}`,
  kept: (place: string) => `Die Sprachnachricht an ${place} ist noch nicht gesendet.`,
}
