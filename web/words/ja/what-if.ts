import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: '変更の影響',
  loseChannel: 'チャンネルが見えなくなる人',
  gainChannel: 'チャンネルが新たに見える人',
  loseMessages: '読めるメッセージが減る人',
  gainMessages: '読めるメッセージが増える人',
  messages: 'メッセージ',
  people: '人',
  losePeople: '見える人が減る人',
  gainPeople: '見える人が増える人',
  direct: 'ダイレクトメッセージ',
  notSaved: '保存しませんでした',
  moreChannels: (n: number) => `ほかのチャンネル: ${n}`,
  uncounted: (n: number) => `数えていないゲスト: ${n}`,
  expired: (place: string, before: number, after: number) =>
    `${place}: 削除されるメッセージ: ${after}（現在: ${before}）`,
}
