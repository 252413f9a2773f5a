// The bar that formats the text of a message.

import { translated } from './translated'

export const formatWords = translated('formatWords', {
  title: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  struck: 'Struck out',
  link: 'Link',
  list: 'List',
  numbered: 'Numbered list',
  quote: 'Quote',
  code: 'Code',
})
