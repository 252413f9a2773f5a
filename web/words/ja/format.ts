import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: '書式',
  bold: '太字',
  italic: '斜体',
  struck: '取り消し線',
  link: 'リンク',
  list: '箇条書き',
  numbered: '番号付きリスト',
  quote: '引用',
  code: 'コード',
}
