import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: 'التنسيق',
  bold: 'عريض',
  italic: 'مائل',
  struck: 'يتوسطه خط',
  link: 'رابط',
  list: 'قائمة',
  numbered: 'قائمة مرقمة',
  quote: 'اقتباس',
  code: 'شيفرة',
}
