// The text around pictures, films, sound, tables and code, in Simplified Chinese.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: '表格',
  openIn: (playground) => `在 ${playground} 中打开`,
  viewer: {
    place: (at, of) => `${at} / ${of}`,
    previous: '上一个',
    next: '下一个',
    original: '打开原图',
    message: '前往消息',
  },
}
