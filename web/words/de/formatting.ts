// The help about the formatting of messages, in German.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'Formatierung von Nachrichten',
  youWrite: 'Sie schreiben',
  othersSee: 'Andere sehen',
  bold: 'fett',
  italic: 'kursiv',
  struck: 'durchgestrichen',
  link: 'ein Link',
  channel: 'Kanal',
  topic: 'Thema',
  name: 'Voller Name',
  group: 'Gruppe',
  silent: 'ohne Benachrichtigung',
  code: 'Code',
  quote: 'ein Zitat',
  spoilerTitle: 'Titel',
  spoiler: 'erst nach einem Klick sichtbar',
  item: 'ein Punkt',
  heading: 'Überschrift',
  column: 'Spalte',
  cell: 'Zelle',
  waves: 'winkt',
  question: 'Frage',
  option: 'Option',
  task: 'Aufgabe',
  pollResult: 'Eine Umfrage: Alle können abstimmen und Optionen hinzufügen.',
  todoResult: 'Eine Aufgabenliste: Alle können Aufgaben hinzufügen und abhaken.',
}
