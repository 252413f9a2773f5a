// The text of channel folders and of sets of channels, in Spanish.

import type { folderWords as English } from '../en-folders'
import { count } from './grammar'

export const folderWords: typeof English = {
  text: 'Los clientes muestran juntos los canales de una carpeta, en este orden.',
  none: 'Aún no hay carpetas.',
  newFolder: 'Nueva carpeta',
  channels: (channels) => count(channels, 'canal', 'canales'),
  inside: 'Canales que contiene',
  onlyEmpty: 'Solo se puede archivar una carpeta sin canales.',

  archivedText: 'Sus mensajes se pueden seguir leyendo. En los canales restaurados se puede volver a escribir.',
  noArchived: 'No hay canales archivados.',

  sets: 'Conjuntos de canales',
  setsText: 'Quienes se unen pueden elegir estos conjuntos. Un canal predeterminado no pertenece a ningún conjunto.',
  noSets: 'Aún no hay conjuntos.',
  newSet: 'Nuevo conjunto',
}
