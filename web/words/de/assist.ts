import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: 'Zusammenfassen',
  summarizeUnread: 'Ungelesene Nachrichten zusammenfassen',
  translate: 'Übersetzen',
  asking: 'Das Sprachmodell liest …',
  byModel: 'Das hat ein Sprachmodell geschrieben. Es kann sich irren.',
  read: (n: number) => `Gelesene Nachrichten: ${n}`,
  onlyNewest: 'Ältere Nachrichten wurden nicht gelesen.',
  onlyUnread: 'Nur ungelesene Nachrichten',
  noPoints: 'Das Sprachmodell fand nichts zu sagen.',
  showMessage: (n: number) => `Nachricht ${n} zeigen`,
  language: 'Sprache',
  again: 'Noch einmal versuchen',
}
