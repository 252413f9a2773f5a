import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIF', sticker: 'ステッカー' },
  search: { gif: 'GIF を検索', sticker: 'ステッカーを検索' },
  found: '画像',
  searching: '検索中…',
  none: 'そのような画像はありません。',
  more: 'さらに表示',
  unnamed: 'GIF',
  from: (service: string) => `提供: ${service}`,
  goesWhere:
    '検索の言葉はこのサービスに送られます。送るのはサーバーで、誰が検索したかはサービスに伝わりません。「GIF またはステッカー」は入力欄のメニューにあります。',
}
