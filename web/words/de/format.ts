import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: 'Formatierung',
  bold: 'Fett',
  italic: 'Kursiv',
  struck: 'Durchgestrichen',
  link: 'Link',
  list: 'Liste',
  numbered: 'Nummerierte Liste',
  quote: 'Zitat',
  code: 'Code',
}
