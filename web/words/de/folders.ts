import type { folderWords as English } from '../en-folders'
import { count } from './grammar'

export const folderWords: typeof English = {
  text: 'Programme zeigen die Kanäle eines Ordners zusammen, in dieser Reihenfolge.',
  none: 'Es gibt noch keine Ordner.',
  newFolder: 'Neuer Ordner',
  channels: (channels) => count(channels, 'Kanal', 'Kanäle'),
  inside: 'Kanäle darin',
  onlyEmpty: 'Nur ein Ordner ohne Kanäle kann archiviert werden.',

  archivedText: 'Ihre Nachrichten bleiben lesbar. In wiederhergestellte Kanäle kann man wieder schreiben.',
  noArchived: 'Kein Kanal ist archiviert.',

  sets: 'Gruppen von Kanälen',
  setsText: 'Wer beitritt, kann diese Gruppen wählen. Ein Standardkanal ist in keiner Gruppe.',
  noSets: 'Es gibt noch keine Gruppen.',
  newSet: 'Neue Gruppe',
}
