import type { assistWords as English } from '../en-assist'

export const assistWords: typeof English = {
  summarize: '要約する',
  summarizeUnread: '未読メッセージを要約する',
  translate: '翻訳する',
  asking: '言語モデルが読んでいます…',
  byModel: '言語モデルが書いた文章です。間違っていることがあります。',
  read: (n: number) => `読んだメッセージ: ${n} 件`,
  onlyNewest: 'これより古いメッセージは読んでいません。',
  onlyUnread: '未読メッセージのみ',
  noPoints: '言語モデルは何も見つけませんでした。',
  showMessage: (n: number) => `メッセージ ${n} を表示`,
  language: '言語',
  again: 'もう一度試す',
}
