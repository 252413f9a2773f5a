import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: 'Formato',
  bold: 'Negrita',
  italic: 'Cursiva',
  struck: 'Tachado',
  link: 'Enlace',
  list: 'Lista',
  numbered: 'Lista numerada',
  quote: 'Cita',
  code: 'Código',
}
