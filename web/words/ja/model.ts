import type { modelWords as English } from '../en-model'

export const modelWords: typeof English = {
  goesWhere: '要約または翻訳を頼まれたメッセージは、このモデルに送られます。オーナーが選ぶまでは何も送られません。',
  key: 'キー',
  keyText: 'サーバーは選ばれたアドレスだけに送ります。ここでは誰も読めません。',
  keyFor: (server: string) => `${server} 用のキーがあります。`,
  noKey: 'キーはありません。',
  saveKey: 'キーを保存',
  try: '試す',
  tryText: 'モデルに 1 語だけ尋ねます。組織の内容は読みません。',
  tryButton: 'モデルに尋ねる',
  answered: (text: string) => `モデルの答え: ${text}`,
  usage: '質問とトークン',
  usageText: '過去 30 日間 (UTC)。トークンの料金はモデルの運営者が決めます。',
  none: 'まだ誰もモデルに尋ねていません。',
  heads: {
    day: '日付',
    requests: '質問',
    failures: '失敗',
    input_tokens: '読んだトークン',
    output_tokens: '書いたトークン',
  },
}
