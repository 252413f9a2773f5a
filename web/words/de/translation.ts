import type { translationWords as English } from '../en-translation'

export const translationWords: typeof English = {
  unreviewed: 'Diese Übersetzung hat noch kein Muttersprachler geprüft.',
  correct: 'Korrigieren',
  text: 'Suchen Sie einen Text, und schreiben Sie einen besseren. Was in geschweiften Klammern steht, zum Beispiel {name}, wird ersetzt. Hängt der Text von einer Zahl ab, sind nur die Wörter in Anführungszeichen Text.',
  where:
    'Kopieren Sie Ihre Korrekturen, und senden Sie sie als Nachricht an einen Administrator Ihrer Organisation. Er kann sie dem Projekt als Issue melden.',
  onlyHere: 'Ihre Korrekturen sind nur in diesem Browser.',
  find: 'Text suchen',
  none: 'Kein Text hat diese Wörter.',
  copy: (corrections) => `Korrekturen kopieren (${corrections})`,
  deleteAll: 'Korrekturen löschen',
}
