// The text of channel folders and of sets of channels, in French.

import type { folderWords as English } from '../en-folders'
import { count } from './grammar'

export const folderWords: typeof English = {
  text: 'Les clients affichent ensemble les canaux d’un dossier, dans cet ordre.',
  none: 'Aucun dossier pour l’instant.',
  newFolder: 'Nouveau dossier',
  channels: (channels) => count(channels, 'canal', 'canaux'),
  inside: 'Canaux qu’il contient',
  onlyEmpty: 'Seul un dossier sans canal peut être archivé.',

  archivedText: 'Leurs messages restent lisibles. On peut de nouveau écrire dans les canaux restaurés.',
  noArchived: 'Aucun canal archivé.',

  sets: 'Ensembles de canaux',
  setsText:
    'Les personnes qui arrivent peuvent choisir ces ensembles. Un canal par défaut n’appartient à aucun ensemble.',
  noSets: 'Aucun ensemble pour l’instant.',
  newSet: 'Nouvel ensemble',
}
