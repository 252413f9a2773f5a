// The text about how a user logs in, and about who acts for the user, in Japanese.

import type { safetyWords as English } from '../en-safety'

export const safetyWords: typeof English = {
  confirm: '本人確認',
  confirmText: 'この変更には本人確認が必要です。',
  goOn: '続ける',
  usePasskey: 'パスキーを使う',
  noPasskeyUsed: 'パスキーが使われませんでした。もう一度お試しください。',
  logInAgain: 'ログインし直してから変更してください。',
  logInWith: (provider) => `${provider} でログインし直す`,

  codes: 'ワンタイムコード',
  codesText: 'ログイン時に、パスワードに加えて、スマートフォンに表示されるコードが必要になります。',
  codesSince: (day) => `${day}からオンです。`,
  codesLeft: (codes) => `復旧コードは残り${codes}個です。`,
  manageCodes: 'ワンタイムコードを管理',

  identities: '接続済みのID',
  identitiesText: 'メールアドレスにかかわらず、どのIDでもログインできます。',
  connected: (day) => `接続日：${day}`,
  providerGone: '現在は利用できません',
  connect: (provider) => `${provider} を接続`,

  agents: '接続済みのエージェント',
  agentsText:
    'あなたに代わって操作することを許可したプログラムです。エージェントが書き込むと、ほかの人にもわかります。',
  lastUsed: (ago) => `最終使用：${ago}`,
  onlyIn: '次のみ：',
  scopes: {
    'messages:read': 'メッセージ、プロフィール、ファイルの閲覧',
    'messages:write': 'メッセージの送信とリアクション',
    'drafts:write': '下書きの保存',
    'status:write': 'ステータスの設定',
    'teams:write': 'チャンネルの作成とグループの変更',
  },
  disconnect: '接続を解除',
  endAgent: (name) => `${name} の接続を解除`,
  endAgentText: 'あなたに代わって読み書きできなくなります。再び接続することもできます。',

  agentCalls: 'エージェントの操作履歴',
  agentCallsText: '最新の 500 件です。あなただけに表示されます。',
  agentActs: {
    send_message: 'メッセージを送信しました',
    schedule_message: 'メッセージを予約しました',
    cancel_scheduled: '予約したメッセージを取り消しました',
    edit_message: 'メッセージを編集しました',
    react: 'メッセージにリアクションしました',
    mark_read: 'メッセージを既読にしました',
    save_draft: '下書きを保存しました',
  },
  agentRead: '閲覧しました',
  agentRefused: '拒否されました',
  agentMessage: 'メッセージを表示',
  allAgentCalls: 'すべて表示',
}
