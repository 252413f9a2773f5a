// The text around pictures, films, sound, tables and code, in Simplified Chinese.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: '表格',
  scrolls: '横向滚动可查看更多列',
  enlarge: '放大',
  openIn: (playground) => `在 ${playground} 中打开`,
  viewer: {
    picture: '图片',
    missing: '该消息已不存在，或您无法查看。',
    place: (at, of) => `${at} / ${of}`,
    original: '打开原图',
    message: '前往消息',
  },
}
