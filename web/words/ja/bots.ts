// The text about bots and what services send to them, in Japanese.

import type { botWords as English } from '../en-bots'

export const botWords: typeof English = {
  own: '自分のボット',
  text: 'ボットは、自身の名前で書き込むプログラムです。専用のキーを持ちます。',
  none: 'ボットはありません。',
  cannotCreate: 'この組織ではボットを作成できません。',
  create: 'ボットを作成',
  name: '名前',
  shortName: '短い名前（アドレスに使われます）',
  type: '種類',
  types: {
    1: '汎用：読み書きをします',
    2: '受信Webhook：外部サービスが書き込みに使います',
    3: '送信Webhook：メンションされると呼び出されます',
    4: '組み込み',
  },
  address: 'メッセージの送信先アドレス',
  manage: '管理',
  showKey: 'キーを表示',
  deactivate: '無効化',
  deactivateText: 'ボットは書き込めなくなり、キーも使えなくなります。メッセージは残ります。',
  deliveries: '最近の受信',
  noDeliveries: 'サービスからはまだ何も届いていません。',
  outcomes: { sent: 'メッセージを送信', nothing: '通知する内容なし', repeated: '重複', refused: '拒否' },
  resend: '再送',
  secret: 'サービスのシークレット',
  replaceSecret: 'サービスのシークレットを変更',
  secretText: 'シークレットを設定すると、署名のない受信は拒否されます。空にすると設定が解除されます。',
}
