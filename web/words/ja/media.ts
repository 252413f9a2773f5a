// The text around pictures, films, sound, tables and code, in Japanese.

import type { mediaWords as English } from '../en-media'

export const mediaWords: typeof English = {
  table: '表',
  scrolls: '横にスクロールすると他の列が見えます',
  enlarge: '拡大',
  openIn: (playground) => `${playground} で開く`,
  viewer: {
    picture: '画像',
    missing: 'メッセージは存在しないか、閲覧できません。',
    place: (at, of) => `${at} / ${of}`,
    original: '元の画像を開く',
    message: 'メッセージへ移動',
  },
}
