import type { formatWords as English } from '../en-format'

export const formatWords: typeof English = {
  title: '格式',
  bold: '粗体',
  italic: '斜体',
  struck: '删除线',
  link: '链接',
  list: '列表',
  numbered: '编号列表',
  quote: '引用',
  code: '代码',
}
