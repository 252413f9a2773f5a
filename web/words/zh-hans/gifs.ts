import type { gifWords as English } from '../en-gifs'

export const gifWords: typeof English = {
  kinds: { gif: 'GIF', sticker: '贴纸' },
  search: { gif: '搜索 GIF', sticker: '搜索贴纸' },
  found: '图片',
  searching: '正在搜索…',
  none: '没有这样的图片。',
  more: '更多图片',
  unnamed: 'GIF',
  from: (service: string) => `由 ${service} 提供`,
  goesWhere: '搜索的文字会发送给这个服务。由服务器发送，服务不知道是谁在搜索。“GIF 或贴纸”在输入框的菜单里。',
}
