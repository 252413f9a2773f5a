// The text around pictures, films, sound, tables and code, in Japanese.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: '表',
  openIn: (playground) => `${playground} で開く`,
  viewer: {
    place: (at, of) => `${at} / ${of}`,
    previous: '前へ',
    next: '次へ',
    original: '元の画像を開く',
    message: 'メッセージへ移動',
  },
}
