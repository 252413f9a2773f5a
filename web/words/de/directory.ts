import type { directoryWords as English } from '../en-directory'

export const directoryWords: typeof English = {
  title: 'Verzeichnis',
  text: 'Ein Verzeichnis wie Okta oder Entra kann hier mit SCIM Konten und Gruppen anlegen, ändern und schließen.',
  address: 'Adresse für das Verzeichnis:',
  none: 'Es gibt noch keine Token.',
  add: 'Neues Token',
  create: 'Token anlegen',
  description: 'Name, zum Beispiel der des Verzeichnisses',
  token: 'Token des Verzeichnisses',
  nameless: (id) => `Token ${id}`,
  madeBy: (name, day) => `Angelegt von ${name}, ${day}`,
  lastUsed: (ago) => `zuletzt benutzt ${ago}`,
  neverUsed: 'nie benutzt',
  replace: 'Ersetzen',
  replaceItem: (name) => `${name} ersetzen`,
  removeText: 'Die nächste Anfrage eines Verzeichnisses mit diesem Token wird abgelehnt.',
  full: 'Zwei Token sind gültig. Tragen Sie das neue im Verzeichnis ein, und entfernen Sie dann das alte.',
}
