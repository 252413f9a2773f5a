import type { words as English } from '../en-notify'

export const words: typeof English = {
  ringing: 'Ruft Sie an.',
  answer: 'Annehmen',
  decline: 'Ablehnen',
  newMessage: 'Neue Nachricht',
  title: 'In diesem Browser',
  text: {
    desktop: 'Die Desktop-App benachrichtigt Sie, solange sie läuft.',
    on: 'Dieser Browser benachrichtigt Sie, auch wenn Parley geschlossen ist.',
    off: 'Dieser Browser kann Sie über Nachrichten benachrichtigen, auch wenn Parley geschlossen ist. Er bittet Sie um Erlaubnis.',
    denied:
      'Sie erlauben dieser Seite keine Benachrichtigungen. Erlauben Sie sie in den Einstellungen des Browsers, und laden Sie die Seite neu.',
    unsupported:
      'Dieser Browser kann nicht benachrichtigt werden. Auf einem iPhone oder iPad legen Sie Parley zuerst auf den Home-Bildschirm, und öffnen Sie es von dort.',
    unavailable:
      'Dieser Server sendet keine Benachrichtigungen an Browser. Sie erscheinen nur, solange Parley offen ist.',
  },
  offer: 'Dieser Browser kann Sie über solche Nachrichten benachrichtigen.',
  turnOn: 'Benachrichtigungen einschalten',
  turnOff: 'Benachrichtigungen ausschalten',
  test: 'Probe-Benachrichtigung senden',
  tested: 'Eine Benachrichtigung ist unterwegs.',
  unreachable:
    'Der Push-Dienst dieses Browsers ist nicht erreichbar. Benachrichtigungen erscheinen nur, solange Parley offen ist.',
}
