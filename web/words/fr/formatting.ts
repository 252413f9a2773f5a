// The help about the formatting of messages, in French.

import type { formattingWords as English } from '../en-formatting'

export const formattingWords: typeof English = {
  title: 'Mise en forme des messages',
  youWrite: 'Vous écrivez',
  othersSee: 'Les autres voient',
  bold: 'gras',
  italic: 'italique',
  struck: 'barré',
  link: 'un lien',
  channel: 'canal',
  topic: 'sujet',
  name: 'Nom complet',
  group: 'groupe',
  silent: 'sans notification',
  code: 'code',
  quote: 'une citation',
  spoilerTitle: 'Titre',
  spoiler: 'visible après un clic',
  item: 'un élément',
  heading: 'Titre de section',
  column: 'colonne',
  cell: 'cellule',
  waves: 'fait signe',
  question: 'Question',
  option: 'Option',
  task: 'Tâche',
  pollResult: 'Un sondage : chacun peut voter et ajouter des options.',
  todoResult: 'Une liste de tâches : chacun peut ajouter des tâches et les cocher.',
}
