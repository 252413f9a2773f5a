import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: 'Mise en forme',
  bold: 'Gras',
  italic: 'Italique',
  struck: 'Barré',
  link: 'Lien',
  list: 'Liste',
  numbered: 'Liste numérotée',
  quote: 'Citation',
  code: 'Code',
}
